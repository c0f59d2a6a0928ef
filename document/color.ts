import { Type } from 'typebox'

export const Color = Type.String({
  pattern: '^#[0-9a-fA-F]{6}$',
  description: 'A colour as # and six hexadecimal digits.',
  examples: ['#1f6f5c'],
})
