import { ask, customers } from '../../templates/ask.ts'
import type { Props } from './schema.ts'

export const starter: Props = { heading: ask('What do these names have in common?'), ...customers().props }
