/**
 * Signs that no text has. While a page is drawn for its editors, they stand around the path of a text and around the
 * question of a prompt; see `render/marked.ts`.
 */
export const marks = {
  begin: '\ufdd0',
  end: '\ufdd1',
  ask: '\ufdd2',
  asked: '\ufdd3',
  /** Around the inside of a placeholder that editors see as it is. */
  fill: '\ufdd4',
  filled: '\ufdd5',
} as const

const path = new RegExp(`${marks.begin}[^${marks.begin}${marks.end}]*${marks.end}`, 'g')
const strays = new RegExp(`[${Object.values(marks).join('')}]`, 'g')

/** The text without marks, for code that interprets it. */
export function unmarked(text: string): string {
  return text.replace(path, '').replace(strays, '')
}
