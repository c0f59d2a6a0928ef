import { namesOf } from '../describe.ts'
import { draftOf, setNode } from '../edit.ts'
import { quoted } from '../label.ts'
import { type Node, stringKind } from '../nodes.ts'
import { askWhich } from '../objects.ts'
import { ask, type Frame, type Outcome, refused } from '../outcome.ts'
import type { Page } from '../page.ts'
import { sentencesOf } from '../pieces.ts'
import { fitted } from '../places.ts'
import { shorten, toWords } from '../shorten.ts'
import { resolve } from '../targets/resolve.ts'
import { isMark, isWord, type Token } from '../tokens.ts'
import { numberAt } from '../values/read.ts'
import { verbAt } from '../verbs.ts'
import { holdsText, isText } from './texts.ts'

/** "shorten the intro", "make it shorter", "the intro is too long, 12 words at most". */
export const shortenFrame: Frame = (clause, page) => {
  const { tokens } = clause
  const said = tokens.map(({ norm }) => norm).join(' ')
  const verb = verbAt(tokens, 0)
  const opens =
    verb?.classes.has('shorten') &&
    !(isWord(tokens[0], 'cut', 'reduce') && !/\b(?:down|short|half|words|shorter|by)\b/.test(said))
  const wants =
    /\b(?:shorter|more concise|conciser|briefer|snappier|punchier|tighter|less wordy|crisper|more compact|too long|too wordy|a bit wordy|a bit long|way too long|half as long|half the length)\b/.exec(
      said,
    )
  const most =
    /\b(?:max|maximum|at most|no more than|under|up to|within|less than|below|of|to|in)\b(?: of)?(?: about| around| max| only| just)? (\d+|\w+) words?\b/.exec(
      said,
    ) ?? /\b(\d+|\w+) words? (?:max|maximum|at most|or less|or fewer|tops)\b/.exec(said)
  const limit = most?.[1]
    ? numberAt({
        kind: /^\d+$/.test(most[1]) ? 'number' : 'word',
        text: most[1],
        norm: most[1],
        start: 0,
        end: 0,
      })
    : undefined
  if (!opens && !wants && limit === undefined) return undefined
  if (tokens.some(({ kind }) => kind === 'quote') && /\bto\b/.test(said)) return undefined
  const object = objectOf(tokens, opens ? (verb?.length ?? 0) : 0)
  const found = object.length === 0 ? undefined : resolve(object, page, { fits: holdsText })
  if (found?.kind === 'unclear') return askWhich(found.nodes, page, (name) => `shorten ${name}`)
  if (found?.kind === 'nothing') return undefined
  const nodes = found?.nodes ?? page.focus
  // Of an item in which a text is selected, that text is meant.
  const selected = page.selected
    ? page.focus.filter((node) => isText(node) !== null && node.parent && nodes.includes(node.parent))
    : []
  const texts =
    selected.length > 0 ? selected : nodes.flatMap((node) => (isText(node) !== null ? [node] : longest(node)))
  if (texts.length === 0)
    return object.length === 0 ? ask('Which text should be shorter?', ['shorten the subheadline']) : undefined
  return shortenTexts(texts, { words: limit, isHalf: /\bhalf\b/.test(said) }, page)
}

const noise = new Set(
  'make is are a bit little too much way far long wordy shorter more concise briefer snappier punchier tighter less crisper compact max maximum at most no than under up to within words word please should be the of half as length by down keep it short only just about around or fewer tops cut reduce and in version and its lot quite so sound punchy get limit'.split(
    ' ',
  ),
)

function objectOf(tokens: Token[], from: number): Token[] {
  const end = tokens.findIndex(
    (token, index) =>
      index > from && (isMark(token, ',', '.', '–') || isWord(token, 'max', 'maximum', 'to', 'under', 'by')),
  )
  const head = end === -1 ? tokens : tokens.slice(0, end)
  const rest = head
    .slice(from)
    .filter((token) => token.kind === 'quote' || (token.kind === 'word' && !noise.has(token.norm)))
  return rest
}

/** The text of a block or item that is meant by shortening it: its longest. */
export function longest(node: Node): Node[] {
  const texts = node.children
    .filter((child) => isText(child) !== null)
    .sort((a, b) => String(b.value).length - String(a.value).length)
  return texts.slice(0, 1)
}

export type Limit = {
  words?: number | undefined
  sentences?: number | undefined
  characters?: number | undefined
  isHalf?: boolean
}

function shortened(text: string, { words, sentences, characters, isHalf }: Limit): string | undefined {
  if (words !== undefined) return toWords(text, words)
  if (isHalf) return toWords(text, Math.max(3, Math.floor(text.split(/\s+/).length / 2)))
  if (sentences !== undefined) {
    const all = sentencesOf(text)
    const end = all[sentences - 1]?.end
    const short = all.length > sentences && end !== undefined ? text.slice(0, end).trim() : undefined
    // "Yes." alone does not say what the text said.
    return short && short.split(/\s+/).length >= 4 * sentences ? short : undefined
  }
  if (characters === undefined) return shorten(text)
  for (let most = text.split(/\s+/).length - 1; most >= 3; most--) {
    const short = toWords(text, most)
    if (short && short.length <= characters) return short
  }
  return undefined
}

/** Texts made shorter by leaving out whole sentences or clauses. */
export function shortenTexts(nodes: Node[], limit: Limit, page: Page): Outcome {
  let draft = draftOf(page)
  const done: Node[] = []
  let last = ''
  for (const node of nodes) {
    const text = String(node.value)
    const short = shortened(text, limit)
    if (!short || short === text) continue
    draft = setNode(
      draft,
      node,
      fitted(short, { kind: stringKind(node.schema) ?? 'text', maxLength: node.schema.maxLength ?? 1000 }),
    )
    done.push(node)
    last = short
  }
  if (done.length === 0)
    return refused(
      `I can’t shorten ${namesOf(nodes, page)} by rules without losing its sense. Tell me the words it should have, or connect a language model.`,
    )
  return {
    kind: 'done',
    draft,
    said: `shortened ${namesOf(done, page)}${done.length === 1 ? ` to ${quoted(last, 100)}` : ''}`,
    focus: done.map(({ key }) => key),
  }
}
