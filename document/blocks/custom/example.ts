import { exampleId } from '../../../shared/ids.ts'
import type { Props } from './schema.ts'

export const example: Props = {
  heading: 'Try it',
  assetId: exampleId('asset'),
  title: 'Calculator',
  height: 120,
}
