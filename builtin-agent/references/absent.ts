import { singular } from '../nodeNames.ts'
import type { Node } from '../nodes.ts'
import type { OpenPage } from '../page.ts'
import { isNear } from '../spelling.ts'
import { namesIn, wordsOf } from '../tokens.ts'
import { blockNames } from '../words/names.ts'
import { genericBlockWords, genericTextWords, ordinals } from '../words/plain.ts'

/** Whether a phrase names a type of section, or an item, that the page does not have. */
export function namesAbsent(phrase: string, page: OpenPage): boolean {
  const known = absent.get(page.nodes) ?? absentOn(page)
  absent.set(page.nodes, known)
  return wordsOf(phrase).some((word) => known.has(singular(word))) || namesOther(phrase, page)
}

/** Whether a phrase combines an unknown proper name with the noun for existing items. */
function namesOther(phrase: string, { nodes, words, labels }: OpenPage): boolean {
  const [, name = '', noun = ''] =
    /^(?:(?:the|our|your|that)\s+)?(\p{Lu}[\p{L}-]{3,})\s+(\p{Ll}+)$/u.exec(phrase.trim()) ?? []
  if (name === '') return false
  const word = name.toLowerCase()
  const kind = singular(noun)
  const isKnown = [...words, ...labels].some(
    (other) =>
      other === word || singular(other) === singular(word) || (other[0] === word[0] && isNear(word, other)),
  )
  return (
    ordinals[word] === undefined &&
    !/^(?:last|next|previous|other|whole|main|upper|lower|middle|current|every|both|only|your|their|that|this|these|those|each|some|also|under|above|below|after|before|please|make|change)$/.test(
      word,
    ) &&
    !isKnown &&
    nodes.some(({ isItem, names }) => isItem && names.has(kind)) &&
    !nodes.some(({ names }) => names.has(singular(word)) || names.has(`${singular(word)} ${kind}`))
  )
}
const absent = new WeakMap<Node[], Set<string>>()
function absentOn({ nodes, words, labels }: OpenPage): Set<string> {
  const types = new Set(nodes.flatMap(({ kind, block }) => (kind === 'block' && block ? block.type : [])))
  const absent = Object.entries(blockNames).flatMap(([type, list]) =>
    types.has(type as never) ? [] : namesIn(list),
  )
  const there = new Set(nodes.map(({ names }) => names))
  return new Set(
    absent.filter(
      (name) =>
        !name.includes(' ') &&
        !genericBlockWords.has(name) &&
        !genericTextWords.has(name) &&
        !words.has(name) &&
        !words.has(`${name}s`) &&
        !labels.has(name) &&
        ![...there].some((names) => names.has(name)),
    ),
  )
}
