const noncharacters = /\p{Noncharacter_Code_Point}/u
const allNoncharacters = /\p{Noncharacter_Code_Point}/gu

/**
 * An error if a text contains characters that are not accepted. PostgreSQL can't store NUL and lone surrogates; Unicode
 * reserves noncharacters for internal use, and the renderer uses some of them (`document/marks.ts`).
 */
export function characterError(text: string): string | undefined {
  if (text.includes('\0')) return 'must not contain NUL characters'
  if (!text.isWellFormed()) return 'must not contain lone surrogates'
  return noncharacters.test(text) ? 'must not contain Unicode noncharacters' : undefined
}

/** Removes those characters from text whose sender can't be asked to correct it. */
export function withoutRefusedCharacters(text: string): string {
  return text.replaceAll('\0', '').toWellFormed().replace(allNoncharacters, '')
}
