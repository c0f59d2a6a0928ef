/**
 * The role of a word in a message. An act is the kind of the wish; the other roles are its parts: target (T), value (V), old
 * words (O), place (P), kind of a new object (K), name of one of its properties (F), attribute (X), and words that the
 * writer takes back (D).
 */
export const acts = [
  'set', 'replace', 'add', 'remove', 'move', 'swap', 'duplicate', 'restore', 'undo', 'redo', 'rewrite', 'personalise',
] as const // biome-ignore format: a list
const parts = ['T', 'V', 'O', 'P', 'K', 'F', 'X', 'D'] as const
export type Act = (typeof acts)[number]
export type WordRole = Act | (typeof parts)[number]

/** The position of a word in its span: outside, first, later, or first in a span that opens another wish. */
type Edge = 'out' | 'begin' | 'inside' | 'next'
export type Label = { role: WordRole | undefined; edge: Edge }

export const labels: readonly Label[] = [
  { role: undefined, edge: 'out' },
  ...[...acts, ...parts].flatMap((role): Label[] =>
    (['begin', 'inside', 'next'] as const).map((edge) => ({ role, edge })),
  ),
]

/** Whether one label may follow another: only an open span can continue. */
export function mayFollow(before: Label | undefined, label: Label): boolean {
  return label.edge !== 'inside' || (before !== undefined && before.role === label.role)
}
