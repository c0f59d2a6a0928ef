import { outcome } from '../../templates/ask.ts'
import type { Props } from './schema.ts'

export const starter: Props = outcome('What could be different', [
  'The first result, and when',
  'What it saves or adds',
  'What they no longer have to do',
]).props
