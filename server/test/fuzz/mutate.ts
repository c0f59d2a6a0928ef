import type { Random } from './random.ts'

const strange: unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  2 ** 53,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '%00',
  "' or 1=1 --",
  '<script<script<script',
  '{{prompt|x}}',
  '../../etc/passwd',
  'a'.repeat(5_000),
  '🙂'.repeat(500),
  '\u202e\u0007',
  [],
  {},
  [[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]],
  { toString: 1, constructor: 1, hasOwnProperty: null },
]

/** Mutates one part of a value: removed, replaced, repeated or added. */
export function mutate(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random.chance(0.1)) return random.pick(strange)
  if (Array.isArray(value)) {
    const at = random.whole(value.length)
    if (value.length === 0 || random.chance(0.2)) return [...value, random.pick(strange)]
    if (random.chance(0.2)) return Array.from({ length: 300 }, () => value[at])
    return value.with(at, mutate(value[at], random))
  }
  const names = Object.keys(value)
  const name = random.pick(names)
  if (name === undefined || random.chance(0.2))
    return {
      ...value,
      [random.pick(['extra', '__proto__x', 'tenantId', 'constructor', ''])]: random.pick(strange),
    }
  const { [name]: old, ...others } = value as Record<string, unknown>
  return random.chance(0.25) ? others : { ...others, [name]: mutate(old, random) }
}

/** Mutates a text in a path or query: bytes, escapes, length. */
export function mutateText(text: string, random: Random): string {
  return random.pick([
    '',
    '.',
    '..',
    '%',
    '%zz',
    '%00',
    '%ff%fe',
    '%2e%2e%2f',
    encodeURIComponent('日本/\\?#'),
    `${text}x`,
    text.slice(0, -1),
    text.toUpperCase(),
    'a'.repeat(3_000),
    "'%20or%201=1",
    'undefined',
  ])
}
