/**
 * What a word does in an instruction. An act says what to do; the other roles are its parts: the thing meant (T), what it
 * becomes (V), what goes (O), a place (P), the kind of a new thing (K), the name of a field of it (F), an attribute (X),
 * and words that the writer takes back (D).
 */
export const acts = [
  'set', 'replace', 'add', 'remove', 'move', 'swap', 'duplicate', 'restore', 'undo', 'redo', 'rewrite', 'personalise',
] as const // biome-ignore format: a list
const parts = ['T', 'V', 'O', 'P', 'K', 'F', 'X', 'D'] as const
export type Act = (typeof acts)[number]
export type Role = Act | (typeof parts)[number]

/** How a word stands in its span: outside of any, begins one, continues one, or begins one that opens another wish. */
type Edge = 'out' | 'begin' | 'inside' | 'next'
export type Label = { role: Role | undefined; edge: Edge }

export const labels: readonly Label[] = [
  { role: undefined, edge: 'out' },
  ...[...acts, ...parts].flatMap((role): Label[] =>
    (['begin', 'inside', 'next'] as const).map((edge) => ({ role, edge })),
  ),
]

/** Whether one label may follow another: only a span that is open can be continued. */
export function mayFollow(before: Label | undefined, label: Label): boolean {
  return label.edge !== 'inside' || (before !== undefined && before.role === label.role)
}
