import { proof } from '../../templates/ask.ts'
import type { Props } from './schema.ts'

export const starter: Props = proof().props
