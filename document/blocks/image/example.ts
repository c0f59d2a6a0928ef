import { picture } from '../examples.ts'
import type { Props } from './schema.ts'

export const example: Props = { picture, caption: 'Line 3, after the change.' }
