import { exampleId } from '../../../shared/ids.ts'
import { picture } from '../examples.ts'
import type { Props } from './schema.ts'

export const example: Props = {
  heading: 'Four minutes',
  assetId: exampleId('asset'),
  title: 'A changeover',
  poster: picture,
  transcript: 'We go.',
}
