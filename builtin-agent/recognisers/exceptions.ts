import { bare, nameOf, namesOf } from '../describe.ts'
import { listed, quoted } from '../label.ts'
import { isPlural, singular } from '../nodeNames.ts'
import { isBelow, labelProps, type Node, withAncestors } from '../nodes.ts'
import { draftOf, setNode } from '../operations/edit.ts'
import { removeNodes } from '../operations/remove.ts'
import { type Outcome, refused } from '../outcome.ts'
import type { OpenPage } from '../page.ts'
import { focused, point, pointWithin } from '../references/point.ts'
import type { Referents } from '../references/rank.ts'
import { pointTogether } from '../references/together.ts'
import { correct } from '../spelling.ts'
import { resolveAll } from '../targets/all.ts'
import { isWord, type Token, tokenise, wordsOf } from '../tokens.ts'
import { fillerLength } from '../verbs.ts'
import { numbers } from '../words/plain.ts'
import { keptIn } from './exceptWords.ts'

const piece =
  /^(?:the\s+)?(?:very\s+)?(first|last|opening)\s+(?:(two|three|four|\d)\s+)?(sentence|paragraph)s?(?:\s+(?:of|in|from)\s+(.+?))?[.!]?$/i

/** Keeps only the first or last sentences of a text. */
function keepPieces(
  [, end = '', number = 'one', unit = '', inner]: RegExpExecArray,
  scope: string,
  page: OpenPage,
): Outcome | undefined {
  const outer = scope.replace(/[\s,:]+$/, '').replace(/^(?:please\s+)?(?:in|on|from|for|of|under)\s+/i, '')
  const phrases = [inner, outer].flatMap((phrase) => phrase || [])
  const [found] = phrases.length > 0 ? pointTogether(phrases, false, page) : focused(page)
  const [node] = found?.nodes ?? []
  const text =
    node?.kind === 'text'
      ? node
      : node?.children.find(({ prop }) => /^(?:body|answer|quote|subheadline)$/.test(prop))
  if (!text || typeof text.value !== 'string' || (found?.nodes.length ?? 0) > 1) return undefined
  const isSentence = /^sentence$/i.test(unit)
  const all = text.value.split(isSentence ? /(?<=[.!?…])\s+/ : /\n\s*\n/)
  const count = numbers[number.toLowerCase()] ?? Number(number)
  const kept = /^last$/i.test(end) ? all.slice(-count) : all.slice(0, count)
  if (kept.length === all.length) return refused(`There is nothing else in ${nameOf(text, page)}.`)
  const value = kept.join(isSentence ? ' ' : '\n\n')
  return {
    kind: 'done',
    draft: setNode(draftOf(page), text, value),
    said: `cut ${nameOf(text, page)} to ${quoted(value, 60)}`,
    focus: [text.key],
  }
}

/** The phrase for the group, without a polite opening and the verb. */
function withoutLead(scope: string): string {
  const [, all] = /\b(?:all|every|each|any(?=\s)|everything|anything)\b(.*)$/is.exec(scope) ?? []
  const [lead = ''] = /^[^:,]+(?=[:,])/.exec(scope) ?? []
  const plain = (words: string) =>
    words
      .replace(
        /\b(?:please|away|out|off|gone|(?:can|should|must|may|could|have to|needs? to) go|go(?:es)?|leave|disappear)\b/gi,
        ' ',
      )
      .replace(/^[\s,:]*(?:of\s+)?(?:the|our|these|those)\s+/i, '')
      .replace(/[\s,:]+$/g, '')
      .trim()
  const own = plain(all ?? '')
  if (own !== '') return own
  return plain(
    (lead || (all === undefined ? scope : '')).replace(/^(?:in|on|from|for|of|under|among)\s+/i, ''),
  )
}

/** The names of what stays: the phrase as one name, and its elements. */
function namesIn(names: string): [whole: string[], inTurn?: string[]] {
  const plain = names.replace(/[\s,.!]*(?:\b(?:please|pls|thanks|thank you|for now)\b)?[\s.!]*$/i, '')
  const each = plain.split(/\s*(?:,|;|&|\band\b|\bor\b|\bplus\b)\s*/i).filter((name) => name !== '')
  const bareName = (name: string) =>
    name.replace(/^(?:for|the|our|only|just)\s+/gi, '').replace(/\s+ones?$/i, '')
  return each.length > 1 ? [[bareName(plain)], each.map(bareName)] : [[bareName(plain)]]
}

/** Removes all sections but the named ones. */
function keepBlocks(names: string, page: OpenPage): Outcome | undefined {
  const named = resolveAll(tokenise(names), page, { fits: ({ kind }) => (kind === 'block' ? 0 : null) })
  if (named.nodes.length === 0 || named.missing.length > 0 || named.unclear.length > 0) return undefined
  return keep(
    named.nodes,
    page.nodes.filter(({ kind }) => kind === 'block'),
    page,
  )
}

/** Removes all items of a list but the named ones. */
function keepItems(names: string, scope: string, page: OpenPage): Outcome | undefined {
  const lists = page.nodes.filter(
    (node) => node.kind === 'list' && node.children.length > 1 && isMeant(node, scope, page),
  )
  const [whole, inTurn] = namesIn(names)
  for (const [at, each] of [whole, ...(inTurn ? [inTurn] : [])].entries()) {
    const fitting = lists.flatMap((list) => {
      const found = each.map((name) => itemsIn(name, list, page))
      const items = found.flatMap((item) => item?.nodes ?? [])
      if (items.length < each.length || new Set(items).size < items.length) return []
      // A phrase with "and" is one name only if an item has exactly this label.
      if (at === 0 && inTurn && items.some(({ label }, index) => !isCalled(label, each[index] ?? '')))
        return []
      return {
        list,
        items,
        likelihood: found.reduce((product, item) => product * (item?.likelihood ?? 0), 1),
      }
    })
    const [best] = fitting.toSorted((a, b) => b.likelihood - a.likelihood)
    if (best) return keep(best.items, best.list.children, page)
  }
  return undefined
}

const isCalled = (label: string, name: string) => wordsOf(label).join(' ') === wordsOf(name).join(' ')

function itemsIn(name: string, list: Node, page: OpenPage): Referents | undefined {
  const several = /^(first|last)\s+(two|three|four|five|\d)\b/i.exec(name)
  const [found] = several ? [] : pointWithin(name, list, page)
  const count = several ? (numbers[several[2]?.toLowerCase() ?? ''] ?? Number(several[2])) : 0
  if (several && count < list.children.length)
    return {
      nodes: /^first$/i.test(several[1] ?? '') ? list.children.slice(0, count) : list.children.slice(-count),
      likelihood: 0.9,
    }
  const items = (found?.nodes ?? []).flatMap(
    (node) => withAncestors(node).find(({ parent }) => parent === list) ?? [],
  )
  if (!found || items.length !== 1 || found.nodes.length !== 1 || found.likelihood <= 0.5) return undefined
  // A match in the label of an item outweighs one in its other texts.
  const [node, item] = [found.nodes[0], items[0]]
  const isItself = node === item || (node?.parent === item && labelProps.includes(node?.prop ?? ''))
  return { nodes: items, likelihood: found.likelihood * (isItself ? 1 : 0.3) }
}

/** Whether a phrase names the list, its items, or its section. */
function isMeant(list: Node, scope: string, page: OpenPage): boolean {
  if (scope === '') return false
  const noun = wordsOf(scope).at(-1) ?? ''
  const hasName = [list, ...list.children.slice(0, 1)].some(
    ({ names }) => names.has(singular(noun)) || names.has(noun),
  )
  const pointed = point(scope, page).flatMap(({ nodes }) => nodes)
  if (pointed.some((node) => node === list || node.parent === list)) return true
  const isIn = pointed.some((node) => isBelow(list, node) && list.parent?.kind === 'block')
  return pointed.length > 0
    ? isIn || (hasName && pointed.some(({ block }) => block === list.block))
    : hasName && isPlural(noun)
}

function keep(kept: Node[], all: Node[], page: OpenPage): Outcome {
  const gone = all.filter((node) => !kept.includes(node))
  if (gone.length === 0) return refused('There is nothing else to remove.')
  const outcome = removeNodes(gone, page)
  return outcome.kind === 'done'
    ? {
        ...outcome,
        said: `kept only ${namesOf(kept, page)} and removed ${listed([...new Set(gone.map((node) => bare(nameOf(node, page))))])}`,
      }
    : outcome
}

export function sectionsBeside(object: Token[], page: OpenPage): Outcome | undefined {
  const from = fillerLength(object, 0)
  const rest = object.slice(from + 1)
  const at = rest.findIndex((token) =>
    isWord(token, 'below', 'after', 'above', 'before', 'under', 'beneath', 'following'),
  )
  const [named] = resolveAll(rest.slice(at + 1), page, {
    fits: ({ kind }) => (kind === 'block' ? 0 : null),
  }).nodes
  if (!named) return undefined
  const blocks = page.nodes.filter(({ kind }) => kind === 'block')
  const place = blocks.indexOf(named)
  const nodes = isWord(rest[at], 'above', 'before') ? blocks.slice(0, place) : blocks.slice(place + 1)
  return nodes.length === 0 ? refused('There is nothing else to remove.') : removeNodes(nodes, page)
}

const emptying =
  /^\W*(?:please\s+)?(?:(?:delete|remove|clear|erase|wipe|drop|scrap)\s+everything|(?:clear|wipe|empty)\s+the\s+(?:whole\s+)?page)\W*$/i
const counted =
  /^(?:the\s+)?(?:first|last)\s+(?:(?:two|three|four|five|\d)\s+)?(\p{L}+?)s?(?:\s+please)?[\s.!]*$/iu

/** The noun of what is counted: "questions" of "the first question". */
function pluralIn(names: string): string {
  const [, noun] = counted.exec(names) ?? []
  return noun ? `${noun}s` : ''
}

/** Removes everything that the message does not name as an exception. */
export function recogniseExceptions(text: string, page: OpenPage): Outcome | undefined {
  if (emptying.test(text))
    return refused(
      'That would leave nothing on the page, so I removed nothing. Name the sections that should go.',
    )
  const kept = keptIn(text)
  if (!kept) return undefined
  const all = correct(tokenise(withoutLead(kept.scope)), page)
    .map(({ kind, norm, text: word }) => (kind === 'word' ? norm : word))
    .join(' ')
  const pieces = piece.exec(kept.names)
  if (pieces) return keepPieces(pieces, kept.scope, page)
  const isSections =
    /^(?:(?:the|our|all|other|of|whole)\s*)*(?:sections?|blocks?|parts?|page|site|else)?$/i.test(all)
  return (
    (isSections ? keepBlocks(kept.names, page) : undefined) ??
    keepItems(kept.names, isSections ? pluralIn(kept.names) : all, page)
  )
}
