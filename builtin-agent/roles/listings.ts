import type { OpenPage } from '../page.ts'
import type { Referents } from '../references/rank.ts'
import { tokenise } from '../tokens.ts'
import { assignmentsOf } from '../values/assign.ts'
import { readGiven } from '../values/given.ts'
import { assigned, trimmed, type Way } from './ways.ts'
import type { Part } from './wishes.ts'

/** Assigns several values to several nodes, in order. */
export function* listings(values: Part[], pointed: Referents[], page: OpenPage): Generator<Way> {
  const texts = values.flatMap((part) => {
    const quotes = tokenise(part.isQuote ? `“${part.text}”` : part.text).filter(
      ({ kind }) => kind === 'quote',
    )
    return quotes.length > 0 ? quotes.map(({ text }) => text) : [trimmed(part.text)]
  })
  for (const { nodes, likelihood } of pointed) {
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
