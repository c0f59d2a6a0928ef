import { type Node, singular } from '../nodes.ts'
import type { Page } from '../page.ts'
import { namesIn, wordsOf } from '../tokens.ts'
import { blockNames } from '../words/names.ts'
import { genericBlockWords, genericTextWords } from '../words/plain.ts'

/** Whether a phrase names a kind of section that the page does not have: "the text in the pricing table". */
export function namesAbsent(phrase: string, page: Page): boolean {
  const known = absent.get(page.nodes) ?? absentOn(page)
  absent.set(page.nodes, known)
  return wordsOf(phrase).some((word) => known.has(singular(word)))
}
const absent = new WeakMap<Node[], Set<string>>()
function absentOn({ nodes, words, labels }: Page): Set<string> {
  const types = new Set(nodes.flatMap(({ kind, block }) => (kind === 'block' && block ? block.type : [])))
  const names = Object.entries(blockNames).flatMap(([type, list]) =>
    types.has(type as never) ? [] : namesIn(list),
  )
  return new Set(
    names.filter(
      (name) =>
        !name.includes(' ') &&
        !genericBlockWords.has(name) &&
        !genericTextWords.has(name) &&
        !words.has(name) &&
        !words.has(`${name}s`) &&
        !labels.has(name) &&
        !nodes.some((node) => node.names.has(name)),
    ),
  )
}
