import { contentOf, isPlural, singular } from '../nodeNames.ts'
import { isBelow, type Node } from '../nodes.ts'
import type { OpenPage } from '../page.ts'
import { stem, tokenise, wordsOf } from '../tokens.ts'
import { isFunctionWord, numbers, pointingWords } from '../words/plain.ts'
import { rank } from './rank.ts'

const counted =
  /^(?:(?:the|our|your|these|those)\s+)*(?:(all|both|every|each)\s+(?:(?:of|the|our|your|these|those)\s+)*)?(?:(first|last|final|top|bottom)\s+)?(?:(two|three|four|five|six|[2-6])\s+)?(.+)$/i

/** The nodes that a phrase with a number or quantifier refers to. */
export function countedIn(phrase: string, page: OpenPage): Node[] | undefined {
  const [, step, noun] = /^every\s+(second|other|third)\s+(.+)$/i.exec(phrase.trim()) ?? []
  if (step && noun) {
    const every = /^third$/i.test(step) ? 3 : 2
    return countedIn(`every ${noun}`, page)?.filter((_, at) => at % every === every - 1)
  }
  const [, all, end, number, rest = ''] = counted.exec(phrase.trim()) ?? []
  const [, head = '', tail = ''] =
    /^(.+?)(?:\s+(?:of|in|on|at|from|under|below|inside|within|for|next to|beside|with)\s+(.+))?$/i.exec(
      rest,
    ) ?? []
  // A number with a noun may be the text of an item.
  const words = contentOf(`${number} ${head.replace(/\s+(?:line|bullet|point|item|entry|option|one)$/i, '')}`)
  if (number && page.nodes.some(({ kind, value }) => kind === 'text' && contentOf(String(value)) === words))
    return undefined
  const isEvery = all !== undefined || isEachIcon(head, tail)
  if (!isEvery && number === undefined) return undefined
  const isOfSections = /^(?:sections|blocks)$/i.test(rest) && end !== undefined
  const sections = isOfSections ? page.nodes.filter(({ kind }) => kind === 'block') : []
  const count = /^both$/i.test(all ?? '') ? 2 : number && (numbers[number.toLowerCase()] ?? Number(number))
  const where = tail.replace(/^(?:all|every|each|both)\s+(?:(?:of|the|our)\s+)*/i, '')
  const fits = ({ length }: Node[]) =>
    typeof count !== 'number' ? length > 1 : end ? length >= count : length === count
  const alike = /^both$/i.test(all ?? '') ? calledAlike(head, where, page) : []
  if (alike.length === 2) return alike
  const named = groupsOf(head, where, page).filter(fits)
  const items = named.filter(([first]) => first?.isItem)
  const fitting = items.length > 0 ? items : named
  const [group] =
    sections.length > 0
      ? [sections]
      : fitting.length > 0
        ? fitting
        : [itemsOf(rest, page), calledAlike(head, where, page)].filter(fits)
  if (!group || fitting.length > 1) return undefined
  if (!end || typeof count !== 'number') return end ? undefined : group
  return /^(?:first|top)$/i.test(end) ? group.slice(0, count) : group.slice(-count)
}

/** Whether the phrase is about icons beside other objects, of which each has one. */
const isEachIcon = (head: string, tail: string) =>
  tail !== '' && /\b(?:icons|symbols|pictograms|drawings)$/i.test(head)

/** The items of the list that a plural refers to. */
function itemsOf(phrase: string, page: OpenPage): Node[] {
  const [best] = rank(tokenise(phrase), page)
  if (!best?.isExplained || best.likelihood < 0.6) return []
  const { node } = best
  const list = node.isItem ? node.parent : node.kind === 'list' ? node : onlyList(node)
  return list?.children ?? []
}
const onlyList = ({ kind, children }: Node) => {
  const lists = children.filter((each) => each.kind === 'list' && each.children.length > 1)
  return kind === 'block' && lists.length === 1 ? lists[0] : undefined
}

/** Buttons and other groups in several sections whose labels contain the same word. */
function calledAlike(head: string, tail: string, { nodes }: OpenPage): Node[] {
  const words = wordsOf(`${head} ${tail}`).filter((word) => !isFunctionWord(word))
  const telling = (node: Node) => words.filter((word) => !node.names.has(singular(word)))
  const says = (node: Node, word: string) => node.labelStems.has(stem(word))
  const found = nodes.filter(
    (node) =>
      node.kind === 'group' &&
      node.value !== undefined &&
      telling(node).length < words.length &&
      telling(node).every((word) => says(node, word)),
  )
  return found.some((node) => telling(node).length === 0) ? [] : found
}

/** Groups of nodes with the same name that are in the place given by the rest of the phrase. */
function groupsOf(head: string, tail: string, page: OpenPage): Node[][] {
  const words = wordsOf(head).filter((word) => !isFunctionWord(word) && !pointingWords.has(word))
  const noun = singular(words.at(-1) ?? '')
  const places = [words.slice(0, -1).join(' '), tail].filter((each) => each !== '')
  const named = page.nodes.filter(
    ({ names, value, block }) =>
      block && value !== undefined && [...names.keys()].some((name) => name === noun),
  )
  const groups = [...Map.groupBy(named, groupOf).values()]
  const inside = groups.filter((group) =>
    places.every((place) => group.every((node) => isAt(node, place, page))),
  )
  const best = Math.max(...inside.map((group) => weightOf(group, noun)))
  return inside.filter((group) => weightOf(group, noun) === best)
}

const weightOf = (group: Node[], noun: string) => Math.min(...group.map(({ names }) => names.get(noun) ?? 0))

/** The key of a node's group: its list, its property in all items, its section type, or its section. */
export function groupOf(node: Node): string {
  if (node.isItem) return node.parent?.key ?? ''
  if (node.kind === 'block') return `blocks ${node.block?.type}`
  const item = node.above.find(({ isItem }) => isItem)
  return item ? `${item.parent?.key} ${node.prop}` : `${node.block?.id} ${node.kind}`
}

function isAt(node: Node, place: string, page: OpenPage): boolean {
  const [best] = rank(tokenise(place), page)
  if (!best || best.likelihood < 0.4) return false
  const { node: named } = best
  const holder =
    named.kind === 'text' || (named.isItem && isPlural(wordsOf(place).at(-1) ?? '')) ? named.parent : named
  return holder !== undefined && (holder === node || isBelow(node, holder))
}
