import { isMark, isWord, longestPhrase, namesIn, type Token } from './tokens.ts'
import { fillerPhrases, fillers } from './words/plain.ts'
import { type VerbClass, verbs } from './words/verbs.ts'

/** The verb that opens a clause: its possible classes, and its length in tokens. */
type Verb = { classes: Set<VerbClass>; length: number; phrase: string }

const irregular: Record<string, string> = {
  put: 'putting put', set: 'setting set', cut: 'cutting cut', take: 'taking taken', get: 'getting gotten', make: 'making made', bring: 'bringing brought', hide: 'hiding hidden',
  lose: 'losing lost', leave: 'leaving left', throw: 'throwing thrown', give: 'giving given', show: 'showing shown', write: 'writing written', swap: 'swapping swapped', undo: 'undoing undone', rewrite: 'rewriting rewritten', go: 'going gone',
} // biome-ignore format: a table of words

const base = new Map<string, Set<VerbClass>>()
const participles = new Map<string, Set<VerbClass>>()
const gerunds = new Map<string, Set<VerbClass>>()
for (const [name, list] of Object.entries(verbs))
  for (const phrase of namesIn(list)) {
    const [first = '', ...rest] = phrase.split(' ')
    const [ing = '', past = ''] = (irregular[first] ?? inflect(first)).split(' ')
    add(base, phrase, name as VerbClass)
    add(gerunds, [ing, ...rest].join(' '), name as VerbClass)
    add(participles, [past, ...rest].join(' '), name as VerbClass)
  }
const openings = new Map([
  ...[...fillers].map((word): [string, true] => [word.replaceAll('_', ' '), true]),
  ...namesIn(fillerPhrases).map((phrase): [string, true] => [phrase, true]),
])
export const verbWords = new Set([...base.keys()].flatMap((phrase) => phrase.split(' ')))

/** The possible classes of a single word, in any of its forms. */
export function classesOf(word: string): VerbClass[] {
  return [...new Set([base, gerunds, participles].flatMap((table) => [...(table.get(word) ?? [])]))]
}

function add(table: Map<string, Set<VerbClass>>, phrase: string, name: VerbClass) {
  table.set(phrase, (table.get(phrase) ?? new Set()).add(name))
}

function inflect(verb: string): string {
  if (/e$/.test(verb)) return `${verb.slice(0, -1)}ing ${verb}d`
  if (/^[^aeiou]*[aeiou][bdgmnpt]$/.test(verb)) return `${verb}${verb.at(-1)}ing ${verb}${verb.at(-1)}ed`
  if (/[^aeiou]y$/.test(verb)) return `${verb}ing ${verb.slice(0, -1)}ied`
  return `${verb}ing ${verb}ed`
}

/** How many tokens from here on are courtesy, hesitation or punctuation. */
export function fillerLength(tokens: Token[], at: number): number {
  let end = at
  for (;;) {
    const token = tokens[end]
    if (!token) return end - at
    if (isMark(token, ',', '.', '!', '–', '(', ')', '…', '\n', 'bullet', ';', '?', '-')) end++
    else {
      const found = longestPhrase(openings, tokens, end, 8)
      if (!found || isAnswer(tokens, end, found.length)) return end - at
      end += found.length
    }
  }
}

/** Whether "first" or "last" belongs to the words that follow, and so is not filler. */
function isAnswer(tokens: Token[], at: number, length: number): boolean {
  return length === 1 && isWord(tokens[at], 'first', 'last') && tokens.length > at + 1
}

/** The verb at a token, in its plain form or after a polite opening. */
export function verbAt(tokens: Token[], at: number): Verb | undefined {
  const plain = longestPhrase(base, tokens, at, 4)
  const gerund = longestPhrase(gerunds, tokens, at, 4)
  const found = plain ?? gerund
  if (!found) return separated(tokens, at)
  const split = separated(tokens, at)
  const phrase = tokens
    .slice(at, at + found.length)
    .map(({ norm }) => norm)
    .join(' ')
  if (!split) return { classes: found.value, length: found.length, phrase }
  return { classes: new Set([...split.classes, ...found.value]), length: found.length, phrase }
}

const particles = new Set('out off away down back in on up'.split(' '))

/** A phrasal verb whose particle stands after the object. */
function separated(tokens: Token[], at: number): Verb | undefined {
  const first = tokens[at]
  if (first?.kind !== 'word') return undefined
  const window = tokens.slice(at + 1, at + 12)
  for (const [index, token] of window.entries()) {
    if (token.kind === 'mark') break
    if (token.kind !== 'word' || !particles.has(token.norm) || index === 0) continue
    const classes = base.get(`${first.norm} ${token.norm}`)
    if (classes) return { classes, length: 1, phrase: first.norm }
  }
  return undefined
}
