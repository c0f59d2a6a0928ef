import { nameOf } from '../describe.ts'
import type { Node } from '../nodes.ts'
import { inOrder, reorder } from '../operations/move.ts'
import type { Outcome } from '../outcome.ts'
import type { OpenPage } from '../page.ts'
import { point, pointWithin } from '../references/point.ts'
import type { Referents } from '../references/rank.ts'
import { movableOf } from './places.ts'
import type { WishNames } from './ways.ts'
import { trimmed, type Way } from './ways.ts'
import type { Wish } from './wishes.ts'

/** Reorders a list or the page by an enumeration of names. */
export function* orderings(text: string, pointed: Referents[], page: OpenPage): Generator<Way> {
  for (const { nodes, likelihood } of pointed) {
    const holder = nodes.length > 1 ? nodes[0]?.parent : nodes[0]
    if (!holder) continue
    const separators = [/\n/, /,|;|→|>|\n/, /,|;|→|>|\n|\band\b|\bthen\b/i]
    for (const names of separators.map((separator) => namesIn(text, separator))) {
      if (names.length < 2 || names.length > 20) continue
      const items = names.flatMap((name) => pointWithin(name, holder, page)[0]?.nodes.map(movableOf) ?? [])
      if (new Set(items).size !== names.length || items.some((item) => !item?.isItem)) continue
      yield {
        likelihood,
        request: `Order ${nameOf(holder, page)}: ${text}`,
        outcome: reorder(items as Node[], page),
      }
    }
  }
}
/** Reorders items or sections by a sequence with "first" and "then". */
export function* sequences(
  message: string,
  page: OpenPage,
): Generator<{ outcome: Outcome; request: string }> {
  if (message.length > 200) return
  const [, lead = '', rest = ''] =
    /^(?:please\s+|can you\s+|could you\s+)?(?:(?:put|show|list|have)\s+)?(.+?)\s+(?:should (?:be|come) (?:the )?first(?: \w+)?|(?:comes? |goes |is )?first(?: in \w+(?: \w+)?)?),?\s+(?:and\s+)?then\s+(.+?)[.!]*(?:\s+please)?$/i.exec(
      message.trim(),
    ) ?? []
  const [, all] =
    /^(?:please\s+)?(?:(?:re-?)?order|arrange|rearrange|(?:the |our )?new order|put (?:the |all )?(?:blocks|sections) in this order)[^:\n]{0,40}:\s*(.+?)(?:\s*[,;–—-]\s*(?:and |then )*(?:the )?rest\b.*)?[.!]?$/i.exec(
      message.trim(),
    ) ?? []
  if (all) yield* inThisOrder(all.split(/\s*(?:,|→|>)\s*(?:and |then )?/), message, page)
  const names = [lead, ...rest.split(/\s*,?\s*(?:\band\s+)?\bthen\s+|\s*,\s*|\s+and\s+/i)].filter(
    (name) => name !== '',
  )
  const [, scope, bare] = /^(?:in|on) (the .+?|\w+),?\s+((?:the )?\S+(?: \S+)?)$/i.exec(lead) ?? []
  if (names.length < 2) return
  const holder = scope ? point(scope, page)[0]?.nodes[0] : undefined
  const found = [bare ?? lead, ...names.slice(1)].map(
    (name) => (holder ? pointWithin(name, holder, page) : point(name, page))[0],
  )
  const items = found.map((each) =>
    each && each.likelihood > 0.5 && each.nodes[0] ? movableOf(each.nodes[0]) : undefined,
  )
  if (items.some((item) => !item) || new Set(items).size < names.length) return
  const outcome = reorder(items as Node[], page)
  if (outcome.kind === 'done') yield { outcome, request: `Put ${names.join(', ')} in this order` }
}

function* inThisOrder(
  names: string[],
  request: string,
  page: OpenPage,
): Generator<{ outcome: Outcome; request: string }> {
  const items = names.map((name) => {
    const [node] = point(name, page)[0]?.nodes ?? []
    return node && movableOf(node)
  })
  if (items.length < 2 || items.some((item) => !item) || new Set(items).size < items.length) return
  const outcome = reorder(items as Node[], page)
  if (outcome.kind === 'done') yield { outcome, request }
}

const namesIn = (text: string, separator: RegExp) =>
  trimmed(text)
    .split(separator)
    .map((name) => name.trim().replace(/^(?:\d+[.)]|[-*•–]|and|then)\s+/i, ''))
    .filter((name) => name !== '')

/** The list that is given by its section, itself, or its items. */
function listOf(nodes: Node[]): Node | undefined {
  const [node] = nodes as [Node]
  if (node.isItem && nodes.length > 1) return node.parent
  return node.isItem && node.kind !== 'item'
    ? undefined
    : node.children.find(({ kind, children }) => kind === 'list' && children.length > 1)
}

const reversing = /\b(?:revers|invert|flip|turn|backwards|other way (?:a?round))/i

export function* reversals(
  { said, parts }: Wish,
  { phrases, find }: WishNames,
  page: OpenPage,
): Generator<Way> {
  const isAsked = reversing.test(parts.flatMap(({ role, text }) => (role === 'T' ? [] : text)).join(' '))
  const [phrase = '', ...others] = phrases
  if (!isAsked || others.length > 0) return
  for (const { nodes, likelihood } of find(phrase.replace(ordering, ''))) {
    const list = listOf(nodes)
    if (!list || (nodes.length > 1 && nodes.length < list.children.length)) continue
    const { parent = list } = list
    yield {
      likelihood,
      request: said,
      outcome: {
        kind: 'done',
        draft: inOrder(list, list.children.map(({ index }) => index).toReversed(), page),
        said: `reversed the order of ${nameOf(parent, page)}`,
        focus: [list.key],
      },
    }
  }
}
export const ordering = /^(?:the\s+)?(?:order|positions?|places?|sequence)\s+of\s+/i

export function* sortings(pointed: Referents[], page: OpenPage): Generator<Way> {
  for (const { nodes, likelihood } of pointed) {
    const [node] = nodes as [Node]
    const list = listOf(nodes)
    if (!list) continue
    const sorted = list.children.toSorted((a, b) => a.label.localeCompare(b.label, 'en'))
    yield {
      likelihood,
      request: `Order ${nameOf(node, page)}: ${sorted.map(({ label }) => label).join(', ')}`,
      outcome: {
        kind: 'done',
        draft: inOrder(
          list,
          sorted.map(({ index }) => index),
          page,
        ),
        said: `sorted ${nameOf(node, page)} by name`,
        focus: [list.key],
      },
    }
  }
}
