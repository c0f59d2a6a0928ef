import { isPlural, singular } from '../nodeNames.ts'
import { isBelow, type Node, withAncestors } from '../nodes.ts'
import { nodesByKey, type OpenPage } from '../page.ts'
import { exceptWords } from '../recognisers/exceptWords.ts'
import { correct } from '../spelling.ts'
import { resolveAll } from '../targets/all.ts'
import { resolve } from '../targets/resolve.ts'
import { type Token, tokenise, wordsOf } from '../tokens.ts'
import { namesAbsent } from './absent.ts'
import { selectedSection } from './back.ts'
import { countedIn, groupOf } from './counted.ts'
import { calledIn, isNamed, partNear, sectionCalled, titledIn } from './named.ts'
import type { Around } from './phrase.ts'
import { buttonsFirst, fitsNamedItem, mainFirst, onPage } from './preferences.ts'
import { isGenericName, type Referents, rank } from './rank.ts'

const several = /\b(?:all|both|every|each|everything|any|two|three|four|five)\b/i
const counting = /^(?:(?:all|both|every|each)\b|(?:the |our )?(?:(?:first|last) )?(?:two|three|four|five)\b)/i
const pronoun =
  /^(?:it|this|that|them|these|those|they|here|there|(?:this|that) (?:one|part|section|text|line|bit|block|button|item|word|sentence))$/i
const least = 0.12
/** “One” as a pronoun with an attribute. */
const theOne = /\b(the|that|this)\s+one(?=\s+(?:about|on|with|of|for|from|that|which|where|by|in|called)\b)/i
/** The least likelihood for a node that does not explain all words of the phrase. */
const leastUnexplained = { alone: 0.8, withValue: 0.6, pronoun: 0.6 }

/**
 * The nodes that a phrase may refer to, likeliest first, in the context of its wish. A pronoun refers to the selection or to
 * what was mentioned last.
 */
export function point(phrase: string, page: OpenPage, around?: Around): Referents[] {
  const [, key] = /^‹([\w/-]+)›$/.exec(phrase) ?? []
  const referred = key && nodesByKey(page).get(key)
  if (referred) return [{ nodes: [referred], likelihood: 1 }]
  const said = mended(phrase.trim(), page)
  const isPronoun = pronoun.test(said)
  const section = selectedSection(said, page)
  if (section) return [{ nodes: [section], likelihood: 0.9 }]
  if (isPronoun && page.focus.length > 0) return [{ nodes: page.focus, likelihood: 0.9 }]
  if (isPronoun && !around) return []
  if (/^(?:it|them|that|this|these|those) (?:from|in|of|off|on|at)\b/i.test(said)) return []
  const beside = besideSection(said, page)
  if (beside) return beside
  const below = belowOf(said, page) ?? secondButton(said, page)
  if (below) return below
  const isMeta =
    page.focus[0]?.kind === 'meta' &&
    /^(?:the |its |our )?(?:search |meta |seo )?(?:description|snippet)$/i.test(said)
  const meta = isMeta
    ? page.nodes.find(({ kind, prop }) => kind === 'meta' && prop === 'description')
    : undefined
  if (meta) return [{ nodes: [meta], likelihood: 0.95 }]
  const others = allBut(said, page)
  if (others) return others
  if (namesAbsent(said, page)) return []
  const part = partNear(said, page)
  if (part) return [{ nodes: [part], likelihood: 0.85 }]
  const counted = countedIn(said, page)
  if (counted) return [{ nodes: counted, likelihood: 0.85 }]
  const exact = calledIn(said, page.nodes)
  if (exact) return [{ nodes: [exact], likelihood: 0.95 }]
  const tokens = correct(tokenise(plainly(said)), page)
  if (/^(?:(?:the|this|our|whole|entire|my)\s+)*(?:web)?(?:page|site)$/i.test(said)) return []
  const ranked = mainFirst(
    buttonsFirst(
      onPage(rank(tokens, page, { around, fits: fitsNamedItem(said, page) }), tokens, page),
      said,
    ).slice(0, 3),
    said,
    around,
    page,
  )
  const called = (ranked[0]?.likelihood ?? 0) < 0.8 ? sectionCalled(said, page) : undefined
  if (called) return [{ nodes: [called], likelihood: 0.85 }]
  const titled = titledIn(said, page)
  if (titled && !ranked.some(({ node }) => node === titled || isBelow(node, titled) || isBelow(titled, node)))
    return [{ nodes: [titled], likelihood: 0.85 }]
  const [first, second] = ranked
  if (
    isGenericName(tokens) &&
    !around?.beside?.length &&
    ((first?.likelihood ?? 0) < 0.75 || first?.node.kind === 'meta' || !isSpokenOf(around?.rest, page))
  ) {
    const found = resolve(tokens, page)
    if (found.kind === 'found') return [{ nodes: found.nodes, likelihood: 0.85 }]
  }
  const set = setIn(said, tokens, page)
  // A plural may also be the name of one section, unless a quantifier speaks against that.
  const isOne =
    first?.isExplained &&
    first.likelihood > 0.6 &&
    !several.test(said) &&
    (set?.every((node) => isBelow(node, first.node)) || isNamed(first.node, said))
  if (set && !isOne) return [{ nodes: set, likelihood: 0.8 }]
  const listed =
    isOne && !/[,&]|\band\b/.test(said.replace(first.node.label, '')) ? undefined : listedIn(said, page)
  if (listed) return [listed]
  // The number or quantifier fits no group.
  if (first && counting.test(said) && first.node.kind !== 'list' && first.node.kind !== 'block') return []
  // Two siblings match equally well, so the phrase is ambiguous.
  if (first && second && second.likelihood > first.likelihood * 0.6 && areAlike(first.node, second.node))
    return []
  const unexplained = leastUnexplained[isPronoun ? 'pronoun' : around?.value ? 'withValue' : 'alone']
  const likely = ranked
    .filter(({ likelihood, isExplained }) => likelihood > (isExplained && !isPronoun ? least : unexplained))
    .map(({ node, likelihood }) => ({ nodes: [node], likelihood }))
  const byType = likely.length === 0 ? sectionCalled(said, page) : undefined
  return byType ? [{ nodes: [byType], likelihood: 0.8 }] : likely
}

/** The phrase with typing errors corrected. */
function mended(phrase: string, page: OpenPage): string {
  const tokens = tokenise(phrase)
  return correct(tokens, page).reduceRight(
    (text, { kind, norm, start, end }, at) =>
      kind === 'word' && norm !== tokens[at]?.norm ? text.slice(0, start) + norm + text.slice(end) : text,
    phrase,
  )
}

const sectionOf = (node: Node) => withAncestors(node).find(({ kind }) => kind === 'block')

/** Whether one of the words names something on the page. */
const isSpokenOf = (words: Token[] | undefined, { labels, nodes }: OpenPage) =>
  words?.some(
    ({ norm }) =>
      labels.has(norm) || nodes.some(({ kind, names }) => kind === 'block' && names.has(singular(norm))),
  )

/** A section that is named by the one before or after it, or all of them; no node if there is none on that side. */
function besideSection(phrase: string, page: OpenPage): Referents[] | undefined {
  const [, plural, relation = '', name] =
    /^(?:(?:all|the|of)\s+)*(?:section|block|part)(s?)\s+(?:(?:right|directly|just|immediately)\s+)?(above|before|after|below|under|underneath|beneath)\s+(.+)$/i.exec(
      phrase,
    ) ?? []
  const [anchor] = name ? point(name, page) : []
  const section = anchor?.nodes.length === 1 && anchor.nodes[0] && sectionOf(anchor.nodes[0])
  if (!section) return undefined
  const sections = page.nodes.filter(({ kind }) => kind === 'block')
  const at = sections.indexOf(section)
  const beside = /^(?:above|before)$/i.test(relation)
    ? sections.slice(0, at).reverse()
    : sections.slice(at + 1)
  const nodes = plural ? beside : beside.slice(0, 1)
  return nodes.length > 0 ? [{ nodes, likelihood: anchor.likelihood }] : []
}

/** A place below a whole list or section refers to its note. */
function belowOf(phrase: string, page: OpenPage): Referents[] | undefined {
  const [, name] =
    /^(?:right |directly |just )?(?:under|below|underneath|beneath)\s+(.+)$/i.exec(phrase) ?? []
  const [found] = name ? point(name, page) : []
  const [node] = found?.nodes ?? []
  const section = node && sectionOf(node)
  const note = section?.children.find(({ prop }) => prop === 'note')
  const isWhole = found && (found.nodes.length > 1 || node === section || node?.kind === 'list')
  return found && note && isWhole ? [{ nodes: [note], likelihood: found.likelihood * 0.9 }] : undefined
}

/** The second button of a section that is named, also if it has only one so far. */
function secondButton(phrase: string, page: OpenPage): Referents[] | undefined {
  const [, name] =
    /^(?:(?:the|our|a)\s+)?(?:second|secondary|2nd)\s+(?:button|cta)\s+(?:of|in|on)\s+(.+)$/i.exec(phrase) ??
    []
  const [found] = name ? point(name, page) : []
  const section = found?.nodes.length === 1 && found.nodes[0] && sectionOf(found.nodes[0])
  const button = section ? section.children.find(({ prop }) => prop === 'secondaryAction') : undefined
  return found && button ? [{ nodes: [button], likelihood: found.likelihood }] : undefined
}

/** Rephrases constructions that were not in the training data. */
function plainly(phrase: string): string {
  const over = /^(?:the\s+)?(?:heading|title|headline|header)\s+(?:above|over|on top of)\s+(.+)$/i.exec(
    phrase,
  )
  if (over) return `the heading of ${over[1]}`
  return phrase.replace(theOne, '$1').replace(/\bq(?=\d$)/i, 'question ')
}

/** Several nodes of one group that a plural refers to. */
function setIn(said: string, tokens: Token[], page: OpenPage): Node[] | undefined {
  const isOther = /\bother\b/i.test(said)
  if (!several.test(said) && !isOther && !isPlural(wordsOf(said).at(-1) ?? '')) return undefined
  const { nodes, missing, unclear } = resolveAll(tokens, page)
  if (missing.length > 0 || unclear.length > 0 || (nodes.length === 1 && !isOther)) return undefined
  if (new Set(nodes.map(groupOf)).size !== 1) return undefined
  return nodes.some(({ kind }) => kind === 'list') && !several.test(said) ? undefined : nodes
}

const areAlike = (one: Node, other: Node) =>
  one.kind === other.kind && one.prop.replace(/\d+/, '') === other.prop.replace(/\d+/, '')

/** The focus, for a wish without a target. */
export const focused = (page: OpenPage): Referents[] =>
  page.focus.length > 0 ? [{ nodes: page.focus, likelihood: 0.85 }] : []

/** The nodes inside `holder` that a phrase may refer to. */
export function pointWithin(
  phrase: string,
  holder: Node,
  page: OpenPage,
  fits: (node: Node) => boolean = () => true,
  around?: Around,
): Referents[] {
  const counted = countedIn(phrase, page)?.filter((node) => isBelow(node, holder))
  if (counted && counted.length > 0) return [{ nodes: counted, likelihood: 0.85 }]
  const isNamedOrFree = fitsNamedItem(phrase, page)
  const isInside = (node: Node) => isBelow(node, holder) && fits(node)
  const exact = calledIn(phrase, page.nodes.filter(isInside))
  if (exact) return [{ nodes: [exact], likelihood: 0.95 }]
  const tokens = correct(tokenise(plainly(phrase)), page)
  const ranked = rank(tokens, page, { around, fits: (node) => isInside(node) && isNamedOrFree(node) })
  const [first, second] = ranked
  if (!first || (second && second.likelihood > first.likelihood * 0.6 && areAlike(first.node, second.node)))
    return []
  return ranked
    .slice(0, 3)
    .filter(({ likelihood, isExplained }) => likelihood > (isExplained ? least : 0.8))
    .map(({ node, likelihood }) => ({ nodes: [node], likelihood }))
}

/** Up to three siblings that match a phrase equally well. */
export function alikeFor(phrase: string, page: OpenPage): Node[] {
  const tokens = correct(tokenise(plainly(phrase.trim())), page)
  const [first, ...others] = rank(tokens, page).slice(0, 3)
  if (!first?.isExplained) return []
  const alike = others.filter(
    ({ node, likelihood }) => likelihood > first.likelihood * 0.3 && areAlike(first.node, node),
  )
  return [first, ...alike].map(({ node }) => node)
}

function allBut(phrase: string, page: OpenPage): Referents[] | undefined {
  const found = exceptWords.exec(phrase)
  const all = found && phrase.slice(0, found.index).replace(/[\s,]+$/, '')
  const names = found && phrase.slice(found.index + found[0].length).trim()
  if (!all || !names) return undefined
  const group = countedIn(/^(?:all|every|each|both)\b/i.test(all) ? all : `all ${all}`, page)
  const list = group?.[0]?.parent
  if (!group || !list) return []
  const kept = names.split(/\s*,\s*(?:and\s+)?|\s+and\s+/).map((name) => {
    const [node] = pointWithin(name, list, page)[0]?.nodes ?? []
    return node && withAncestors(node).find((each) => group.includes(each))
  })
  return kept.every((node) => node !== undefined)
    ? [{ nodes: group.filter((node) => !kept.includes(node)), likelihood: 0.85 }]
    : []
}

/** The nodes of an enumeration. */
function listedIn(phrase: string, page: OpenPage): Referents | undefined {
  if (/["“”'‘]/.test(phrase)) return undefined
  const names = phrase.split(/\s*,\s*(?:and\s+)?|\s+and\s+/).filter((name) => name !== '')
  if (names.length < 2 || names.length > 6) return undefined
  const each = names.map((name) => rank(tokenise(name), page)[0])
  const nodes = each.flatMap((best) => (best && best.likelihood > 0.4 && best.isExplained ? best.node : []))
  if (nodes.length < names.length || new Set(nodes).size < nodes.length) return undefined
  if (nodes.some((node) => nodes.some((other) => isBelow(node, other)))) return undefined
  return { nodes, likelihood: each.reduce((product, best) => product * (best?.likelihood ?? 0), 1) }
}
