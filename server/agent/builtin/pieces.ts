import { quoted } from '../label.ts'
import { nameOf } from './describe.ts'
import { draftOf, setNode } from './edit.ts'
import type { Node } from './nodes.ts'
import { askWhich } from './objects.ts'
import { type Outcome, refused } from './outcome.ts'
import type { Page } from './page.ts'
import { resolve } from './targets.ts'
import { isWord, type Token } from './tokens.ts'
import { numbers, ordinals } from './words/plain.ts'

/** A stretch of a text: its last sentence, a word, an exclamation mark. */
export type Piece = { kind: 'piece'; node: Node; start: number; end: number }

const signs: Record<string, string> = {
  'exclamation mark': '!',
  'exclamation point': '!',
  'question mark': '?',
  'full stop': '.',
  period: '.',
  dot: '.',
  ellipsis: '…',
  comma: ',',
}

/** Reads "the last sentence of the intro", "the word X in the headline"; undefined where no piece is meant. */
export function readPiece(
  tokens: Token[],
  source: string,
  page: Page,
): Piece | { kind: 'outcome'; outcome: Outcome } | undefined {
  const texts = (node: Node) => (node.kind === 'text' && typeof node.value === 'string' ? 1 : null)
  const unit = tokens.findIndex((token) =>
    isWord(
      token,
      'sentence',
      'sentences',
      'word',
      'words',
      'paragraph',
      'phrase',
      'part',
      'bit',
      'text',
      'line',
    ),
  )
  const quote = tokens.find(({ kind }) => kind === 'quote')
  if (quote) return quotedPiece(quote, tokens, page, texts)
  const sign = readSign(tokens)
  if (sign) {
    const found = resolve(sign.rest, page, { fits: texts })
    if (found.kind !== 'found') return undefined
    const node = found.nodes[0] as Node
    const at = String(node.value).lastIndexOf(sign.sign)
    if (at === -1)
      return { kind: 'outcome', outcome: refused(`There is no “${sign.sign}” in ${nameOf(node, page)}.`) }
    return { kind: 'piece', node, start: at, end: at + sign.sign.length }
  }
  const word = tokens[unit]
  if (!word || !isWord(word, 'sentence', 'sentences', 'paragraph', 'word', 'words')) return undefined
  const before = tokens.slice(0, unit)
  const ordinal = before.map(({ norm }) => ordinals[norm]).find((value) => value !== undefined)
  const count = before.map(({ norm }) => numbers[norm]).find((value) => value !== undefined) ?? 1
  if (ordinal === undefined)
    return isWord(word, 'word', 'words') ? wordPiece(tokens.slice(unit + 1), source, page, texts) : undefined
  const rest = tokens.slice(unit + 1)
  const found = resolve(rest, page, { fits: texts })
  if (found.kind === 'unclear')
    return {
      kind: 'outcome',
      outcome: askWhich(
        found.nodes,
        page,
        (name) => `remove the ${before.at(-1)?.norm} ${word.norm} of ${name}`,
      ),
    }
  if (found.kind !== 'found') return undefined
  return cut(found.nodes[0] as Node, word.norm, ordinal, count, page)
}

function readSign(tokens: Token[]): { sign: string; rest: Token[] } | undefined {
  const said = tokens.map(({ norm }) => norm)
  for (const [name, sign] of Object.entries(signs)) {
    const words = name.split(' ')
    const at = said.findIndex((_, index) => words.every((word, offset) => said[index + offset] === word))
    if (at !== -1)
      return {
        sign,
        rest: tokens
          .toSpliced(at, words.length)
          .filter((token) => !isWord(token, 'end', 'start', 'beginning', 'after', 'behind')),
      }
  }
  return undefined
}

/** Quoted words inside a longer text; a quote that is a whole item or text names that instead. */
function quotedPiece(
  quote: Token,
  tokens: Token[],
  page: Page,
  texts: (node: Node) => number | null,
): Piece | { kind: 'outcome'; outcome: Outcome } | undefined {
  const wanted = quote.text.toLowerCase()
  const rest = tokens.filter(
    (token) =>
      token !== quote &&
      !isWord(
        token,
        'word',
        'words',
        'phrase',
        'part',
        'bit',
        'text',
        'sentence',
        'where',
        'it',
        'says',
        'line',
      ),
  )
  const named = rest.filter(
    ({ norm, kind }) => kind === 'word' && !/^(?:the|from|in|of|on|out|a|an|that|to|with|about)$/.test(norm),
  )
  const scope = named.length > 0 ? resolve(rest, page, {}) : undefined
  const within = scope?.kind === 'found' ? scope.nodes : undefined
  const holds = page.nodes.filter(
    (node) =>
      texts(node) !== null &&
      String(node.value).toLowerCase().includes(wanted) &&
      (!within || within.some((above) => above === node || isIn(node, above))),
  )
  const partial = holds.filter(
    (node) => String(node.value).toLowerCase().replace(/[.!]$/, '') !== wanted.replace(/[.!]$/, ''),
  )
  if (holds.length === 0 || partial.length < holds.length) return undefined
  if (holds.length > 1)
    return {
      kind: 'outcome',
      outcome: askWhich(holds, page, (name) => `remove "${quote.text}" from ${name}`),
    }
  const node = holds[0] as Node
  const start = String(node.value).toLowerCase().indexOf(wanted)
  return { kind: 'piece', node, start, end: start + wanted.length }
}

function isIn(node: Node, above: Node): boolean {
  for (let at = node.parent; at; at = at.parent) if (at === above) return true
  return false
}

/** "the word freight from the headline", unquoted. */
function wordPiece(
  rest: Token[],
  _source: string,
  page: Page,
  texts: (node: Node) => number | null,
): Piece | undefined {
  const [word, ...others] = rest
  if (!word) return undefined
  const found = resolve(others, page, { fits: texts })
  if (found.kind !== 'found') return undefined
  const node = found.nodes[0] as Node
  const start = String(node.value).toLowerCase().indexOf(word.norm)
  return start === -1 ? undefined : { kind: 'piece', node, start, end: start + word.text.length }
}

export function sentencesOf(text: string): { start: number; end: number }[] {
  const list: { start: number; end: number }[] = []
  for (const match of text.matchAll(/[^.!?…\n]+(?:[.!?…]+(?!\s|$)[^.!?…\n]*)*[.!?…]*\s*/g))
    list.push({ start: match.index, end: match.index + match[0].length })
  return list
}

function cut(
  node: Node,
  unit: string,
  ordinal: number,
  count: number,
  page: Page,
): Piece | { kind: 'outcome'; outcome: Outcome } {
  const text = String(node.value)
  const parts = unit.startsWith('sentence')
    ? sentencesOf(text)
    : [...text.matchAll(unit === 'paragraph' ? /[^\n]+\n*/g : /\S+\s*/g)].map((match) => ({
        start: match.index,
        end: match.index + match[0].length,
      }))
  const from = ordinal > 0 ? ordinal - 1 : parts.length + ordinal - (count - 1)
  const first = parts[Math.max(0, from)]
  const last = parts[Math.min(parts.length - 1, Math.max(0, from) + count - 1)]
  if (!first || !last || from >= parts.length)
    return {
      kind: 'outcome',
      outcome: refused(
        `${nameOf(node, page)} has ${parts.length} ${unit}${parts.length === 1 ? '' : 's'}.`.replace(
          /^t/,
          'T',
        ),
      ),
    }
  return { kind: 'piece', node, start: first.start, end: last.end }
}

/** The text without the piece, with what is left of its spaces and marks in order. */
/** A text without a stretch of it. Of "lane, mode and carrier" one goes with its comma or "and". */
function without(text: string, start: number, end: number): string {
  const [before, after] = [text.slice(0, start), text.slice(end)]
  const [, listed, joining = ''] = /^(.*, .*?),? (and|or) $/s.exec(before) ?? []
  if (listed && /^[.,;!?]|^$/.test(after))
    return `${listed.replace(/, (?=[^,.;!?]*$)/, ` ${joining} `)}${after}`
  if (/, $/.test(before) && /^(?:,| and\b| or\b)/.test(after)) return `${before.slice(0, -2)}${after}`
  return `${before}${after}`
}

export function takeOut({ node, start, end }: Piece, page: Page): Outcome {
  const text = String(node.value)
  const rest = without(text, start, end)
    .replace(/[^\S\n]{2,}/g, ' ')
    .replace(/[^\S\n]+([.,!?])/g, '$1')
    .trim()
    .replace(/^[,;:–—]\s*/, '')
    .replace(/[,;:–—]$/, '')
  const left = start === 0 && /^\p{Lu}/u.test(text) ? rest.replace(/^./u, (sign) => sign.toUpperCase()) : rest
  if (left === '')
    return refused(
      `That is all ${nameOf(node, page)} says. Tell me to remove it, or what it should say instead.`,
    )
  return {
    kind: 'done',
    draft: setNode(draftOf(page), node, left),
    said: `removed ${quoted(text.slice(start, end).trim(), 60)} from ${nameOf(node, page)}`,
    focus: [node.key],
  }
}
