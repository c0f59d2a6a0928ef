/**
 * Noncharacters, which no text contains. When a page is rendered for editors, they delimit the path of a text, the
 * question of a prompt and placeholders; see `render/marked.ts`.
 */
export const marks = {
  begin: '\ufdd0',
  end: '\ufdd1',
  ask: '\ufdd2',
  asked: '\ufdd3',
  /** Delimits the content of a placeholder that is shown to editors. */
  fill: '\ufdd4',
  filled: '\ufdd5',
} as const

const path = new RegExp(`${marks.begin}[^${marks.begin}${marks.end}]*${marks.end}`, 'g')
const strays = new RegExp(`[${Object.values(marks).join('')}]`, 'g')

/** The text without marks, for code that interprets it. */
export function unmarked(text: string): string {
  return text.replace(path, '').replace(strays, '')
}
