/** All placeholders, with the text that is used without a value and a fallback. */
export const placeholders = {
  'account.name': 'your team',
  'account.domain': 'your company',
  'person.name': 'you',
  'person.firstName': 'there',
  'person.lastName': '',
  'person.email': 'you',
  'person.jobTitle': '',
  'brand.name': 'us',
  'page.title': '',
} as const

export type FixedPlaceholder = keyof typeof placeholders
/** A custom field of accounts or persons. */
export type FieldPlaceholder = `${'account' | 'person'}.fields.${string}`
export type Placeholder = FixedPlaceholder | FieldPlaceholder

const fieldPattern = /^(?:account|person)\.fields\.[a-z][a-z0-9_]{0,39}$/

/** Parses `person.firstName|there`; undefined if the placeholder is unknown. */
export function readPlaceholder(inside: string): { name: Placeholder; fallback: string } | undefined {
  const bar = inside.indexOf('|')
  const name = (bar === -1 ? inside : inside.slice(0, bar)).trim()
  const given = bar === -1 ? undefined : inside.slice(bar + 1).trim()
  if (Object.hasOwn(placeholders, name)) {
    const known = name as FixedPlaceholder
    return { name: known, fallback: given ?? placeholders[known] }
  }
  return fieldPattern.test(name) ? { name: name as FieldPlaceholder, fallback: given ?? '' } : undefined
}
