import { ancestors, isPlural, type Node, singular } from '../nodes.ts'
import type { Page } from '../page.ts'
import { isBelow } from '../targets.ts'
import { type Token, tokenise, wordsOf } from '../tokens.ts'
import { determiners, functionWords, ordinals, pointingWords } from '../words/plain.ts'
import type { Pointed } from './point.ts'
import { rank } from './rank.ts'

const bare =
  /^(?:it|this|that|them|these|those|they|him|her|both(?: of them)?|all of (?:them|it)|(?:this|that|the same) (?:one|thing|part|bit))$/i
const demonstrative = /^(?:this|that|these|those|the said)\s+(?:whole\s+|entire\s+|same\s+)?(.+)$/i
const possessive = /^(?:its|their|his|her)\s+(?:whole\s+|entire\s+)?(.+)$/i
const copied = /^(?:the|this|that|its)\s+(?:copy|duplicate|clone|copied\b.*|new (?:one|copy)|second one)$/i
const copying = /\b(?:duplicate|copy|copied|clone|double|twice|repeat|another|one more|same)\b/i
const ranked = /^the\s+(first|second|third|fourth|last)\s+one$/i
const other = /^(?:the\s+)?other\s+(.+)$/i

/** Whether a phrase stands for something that was named before: "it", "that column", "her quote", "the other one". */
export const pointsBack = (phrase: string) =>
  [bare, demonstrative, possessive, copied, other, ranked].some((pattern) => pattern.test(phrase.trim()))
export const isPronoun = (phrase: string) => bare.test(phrase.trim())

/** A message, where the wish before ends in it, and where the phrase begins. */
export type Said = { message: string; since: number; until: number }

/**
 * What a phrase that points back stands for: something named in the words before it, or what was selected, changed or
 * spoken of last. What doesn't go by the noun of the phrase, or is not inside `holder`, is not meant.
 */
export function pointBack(
  phrase: string,
  { message, since, until }: Said,
  holder: Node[],
  page: Page,
): Pointed[] {
  const said = phrase.trim()
  const before = message.slice(since, until)
  const isInside = (node: Node) => holder.length === 0 || holder.some((above) => isBelow(node, above))
  const sure = (nodes: Node[]): Pointed[] =>
    nodes.length > 0 && nodes.every(isInside) ? [{ nodes: [...new Set(nodes)], likelihood: 0.85 }] : []
  if (copied.test(said) && (!/second one$/i.test(said) || copying.test(message.slice(0, until))))
    return sure(page.focus)
  const [, rank] = ranked.exec(said) ?? []
  if (rank) return sure(rankedIn(rank, page))
  const [, alternative] = other.exec(said) ?? []
  if (alternative) return sure(othersOf(alternative, page))
  const fits = fitting(said)
  if (page.selected && bare.test(said)) return sure(page.focus)
  // "the second paragraph says nothing. Cut it.": a piece of a text is meant.
  if (bare.test(said) && /\b(?:paragraph|para|sentence|word|phrase|half)s?\b/i.test(before.slice(-200)))
    return []
  for (const nodes of mentionedIn(before, !bare.test(said), page)) {
    const found = [...new Set(nodes.flatMap((node) => fits(node, isInside) ?? []))]
    // Two things that fit: nobody can tell which.
    if (found.length > 1) return []
    if (found.length === 1) return sure(found)
  }
  return sure(page.focus.flatMap((node) => fits(node, () => true) ?? []))
}

/** From something that was named to what the phrase means: itself, what holds it, or a part of it. */
function fitting(said: string): (node: Node, isInside: (node: Node) => boolean) => Node | undefined {
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
  return (node, isInside) => {
    const above = [node, ...ancestors(node)]
    const holder = above.find((each) => each.isItem || each.kind === 'block') ?? node
    if (!noun) return above.find((each) => isInside(each) && (each === node || each === holder))
    const part = possessive.test(said) ? partOf(holder) : undefined
    const near = above.slice(0, 3).filter(isInside)
    return (
      near.find(({ names }) => names.has(name)) ??
      (part && isInside(part) ? part : undefined) ??
      near.find(isCalled)
    )
  }
}

/** What a node is one of: the items of its list, the sections of its type, the buttons of its section. */
function likesOf(node: Node, page: Page): Node[] {
  if (node.kind !== 'block' && node.kind !== 'group' && !node.isItem) return []
  return page.nodes.filter(
    (each) =>
      each.kind === node.kind &&
      each.isItem === node.isItem &&
      (node.kind === 'block' ? each.block?.type === node.block?.type : each.parent === node.parent) &&
      Object.keys(each.schema.properties ?? {}).join() === Object.keys(node.schema.properties ?? {}).join(),
  )
}

/** "the second one", after another of its like was spoken of. */
function rankedIn(rank: string, page: Page): Node[] {
  const ordinal = ordinals[rank.toLowerCase()] ?? 0
  for (const focus of page.focus)
    for (const node of [focus, ...ancestors(focus)]) {
      const all = likesOf(node, page)
      if (all.length < 2) continue
      const meant = all.at(ordinal > 0 ? ordinal - 1 : ordinal)
      return meant && meant !== node && meant.value !== undefined ? [meant] : []
    }
  return []
}

/** "the other button", after one was changed or removed: the one that is left of its like. */
function othersOf(noun: string, page: Page): Node[] {
  const isAnyName = /^(?:one|ones|two|three)$/i.test(noun.trim())
  const name = singular(wordsOf(noun).at(-1) ?? '')
  for (const focus of page.focus)
    for (const node of [focus, ...ancestors(focus)]) {
      if (!isAnyName && !node.names.has(name)) continue
      const others = likesOf(node, page).filter((each) => each !== node && each.value !== undefined)
      if (others.length > 0) return others.length === 1 || isPlural(wordsOf(noun).at(-1) ?? '') ? others : []
    }
  return []
}

const mostWords = 60
const mostRanked = 40
/** What ends a noun phrase: verbs and pronouns that are not part of a name. */
const stops = new Set(
  'is are was were be been am has have had do does did will would can could should shall may might must and but so because since as if when while which who that it they we i you he she him them us me not please just also then or wants want asked said say says needs need gets get isnt arent dont doesnt wasnt cant wont'.split(
    ' ',
  ),
)

/** Things on the page that a text names, by sentence, the last sentence first. `isLoose` takes bare nouns as names too. */
function* mentionedIn(text: string, isLoose: boolean, page: Page): Generator<Node[]> {
  const tokens = tokenise(text.slice(-600)).slice(-mostWords)
  const sentences: Token[][] = [[]]
  for (const token of tokens) {
    if (token.kind === 'mark' && /^(?:[.!?;…]|\n|bullet)$/.test(token.norm)) sentences.push([])
    else sentences.at(-1)?.push(token)
  }
  const budget = { left: mostRanked }
  for (const sentence of sentences.toReversed()) {
    const nodes = namedIn(sentence, isLoose, page, budget)
    // "the checkbox in the form": what holds another thing only says where that is.
    const inner = nodes.filter((node) => !nodes.some((each) => isBelow(each, node)))
    if (inner.length > 0) yield inner
  }
}

function namedIn(tokens: Token[], isLoose: boolean, page: Page, budget: { left: number }): Node[] {
  const found: Node[] = []
  for (let start = 0; start < tokens.length && budget.left > 0; start++) {
    const first = tokens[start] as Token
    const opens =
      first.kind === 'quote' ||
      (first.kind === 'word' &&
        (isLoose || determiners.has(first.norm) || /^\p{Lu}/u.test(first.text)) &&
        !stops.has(first.norm))
    if (!opens) continue
    let end = start
    while (end < tokens.length && end - start < 8 && isNominal(tokens[end] as Token, end > start)) end++
    for (; end > start && budget.left > 0; end--) {
      const phrase = tokens.slice(start, end)
      if (!phrase.some(isTelling) || functionWords.has(phrase.at(-1)?.norm ?? '')) continue
      budget.left--
      const [best] = rank(phrase, page)
      if (!best?.isExplained || best.likelihood < 0.5) continue
      if (best.node.block) found.push(best.node)
      start = end - 1
      break
    }
  }
  return [...new Set(found)]
}
const isNominal = ({ kind, norm }: Token, isInner: boolean) =>
  kind !== 'mark' && !(isInner && kind === 'word' && stops.has(norm))
const isTelling = ({ kind, norm }: Token) =>
  kind === 'quote' ||
  (kind === 'word' && !determiners.has(norm) && !functionWords.has(norm) && !pointingWords.has(norm))
