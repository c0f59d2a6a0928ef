/** Words so common that they are never taken for a misspelt word of ours. */
const common = new Set(
  'there where three these those their would could should about above after other order never great place price stage state store story still start small smart short shift sharp share shape steep sleep plain place plane planet plants later letter lighter better butter matter header reader leader leading reading heating feature future fixture nature mature moved mover removed colon color colder footer router quota quite quiet quotes testing texts tests steps stops stars stats status stakes titled tiles tiled hearing bearing points paint print prints added adder agenda adding wedding blocks blacks clocks fonts front found round ground drops crops props makes takes wakes maker taker lakes cakes'.split(
    ' ',
  ),
)
/** Beyond this many words a message is prose, and nobody's typing mistakes matter. */
const mostWords = 400

/** Finds the known word that was meant: one slip in words of five letters, two in words of nine. */
export class Spelling {
  private readonly known: Set<string>
  private readonly byInitial = new Map<string, string[]>()
  private readonly found = new Map<string, string>()

  constructor(words: Iterable<string>) {
    this.known = new Set([...words].filter((word) => /^[a-z0-9]+$/.test(word)))
    for (const word of this.known) {
      if (word.length < 5) continue
      const initial = word[0] as string
      this.byInitial.set(initial, [...(this.byInitial.get(initial) ?? []), word])
    }
  }

  correct(word: string): string {
    if (word.length < 4 || word.length > 16 || this.known.has(word) || common.has(word)) return word
    const before = this.found.get(word)
    if (before !== undefined) return before
    if (this.found.size >= mostWords) return word
    const near = (this.byInitial.get(word[0] as string) ?? []).filter((candidate) => isNear(word, candidate))
    const meant = near.find((candidate) => distance(word, candidate) === 1) ?? near[0] ?? word
    this.found.set(word, meant)
    return meant
  }
}

function isNear(word: string, candidate: string): boolean {
  const allowed = candidate.length >= 9 ? 2 : 1
  if (Math.abs(word.length - candidate.length) > allowed) return false
  // `pricing` and `prices`, `button` and `buttons` are words of their own, not slips.
  if (candidate === `${word}s` || word === `${candidate}s`) return false
  return distance(word, candidate) <= allowed
}

/** How many letters are wrong, missing, too many or swapped with their neighbour. */
export function distance(one: string, other: string): number {
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1
      let least = Math.min((next[j - 1] ?? 0) + 1, (row[j] ?? 0) + 1, (row[j - 1] ?? 0) + same)
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1)
      next.push(least)
    }
    before = row
    row = next
  }
  return row[other.length] ?? 0
}
