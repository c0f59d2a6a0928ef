import { contentOf, isPlural, singular } from '../nodeNames.ts'
import { isBelow, isOfType, type Node, withAncestors } from '../nodes.ts'
import type { OpenPage } from '../page.ts'
import { stem, type Token, tokenise, wordsOf } from '../tokens.ts'
import {
  determiners,
  functionWords,
  genericItemWords,
  genericTextWords,
  isFunctionWord,
  ordinals,
  pointingWords,
} from '../words/plain.ts'
import type { Referents } from './rank.ts'
import { rank } from './rank.ts'

const bare =
  /^(?:it|this|that|them|these|those|they|him|her|both(?: of them)?|all of (?:them|it)|(?:this|that|the same) (?:one|thing|part|bit))$/i
const demonstrative = /^(?:this|that|these|those|the said)\s+(?:whole\s+|entire\s+|same\s+)?(.+)$/i
const possessive = /^(?:its|their|his|her)\s+(?:whole\s+|entire\s+)?((?:[^\s]+\s+){0,2}[^\s]+)$/i
const copied = /^(?:the|this|that|its)\s+(?:copy|duplicate|clone|copied\b.*|new (?:one|copy)|second one)$/i
const copying = /\b(?:duplicate|copy|copied|clone|double|twice|repeat|another|one more|same)\b/i
const ranked = /^the\s+(first|second|third|fourth|last|middle|next)\s+one$/i
const other = /^(?:the\s+)?other\s+(.+)$/i

/** Whether a phrase refers to something mentioned before. */
export const pointsBack = (phrase: string) =>
  [bare, demonstrative, possessive, copied, other, ranked].some((pattern) => pattern.test(phrase.trim()))
/** The noun after a possessive pronoun. */
export const ownedIn = (phrase: string) => possessive.exec(phrase.trim())?.[1]
export const isPronoun = (phrase: string) => bare.test(phrase.trim())

/** A message, the end of the previous wish in it, and the start of the phrase. */
type PhraseContext = { message: string; since: number; until: number }

/**
 * Resolves an anaphoric phrase to something mentioned before it, or to the selection and the last changed or mentioned
 * nodes. Candidates must match the noun of the phrase and be inside `holder`.
 */
export function pointBack(
  phrase: string,
  { message, since, until }: PhraseContext,
  holder: Node[],
  page: OpenPage,
): Referents[] {
  const said = phrase.trim()
  const before = message.slice(since, until)
  const isInside = (node: Node) => holder.length === 0 || holder.some((above) => isBelow(node, above))
  const sure = (nodes: Node[]): Referents[] =>
    nodes.length > 0 && nodes.every(isInside) ? [{ nodes: [...new Set(nodes)], likelihood: 0.85 }] : []
  if (copied.test(said) && (!/second one$/i.test(said) || copying.test(message.slice(0, until))))
    return sure(page.focus)
  const [, rank] = ranked.exec(said) ?? []
  if (rank) return sure(rankedIn(rank, page))
  const [, alternative] = other.exec(said) ?? []
  if (alternative) return sure(othersOf(alternative, page))
  const fits = fitting(said)
  if (page.selected && bare.test(said)) return sure(page.focus)
  const [pointedAt] = page.selected && !page.isGoingOn ? page.focus : []
  if (pointedAt && demonstrative.test(said)) return sure(selectedAs(said, pointedAt, page))
  for (const mentions of mentionedIn(before, !bare.test(said) && !page.isGoingOn, page)) {
    const found = mentions.flatMap(({ nodes, isAside }) => {
      const [meant] = nodes
        .flatMap((node) => fits(node, isInside) ?? [])
        .sort((a, b) => a.distance - b.distance)
      return meant ? [{ ...meant, isAside }] : []
    })
    const least = Math.min(...found.map(({ distance }) => distance))
    const near = found.filter(({ distance }) => distance === least)
    const main = near.filter(({ isAside }) => !isAside)
    const [first, ...others] = main.length > 0 ? main : near
    if (!first) continue
    const isOne = others.every(({ node }) => node === first.node)
    // Of several candidates, a bare pronoun most likely refers to the main one; a demonstrative with a noun is ambiguous.
    if (isOne || bare.test(said))
      return sure([first.node]).map((pointed) => ({ ...pointed, likelihood: isOne ? 0.85 : 0.6 }))
    return []
  }
  return sure(page.focus.flatMap((node) => fits(node, () => true)?.node ?? []))
}

const wholeSection = /^(?:this|that|the)\s+(?:(?:whole|entire|complete|full)\s+)?(?:section|block)$/i
const ownPart = /^((?:this|that)\s+[\w-]+)['’]s\s+(.+)$/i
const selectable = /^(?:this|that)\b/i

/** The section of the selection, if the phrase refers to it as a section. */
export function selectedSection(phrase: string, { selected, nodes }: OpenPage): Node | undefined {
  return selected && wholeSection.test(phrase.trim())
    ? nodes.find(({ kind, block }) => kind === 'block' && block === selected)
    : undefined
}

/**
 * Resolves a demonstrative with a noun to the selection: to a part with that name, or else to the selected item or section,
 * unless the noun names something else on the page.
 */
function selectedAs(said: string, node: Node, page: OpenPage): Node[] {
  const section = selectedSection(said, page)
  if (section) return [section]
  const [, owner, part] = ownPart.exec(said) ?? []
  if (owner && part) {
    const name = contentOf(part)
    return selectedAs(owner, node, page).flatMap(
      ({ children }) => children.find(({ names }) => names.has(name)) ?? [],
    )
  }
  const found = fitting(said)(node, () => true)?.node
  const holder = withAncestors(node).find(({ isItem, kind }) => isItem || kind === 'block')
  const name = contentOf(demonstrative.exec(said)?.[1] ?? '')
  // The noun may be the singular of the name of the surrounding list or section.
  const isAround = (each: Node) =>
    holder?.isItem &&
    (each === holder.parent ||
      (each.kind === 'block' && each.block === holder.block && !isOfType(each, name)))
  if (found && !isAround(found)) return [found]
  if (!holder || !selectable.test(said) || isPlural(wordsOf(said).at(-1) ?? '')) return []
  const isOther = page.nodes.some((each) => each.names.has(name) && !isAround(each))
  return isOther && !(holder.isItem && genericItemWords.has(name)) ? [] : [holder]
}

/** Returns a function that maps a mentioned node to the referent: the node, an ancestor, or a part of it. */
function fitting(
  said: string,
): (node: Node, isInside: (node: Node) => boolean) => { node: Node; distance: number } | undefined {
  const noun = (possessive.exec(said) ?? (bare.test(said) ? undefined : demonstrative.exec(said)))?.[1]
  const words = noun
    ? wordsOf(noun)
        .filter((word) => !determiners.has(word))
        .map(singular)
    : []
  const name = words.join(' ')
  const isCalled = ({ names }: Node) => names.has(name) || names.has(words.at(-1) ?? '')
  const partOf = ({ children }: Node) =>
    children.find(({ value, names }) => value !== undefined && names.has(name)) ??
    (words.length > 1 && words.some((word) => ordinals[word] !== undefined)
      ? undefined
      : children.find((each) => each.value !== undefined && isCalled(each)))
  const meant = (node: Node, isInside: (node: Node) => boolean) => {
    const above = withAncestors(node)
    const holder = above.find((each) => each.isItem || each.kind === 'block') ?? node
    if (!noun) return above.find((each) => isInside(each) && (each === node || each === holder))
    const part = partOf(holder)
    const own = part && isInside(part) ? part : undefined
    const near = above.slice(0, 3).filter(isInside)
    const isText = node.kind === 'text' && words.length === 1 && genericTextWords.has(name)
    return (
      near.find(({ names }) => names.has(name)) ??
      (possessive.test(said) ? own : isText ? node : undefined) ??
      near.find(isCalled) ??
      own
    )
  }
  return (node, isInside) => {
    const found = meant(node, isInside)
    if (!found) return undefined
    const distance = found === node ? 0 : isBelow(node, found) ? 2 : 1
    return { node: found, distance: bare.test(said) ? 0 : distance }
  }
}

/** The siblings of a node: items of its list, sections of its type, or buttons of its section. */
export function likesOf(node: Node, nodes: Node[]): Node[] {
  if (node.kind !== 'block' && node.kind !== 'group' && !node.isItem) return []
  return nodes.filter(
    (each) =>
      each.kind === node.kind &&
      each.isItem === node.isItem &&
      (node.kind === 'block' ? each.block?.type === node.block?.type : each.parent === node.parent) &&
      Object.keys(each.schema.properties ?? {}).join() === Object.keys(node.schema.properties ?? {}).join(),
  )
}

/** Resolves an ordinal with "one" among the siblings of the last mentioned node. */
function rankedIn(rank: string, { focus, freed, nodes }: OpenPage): Node[] {
  const said = rank.toLowerCase()
  for (const last of focus)
    for (const node of withAncestors(last)) {
      const all = node.kind === 'list' ? node.children : likesOf(node, nodes)
      if (all.length < 2) continue
      const at = said === 'next' ? all.indexOf(node) + 1 : placeOf(ordinals[said] ?? 0, all.length)
      // Counting starts from the list before the removal.
      const isBehind = freed?.list === node.key && at > freed.index && said !== 'last'
      const meant = all[isBehind ? at - 1 : at]
      return meant && meant !== node && meant.value !== undefined ? [meant] : []
    }
  return []
}
const placeOf = (ordinal: number, count: number) =>
  ordinal > 0 ? ordinal - 1 : ordinal < 0 ? count + ordinal : Math.floor((count - 1) / 2)

/** The siblings of a changed or removed node that "other" refers to. */
function othersOf(noun: string, page: OpenPage): Node[] {
  const isAnyName = /^(?:one|ones|two|three)$/i.test(noun.trim())
  for (const focus of page.focus)
    for (const node of withAncestors(focus)) {
      const all = node.kind === 'list' && isAnyName ? node.children : likesOf(node, page.nodes)
      const others = all.filter((each) => each !== node && each.value !== undefined)
      if (others.length > 0) return others.length === 1 || isPlural(wordsOf(noun).at(-1) ?? '') ? others : []
    }
  return []
}

const mostWords = 60
const mostRanked = 40
/** Words that end a noun phrase. */
const stops = new Set(
  'is are was were be been am has have had do does did will would can could should shall may might must and but so because since as if when while which who that it they we i you he she him them us me not please just also then or wants want asked said say says needs need gets get isnt arent dont doesnt wasnt cant wont'.split(
    ' ',
  ),
)

/** A mention of something in a text: its candidates, likeliest first, and whether it only is an anchor. */
type Mention = { nodes: Node[]; isAside: boolean }

/** The mentions in a text, sentence by sentence, starting with the last one. `isLoose` accepts nouns without an article. */
function* mentionedIn(text: string, isLoose: boolean, page: OpenPage): Generator<Mention[]> {
  const tokens = tokenise(text.slice(-600)).slice(-mostWords)
  const sentences: Token[][] = [[]]
  for (const token of tokens) {
    if (token.kind === 'mark' && /^(?:[.!?;…]|\n|bullet)$/.test(token.norm)) sentences.push([])
    else sentences.at(-1)?.push(token)
  }
  const budget = { left: mostRanked }
  for (const sentence of sentences.toReversed()) {
    const mentions = namedIn(sentence, isLoose, page, budget)
    // A mention that contains another one only locates it.
    const inner = mentions.filter(
      ({ nodes: [node] }) => node && !mentions.some(({ nodes: [each] }) => each && isBelow(each, node)),
    )
    if (inner.length > 0) yield inner
  }
}

function namedIn(tokens: Token[], isLoose: boolean, page: OpenPage, budget: { left: number }): Mention[] {
  const found: Mention[] = []
  for (let start = 0; start < tokens.length && budget.left > 0; start++) {
    const first = tokens[start] as Token
    const isName = first.kind === 'quote' || /^\p{Lu}/u.test(first.text)
    const opens =
      first.kind === 'word' && (isLoose || determiners.has(first.norm) || isName) && !stops.has(first.norm)
    if (!opens) continue
    let end = start
    while (end < tokens.length && end - start < 8 && isNominal(tokens[end] as Token, end > start)) end++
    for (; end > start && budget.left > 0; end--) {
      const phrase = tokens.slice(start, end)
      if (!phrase.some(isTelling) || functionWords.has(phrase.at(-1)?.norm ?? '')) continue
      budget.left--
      const ranked = rank(phrase, page).filter(
        ({ node, isExplained, likelihood }) => node.block && isExplained && likelihood > 0.08,
      )
      const isDefinite = determiners.has(first.norm) && (ranked[0]?.likelihood ?? 0) >= 0.5
      const nodes = ranked.map(({ node }) => node).filter((node) => isDefinite || calls(phrase, node))
      if (nodes.length === 0) continue
      found.push({ nodes, isAside: asides.has(tokens[start - 1]?.norm ?? '') })
      start = end - 1
      break
    }
  }
  return found
}
const asides = new Set(
  'after before under below above in on at of from with beside behind to into than like by near'.split(' '),
)
/** Whether words without an article are at least half of a label, or a whole name. */
function calls(phrase: Token[], { labelStems }: Node): boolean {
  const said = phrase.filter(isTelling)
  const words = said.flatMap(({ text }) => wordsOf(text))
  const shared = words.filter((word) => labelStems.has(stem(word))).length
  return shared === words.length && shared * 2 >= labelStems.size
}
const isNominal = ({ kind, norm }: Token, isInner: boolean) =>
  kind !== 'mark' && !(isInner && kind === 'word' && stops.has(norm))
const isTelling = ({ kind, norm }: Token) =>
  kind === 'word' && !isFunctionWord(norm) && !pointingWords.has(norm)
