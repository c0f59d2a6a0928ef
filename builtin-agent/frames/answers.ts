import type { Clause } from '../clauses/clause.ts'
import { nameOf, sectionsOf } from '../describe.ts'
import { listed, quoted } from '../label.ts'
import { type Node, singular } from '../nodes.ts'
import type { Outcome } from '../outcome.ts'
import type { Page } from '../page.ts'
import { resolve } from '../targets/resolve.ts'
import { isWord, stem, type Token } from '../tokens.ts'
import { abilities, limits } from '../words/limits.ts'
import { functionWords } from '../words/plain.ts'

const answer = (text: string): Outcome => ({ kind: 'answer', text })

/** Answers a question about the page. A question never changes anything. */
export function answerQuestion({ tokens, text }: Clause, page: Page): Outcome {
  const said = tokens.map(({ norm }) => norm).join(' ')
  if (
    /\bwhat (?:can|could|do) (?:you|i|u)\b|\bhow (?:do|does|can) (?:you|this|i use|it) (?:work)?\b|\bhelp\b|\bwhat else\b/.test(
      said,
    ) &&
    !/change|say/.test(said)
  )
    return answer(
      `${abilities} For example: “change the headline to …”, “remove the pricing”, “make it blue”.`,
    )
  if (/^why\b|^what (?:did|have) you\b|\bwhat changed\b/.test(said)) return answer(lastTurn(page))
  if (
    /\b(?:visit|visits|visitors|views|clicks|people|opened|came|conversion|traffic|seen it|read it)\b/.test(
      said,
    ) &&
    /how many|who|anyone|did|has|when/.test(said)
  )
    return answer('I don’t see visits. The statistics of this page and of its audiences are under Analytics.')
  if (/\bwho (?:is|are)\b.*\b(?:page|this|audience|it)\b|\bwhat do (?:you|we) know\b/.test(said))
    return answer(audienceOf(page))
  const counted = /how many ([\p{L} ]+?)(?: are| does| do| is| has| have| on| there| the| in|$)/u.exec(
    said,
  )?.[1]
  if (counted) return answer(count(counted, tokens, page))
  const relation = tokens.findIndex((token) => isWord(token, 'above', 'below', 'before', 'after'))
  if (relation > 0) {
    const placed = compare(tokens, relation, page)
    if (placed) return answer(placed)
  }
  if (/^(?:is|are|do|does|have|has) (?:there|we|it|the page|this page)\b/.test(said))
    return answer(exists(tokens, page))
  return answer(
    say(tokens, page) ??
      limit(said) ??
      `I changed nothing, as this is a question (${quoted(text, 60)}). The page has: ${sectionsOf(page)}. Tell me what to change, for example: “change the headline to …”.`,
  )
}

function limit(said: string): string | undefined {
  return limits.find(({ words }) => words.test(said))?.answer
}

function lastTurn({ context }: Page): string {
  const last = context.conversation.findLast(
    ({ author, operations }) => author === 'agent' && (operations?.length ?? 0) > 0,
  )
  return last
    ? `My last change was: ${last.text.split('\n')[0]} Say “undo” to take it back.`
    : 'I have changed nothing on this page yet.'
}

function audienceOf({ context: { person, account, notes, audience } }: Page): string {
  const who = listed([person?.name, account?.name].filter((name): name is string => Boolean(name)))
  return who
    ? `This page is for ${who}. There ${notes.length === 1 ? 'is 1 note' : `are ${notes.length} notes`} about them.`
    : `This page is for “${audience.name}”; no person or account is linked.`
}

function count(what: string, tokens: Token[], page: Page): string {
  const word = singular(what.trim().split(' ').at(-1) ?? '')
  if (/^(?:section|block|part)$/.test(word))
    return `The page has ${page.document.blocks.length} sections: ${sectionsOf(page)}.`
  const start = tokens.findIndex((token) => isWord(token, 'many')) + 1
  const items = page.nodes.filter((node) => node.isItem && node.names.has(word))
  if (items.length > 0) {
    const lists = Map.groupBy(items, ({ parent }) => parent)
    const [list, nodes = []] = [...lists][0] ?? []
    return `There ${nodes.length === 1 ? 'is' : 'are'} ${nodes.length} in ${list?.parent ? nameOf(list.parent, page) : 'the list'}: ${listed(nodes.map(({ label }) => quoted(label, 40)))}.`
  }
  const found = resolve(tokens.slice(start, start + what.split(' ').length), page, { allowSeveral: true })
  const nodes = found.kind === 'nothing' ? [] : found.nodes
  return nodes.length === 0
    ? `There is no ${what.trim()} on this page. It has: ${sectionsOf(page)}.`
    : `There ${nodes.length === 1 ? 'is 1' : `are ${nodes.length}`}: ${listed(nodes.map((node) => nameOf(node, page)))}.`
}

function compare(tokens: Token[], relation: number, page: Page): string | undefined {
  const block = (node: Node) => (node.kind === 'block' ? 0 : null)
  const tail = tokens
    .slice(relation + 1)
    .filter((token) => !isWord(token, 'or', 'below', 'above', 'before', 'after'))
  const [one, other] = [
    resolve(tokens.slice(1, relation), page, { fits: block }),
    resolve(tail, page, { fits: block }),
  ]
  if (one.kind !== 'found' || other.kind !== 'found') return undefined
  const [a, b] = [one.nodes[0] as Node, other.nodes[0] as Node]
  const isAbove =
    page.document.blocks.indexOf(a.block as never) < page.document.blocks.indexOf(b.block as never)
  return `${nameOf(a, page).replace(/^t/, 'T')} is ${isAbove ? 'above' : 'below'} ${nameOf(b, page)}.`
}

function exists(tokens: Token[], page: Page): string {
  const rest = tokens
    .slice(1)
    .filter(
      (token) => !isWord(token, 'there', 'we', 'it', 'have', 'page', 'a', 'an', 'any', 'this', 'the', 'on'),
    )
  const found = resolve(rest, page, { allowSeveral: true })
  return found.kind === 'nothing'
    ? `No. The page has: ${sectionsOf(page)}.`
    : `Yes: ${listed([...new Set(found.nodes.slice(0, 4).map((node) => nameOf(node, page)))])}.`
}

/** "what is the headline?", "what does the page say about price?" */
function say(tokens: Token[], page: Page): string | undefined {
  const words = tokens.filter(
    (token) =>
      token.kind !== 'mark' &&
      !isWord(
        token,
        'what',
        'whats',
        'which',
        'where',
        'how',
        'is',
        'are',
        'does',
        'do',
        'page',
        'say',
        'says',
        'tell',
        'me',
        'current',
        'currently',
        'right',
        'now',
        'much',
        'it',
        'cost',
        'costs',
        'about',
        'you',
        'see',
      ),
  )
  if (words.length === 0) return undefined
  const found = resolve(words, page, {})
  const node = found.kind === 'found' ? found.nodes[0] : undefined
  if (node && typeof node.value === 'string')
    return `${nameOf(node, page).replace(/^t/, 'T')} says ${quoted(node.value, 200)}.`
  if (node?.kind === 'block')
    return `${nameOf(node, page).replace(/^t/, 'T')} is section ${page.document.blocks.indexOf(node.block as never) + 1} of ${page.document.blocks.length}${node.label ? ` and is headed ${quoted(node.label, 80)}` : ''}.`
  if (node?.isItem)
    return `${nameOf(node, page).replace(/^t/, 'T')} says: ${node.children.flatMap(({ kind, value }) => (kind === 'text' && typeof value === 'string' ? [quoted(value, 100)] : [])).join(', ') || quoted(String(node.value), 100)}.`
  const stems = words.filter(({ norm }) => !functionWords.has(norm)).map(({ norm }) => stem(norm))
  const hits = page.nodes.filter(
    ({ kind, textStems, value }) =>
      kind === 'text' && value !== undefined && stems.some((word) => textStems.has(word)),
  )
  return hits.length > 0
    ? `The page says ${listed(hits.slice(0, 3).map(({ value }) => quoted(String(value), 100)))}.`
    : undefined
}
