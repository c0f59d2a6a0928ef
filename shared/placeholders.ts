/** Every placeholder there is, with what stands in its place when neither a value nor a fallback is given. */
export const placeholders = {
  'account.name': 'your team',
  'account.domain': 'your company',
  'person.name': 'you',
  'person.firstName': 'there',
  'person.lastName': '',
  'person.email': 'you',
  'brand.name': 'us',
  'page.title': '',
} as const

export type Placeholder = keyof typeof placeholders

/** Takes `person.firstName|there` apart; undefined when it names no known placeholder. */
export function readPlaceholder(inside: string): { name: Placeholder; fallback: string } | undefined {
  const bar = inside.indexOf('|')
  const name = (bar === -1 ? inside : inside.slice(0, bar)).trim()
  if (!Object.hasOwn(placeholders, name)) return undefined
  const known = name as Placeholder
  return { name: known, fallback: bar === -1 ? placeholders[known] : inside.slice(bar + 1).trim() }
}
