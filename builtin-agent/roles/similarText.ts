import type { Node } from '../nodes.ts'
import type { OpenPage } from '../page.ts'
import { wordsOf } from '../tokens.ts'
import { assignmentsOf } from '../values/assign.ts'
import { isFunctionWord } from '../words/plain.ts'
import { sameForm, withRest } from './assignment.ts'
import { givensOf } from './givens.ts'
import { leavesOf } from './replacements.ts'
import { assigned, type Way } from './ways.ts'
import type { Part } from './wishes.ts'

/** Sets the only text of an object that shares most words with the value. */
export function* similarTextSet(
  node: Node,
  value: Part,
  likelihood: number,
  message: string,
  page: OpenPage,
): Generator<Way> {
  if ((node.kind !== 'item' && node.block?.type !== 'quote') || /^(?:\/|#|\w+:)\S*$/.test(value.text)) return
  const telling = (text: string) => wordsOf(text).filter((word) => !isFunctionWord(word) && !/^\d/.test(word))
  const words = new Set(telling(value.text))
  const alike = leavesOf(node).filter(({ value: text, prop }) => {
    const shared = telling(String(text)).filter((word) => words.has(word)).length
    return (
      typeof text === 'string' &&
      // For a name, one shared word is enough.
      shared >= (prop === 'name' && node.kind === 'block' ? 1 : 2) &&
      shared * 2 >= words.size &&
      shared * 2 >= telling(text).length
    )
  })
  const formed = leavesOf(node).filter((leaf) => sameForm(leaf, value, message) !== undefined)
  const [leaf, ...others] = alike.length === 0 ? formed : alike
  const [given] = leaf && others.length === 0 ? givensOf(value, leaf) : []
  const kept = leaf && given ? (withRest(leaf, value) ?? sameForm(leaf, value, message)) : undefined
  const [set] =
    leaf && kept !== undefined
      ? [{ node: leaf, value: kept, cost: 0 }]
      : leaf && given
        ? assignmentsOf(leaf, given)
        : []
  if (set && set.node !== node && set.value !== set.node.value) yield assigned([set], likelihood, page)
}
