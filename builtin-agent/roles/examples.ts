import type { OpenPage } from '../page.ts'
import { correct } from '../spelling.ts'
import { type Token, tokenise } from '../tokens.ts'
import { labels, type WordRole } from './labels.ts'

/** A training instruction with its labels, such as `{set Change} {T the title} to {V …} || and {remove drop} {T it}`. */
type MarkedInstruction = { fixture: string; text: string; spans: Span[] }
type Span = { role: WordRole; key: string | undefined; start: number; end: number; opensWish: boolean }

export function readExample(line: string): MarkedInstruction {
  const [fixture = '', marked = ''] = line.split('\t')
  const spans: Span[] = []
  let text = ''
  let opensWish = false
  let open: { role: WordRole; key: string | undefined; start: number } | undefined
  for (let at = 0; at < marked.length; at++) {
    const tag = /^\{(\w+)(?:=(\S+))? /.exec(marked.slice(at, at + 400))
    if (tag && !open) {
      open = { role: tag[1] as WordRole, key: tag[2], start: text.length }
      at += tag[0].length - 1
    } else if (marked[at] === '}' && open) {
      spans.push({ ...open, end: text.length, opensWish })
      opensWish = false
      open = undefined
    } else if (marked.startsWith('||', at) && !open) {
      opensWish = spans.length > 0
      at += marked[at + 2] === ' ' && text.endsWith(' ') ? 2 : 1
    } else text += marked[at] === '⏎' ? '\n' : marked[at]
  }
  return { fixture, text, spans }
}

/** The words of an example, and the label of each as an index into `labels`. */
export function labelled(
  { text, spans }: MarkedInstruction,
  page: OpenPage,
): { tokens: Token[]; truth: number[] } {
  const tokens = correct(tokenise(text), page)
  let last: Span | undefined
  const truth = tokens.map((token) => {
    const span = spans.find(({ start, end }) => token.start < end && token.end > start)
    const edge = !span ? 'out' : span === last ? 'inside' : span.opensWish ? 'next' : 'begin'
    last = span
    return labels.findIndex((label) => label.role === span?.role && label.edge === edge)
  })
  return { tokens, truth }
}
