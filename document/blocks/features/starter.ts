import { heard } from '../../templates/ask.ts'
import type { Props } from './schema.ts'

export const starter: Props = heard('What we heard from {{account.name|you}}', [
  'What did they say?',
  'What else did they say?',
  'What follows from it?',
]).props
