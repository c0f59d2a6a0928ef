import { nameOf } from '../describe.ts'
import { listed, quoted } from '../label.ts'
import type { Node } from '../nodes.ts'
import { draftOf, setList } from '../operations/edit.ts'
import type { Page } from '../page.ts'
import type { Pointed } from '../references/point.ts'
import { tokenise, wordsOf } from '../tokens.ts'
import { type Assignment, assignmentsOf, readGiven } from '../values/assign.ts'
import { givensOf } from './givens.ts'
import { assigned, trimmed, type Way } from './ways.ts'
import type { Part } from './wishes.ts'

/** Several things become several values, in their order: "the three bullets as A, B and C". */
export function* listings(values: Part[], pointed: Pointed[], page: Page): Generator<Way> {
  const texts = values.flatMap((part) => {
    const quotes = tokenise(part.isQuote ? `“${part.text}”` : part.text).filter(
      ({ kind }) => kind === 'quote',
    )
    return quotes.length > 0 ? quotes.map(({ text }) => text) : [trimmed(part.text)]
  })
  for (const { nodes, likelihood } of pointed) {
    const parts = nodes.length === 1 ? partsOf(nodes[0] as Node, values) : undefined
    if (parts) yield assigned(parts, likelihood, page)
    const list =
      nodes.length === 1 && nodes[0]?.children.length === texts.length ? (nodes[0]?.children ?? []) : nodes
    if (list.length !== texts.length) continue
    const each = list.map((node, at) => {
      const given = readGiven(tokenise(`“${texts[at]}”`), `“${texts[at]}”`)
      return given && assignmentsOf(node, given)[0]
    })
    if (each.every((assignment) => assignment !== undefined)) yield assigned(each, likelihood, page)
  }
}

/** Of a button or an item several parts at once, each by the value that fits it: its label and where it leads. */
function partsOf(node: Node, values: Part[]): Assignment[] | undefined {
  const group = node.kind === 'group' || node.isItem ? node : node.parent
  if (!group || (group.kind !== 'group' && !group.isItem)) return undefined
  const chosen: Assignment[] = []
  for (const value of values) {
    const best = givensOf(value, group)
      .flatMap((given) => assignmentsOf(group, given))
      .filter(({ node: part, cost }) => cost < 3 && !chosen.some((other) => other.node === part))
      .sort((a, b) => a.cost - b.cost)[0]
    if (!best) return undefined
    chosen.push(best)
  }
  return chosen.some(({ node: part }) => part.kind !== 'text') ? chosen : undefined
}

/** What a field offers: "only English, German and Spanish". */
export function* choices(node: Node, value: Part, likelihood: number, page: Page): Generator<Way> {
  const list = [node, ...node.children].find(({ kind, prop }) => kind === 'list' && prop === 'options')
  const options = value.text
    .split(/\s*(?:,(?!\d{3}\b)|;)\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+/)
    .map((option) => trimmed(option))
  if (!list || options.length < 2 || options.some((option) => option === '' || wordsOf(option).length > 6))
    return
  yield {
    likelihood,
    saying: `Change the options of ${nameOf(node, page)} to ${options.join(', ')}`,
    outcome: {
      kind: 'done',
      draft: setList(draftOf(page), list, options),
      said: `set the options of ${nameOf(node, page)} to ${listed(options.map((option) => quoted(option, 40)))}`,
      focus: [list.key],
    },
  }
}
