import { contentOf, inWords, singular } from '../nodeNames.ts'
import { type Node, withAncestors } from '../nodes.ts'
import type { OpenPage } from '../page.ts'
import { stem, wordsOf } from '../tokens.ts'
import { determiners, genericBlockWords } from '../words/plain.ts'

/** The only item or section whose label is in a phrase together with nothing but its names. */
export function calledIn(phrase: string, nodes: Node[]): Node | undefined {
  const words = wordsOf(phrase)
  if (words.length > 14) return undefined
  const found = nodes.filter((node) => {
    const isTitled =
      node.kind === 'block' &&
      node.children.some(
        ({ prop, value }) => /^(?:headline|heading|title)$/.test(prop) && value === node.label,
      )
    if (!isTitled && (!node.isItem || node.parent?.prop === 'cells')) return false
    const label = stemsOf(node.label)
    const [before, after] =
      label.length < 2 ? [] : ` ${stemsOf(phrase).join(' ')} `.split(` ${label.join(' ')} `)
    if (before === undefined || after === undefined) return false
    const count = wordsOf(before).length
    const rest = [...words.slice(0, count), ...words.slice(count + label.length)]
    if (isTitled && !rest.some((word) => node.names.has(singular(word)) || genericBlockWords.has(word)))
      return false
    return rest.every(
      (word) =>
        determiners.has(word) ||
        node.names.has(singular(word)) ||
        (label.length > 2 &&
          ((isTitled && /^(?:under|below|beneath|underneath)$/.test(word)) ||
            (isTitled && genericBlockWords.has(word)))),
    )
  })
  return found.length === 1 ? found[0] : undefined
}

const stemsOf = (text: string) => wordsOf(text).map(stem)
/** Whether a phrase is the label of a node. */
export const isNamed = ({ label }: Node, phrase: string) =>
  wordsOf(label).join(' ') === wordsOf(phrase).join(' ')

/** The only section whose type a phrase names. */
export function sectionCalled(phrase: string, { nodes }: OpenPage): Node | undefined {
  const name = contentOf(phrase.replace(/\s+(?:section|block|part|area)$/i, ''))
  const found = nodes.filter(({ kind, names }) => kind === 'block' && names.has(name))
  return found.length === 1 ? found[0] : undefined
}

/** The object whose text the phrase quotes. */
export function titledIn(phrase: string, { nodes }: OpenPage): Node | undefined {
  const [, quote = ''] = /["“]([^"”]{3,200})["”]/.exec(phrase) ?? []
  const words = wordsOf(quote).join(' ')
  const found = nodes.filter(
    ({ kind, value }) => kind === 'text' && words !== '' && wordsOf(String(value ?? '')).join(' ') === words,
  )
  const [leaf, ...others] = found
  return leaf && others.length === 0
    ? leaf.parent?.isItem || leaf.parent?.kind === 'block'
      ? leaf.parent
      : leaf
    : undefined
}

const ofThis = /\s+(?:of|in|for|on)\s+(?:it|this|that)(?:\s+(?:one|item))?$/i

/** The part of the selected or last mentioned object that a phrase names. */
export function partNear(phrase: string, { focus, isGoingOn, selected }: OpenPage): Node | undefined {
  const [last] = focus
  if (!(isGoingOn || selected) || !last || focus.length > 1) return undefined
  const name = wordsOf(phrase.replace(ofThis, ''))
    .filter((word) => !determiners.has(word))
    .map(singular)
    .join(' ')
  for (const holder of withAncestors(last)) {
    if (holder.kind === 'block') return undefined
    const part = holder.children.find((node) => namesPart(node, name))
    if (part && part !== last) return part
  }
  return undefined
}
const namesPart = ({ names, prop }: Node, name: string) =>
  names.has(name) || inWords(prop).split(' ').at(-1) === name
