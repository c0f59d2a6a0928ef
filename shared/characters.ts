const noncharacters = /\p{Noncharacter_Code_Point}/u
const allNoncharacters = /\p{Noncharacter_Code_Point}/gu

/**
 * Says which characters of a text are refused, or nothing. PostgreSQL stores neither NUL nor lone surrogates. Unicode
 * leaves noncharacters to programs for their own use, and the renderer uses some of them (`document/marks.ts`).
 */
export function characterError(text: string): string | undefined {
  if (text.includes('\0')) return 'must not contain NUL characters'
  if (!text.isWellFormed()) return 'must not contain lone surrogates'
  return noncharacters.test(text) ? 'must not contain Unicode noncharacters' : undefined
}

/** The text without the characters that are refused, for text whose sender can't be asked for another. */
export function withoutRefusedCharacters(text: string): string {
  return text.replaceAll('\0', '').toWellFormed().replace(allNoncharacters, '')
}
