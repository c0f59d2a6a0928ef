import { quoted } from '../../label.ts'
import { nameOf, namesOf } from '../describe.ts'
import { draftOf, setNode } from '../edit.ts'
import type { Node } from '../nodes.ts'
import type { Outcome } from '../outcome.ts'
import type { Page } from '../page.ts'
import { isBelow } from '../targets.ts'
import { stem, tokenise, wordsOf } from '../tokens.ts'
import { applyAll } from '../values/apply.ts'
import { type Assignment, assignmentsOf, type Given, readGiven } from '../values/assign.ts'
import { linkOf } from '../values/read.ts'
import { leavesWith, newValue } from '../values/replace.ts'
import { numbers } from '../words/plain.ts'
import { amountIn, counterpart, isAmount } from './amounts.ts'
import { isOptionLike } from './options.ts'
import type { Setting } from './settings.ts'
import { assigned, trimmed, type Way } from './ways.ts'
import type { Part } from './wishes.ts'

/** Old words become new ones in the texts that have them. Returns whether old words are given that the page does not have. */
export function* replacements(setting: Setting, page: Page): Generator<Way, boolean> {
  const { value, message } = setting
  const old = setting.old ?? wordsNamed(setting, page)
  if (!old || isOptionLike(value)) return false
  const named = setting.old ? setting.named : undefined
  const isPageWide = /\b(?:everywhere|throughout|all over|whole page|entire page|across the page)\b/i.test(
    message,
  )
  const everywhere = isPageWide || /\b(?:wherever|each time|every time)\b/i.test(message)
  const [text, next] = inNumber(writtenAs(old, page), value, page)
  const leaves = leavesWith(text, page)
  let isFound = false
  for (const { nodes, likelihood } of isPageWide || !named ? [{ nodes: [], likelihood: 0.95 }] : named) {
    const inside = leaves.filter(
      (leaf) => nodes.length === 0 || nodes.some((node) => node === leaf || isBelow(leaf, node)),
    )
    // "An audit firm takes 10 weeks, not 8": the cell is beside the column that is named.
    const found =
      inside.length > 0 ? inside : leaves.filter(({ block }) => block && block === nodes[0]?.block)
    isFound ||= found.length > 0
    const isEach = nodes.length > 1 && found.length === nodes.length
    const isClear =
      found.length === 1 ||
      isEach ||
      (found.length > 1 &&
        (everywhere ||
          (!named && (text.length > 2 || !/[\p{L}\p{N}]/u.test(text))) ||
          // "factory becomes plant in the FAQ"
          (inside.length > 1 && /\p{L}{3}/u.test(text) && !isAmount(text))))
    const outcome = isClear ? replaceIn(found, text, next, page) : undefined
    if (!outcome) continue
    const where = found.length > 1 ? ' everywhere' : ` in ${namesOf(found, page)}`
    yield { likelihood, saying: `Replace “${text}” with “${next}”${where}`, outcome }
  }
  yield* readdressed(text, value, page)
  if (!named) yield { likelihood: 0.7, saying: `Change “${text}” to “${next}”` }
  return !!setting.old && !isFound && wordsOf(text).length > 0 && !isAmount(text)
}

/** Old and new words in the number that the page has: for "customer", where it says "customers", and for "five" in "six questions". */
function inNumber(old: string, { text, isQuote }: Part, page: Page): [string, string] {
  const value = isQuote ? text : trimmed(text)
  const isOne = [old, value].every((word) => /^\p{L}{3,}$/u.test(word) && !/s$/i.test(word))
  if (isOne && leavesWith(old, page).length === 0 && leavesWith(`${old}s`, page).length > 0)
    return [`${old}s`, `${value}s`]
  return [old, isQuote ? value : counterpart(value, old)]
}

/** "Five things → Six things": where nothing goes by some words, or they stand on the page just so, they are the old ones. */
function wordsNamed({ targets, named = [] }: Setting, page: Page): Part | undefined {
  const [target, ...others] = targets
  if (!target || others.length > 0 || wordsOf(target.text).length < 2) return undefined
  const part: Part = { ...target, role: 'O' }
  const text = writtenAs(part, page)
  const [leaf, ...more] = leavesWith(text, page)
  if (!leaf || more.length > 0) return undefined
  const isVerbatim = /^\p{Lu}/u.test(text) && String(leaf.value).startsWith(text)
  const isPointed = named.some(({ nodes }) => nodes.some((node) => node === leaf || isBelow(leaf, node)))
  return named.length === 0 || (isVerbatim && !isPointed) ? part : undefined
}

/** What leads to an address leads to another one: "hello@acme.example is closed, it's desk@acme.example". */
function* readdressed(old: string, value: Part, page: Page): Generator<Way> {
  const [from, to] = [old, trimmed(value.text)].map((text) => {
    const [token, ...others] = tokenise(text)
    return others.length === 0 ? linkOf(token) : undefined
  })
  const links = page.nodes.filter(({ kind, value: link }) => kind === 'link' && link === from)
  if (from && to && links.length > 0)
    yield assigned(
      links.map((node) => ({ node, value: to, cost: 0 })),
      0.95,
      page,
    )
}

/** Old words as the page has them: "week two" is written "Week 2" there, and "the word" is no part of them. */
function writtenAs({ text, isQuote }: Part, page: Page): string {
  if (isQuote) return text
  const said = trimmed(text).replace(/^(?:the|our) (?:words?|term|phrase|text) /i, '')
  const plain = said.replace(/^["“”'‘’«]\s*|\s*["“”'‘’»]$/g, '')
  const digits = (words: string) =>
    words.replace(/\p{L}+/gu, (word) => String(numbers[word.toLowerCase()] ?? word))
  const bare = plain.replace(/^(?:the|an?|our|that|those|these) /i, '')
  return (
    [plain, digits(plain)].find((words) => leavesWith(words, page).length > 0) ??
    [bare, digits(bare)].find((words) => leavesWith(words, page).length === 1) ??
    plain
  )
}

/** Some words of a text become others: those that name it ("“Cancel monthly.” in the small print"), or its amount ("150 shippers"). */
export function* pieces(
  nodes: Node[],
  targets: Part[],
  value: Part,
  likelihood: number,
  page: Page,
): Generator<Way> {
  const next = value.isQuote ? value.text : trimmed(value.text)
  const [node] = nodes as [Node]
  const texts = (node.kind === 'text' ? nodes : leavesOf(node)).filter(
    (leaf) =>
      typeof leaf.value === 'string' &&
      wordsOf(leaf.value).length > wordsOf(next).length - (leaf === node ? 0 : 1),
  )
  const piece = pieceOf(node, targets, page)
  const outcome = piece ? replaceIn([node], piece, next, page) : undefined
  if (outcome)
    yield { likelihood, saying: `Replace “${piece}” with “${next}” in ${nameOf(node, page)}`, outcome }
  const [amount, unit, ...more] = next.split(/\s+/)
  if (!isAmount(amount ?? '') || more.length > 0) return
  const counted = unit === undefined ? undefined : stem(unit.toLowerCase())
  const found = (counted ? texts : texts.filter((leaf) => leaf === node)).flatMap((leaf) => {
    const old = amountIn(String(leaf.value), counted)
    return old ? { leaf, old } : []
  })
  const [one, another] = found
  if (!one || another) return
  const made = replaceIn([one.leaf], one.old, next, page)
  if (made)
    yield {
      likelihood,
      saying: `Replace “${one.old}” with “${next}” in ${nameOf(one.leaf, page)}`,
      outcome: made,
    }
}

/** The words of a text by which it is named, where they are not all of it. */
export function pieceOf(node: Node, targets: Part[], page: Page): string | undefined {
  if (node.kind !== 'text' || typeof node.value !== 'string') return undefined
  const all = wordsOf(node.value).length
  return targets
    .map(({ text }) => trimmed(text).replace(/^["“”'‘’]|["“”'‘’]$/g, ''))
    .find((said) => wordsOf(said).length < all && leavesWith(said, page).includes(node))
}

export const leavesOf = (node: Node): Node[] =>
  node.children.flatMap((child) => (child.kind === 'text' ? child : leavesOf(child)))

function replaceIn(nodes: Node[], old: string, next: string, page: Page): Outcome | undefined {
  const given = readGiven(tokenise(`“${next}”`), `“${next}”`)
  if (!given) return undefined
  const whole = nodes.length === 1 ? wholeOf(nodes[0] as Node, old, given) : undefined
  if (whole) return applyAll([whole], page)
  const draft = nodes.reduce(
    (made, node) => setNode(made, node, newValue(node, widened(String(node.value), old, next), given)),
    draftOf(page),
  )
  const where = nodes.length > 1 ? `${nodes.length} places` : namesOf(nodes, page)
  return {
    kind: 'done',
    draft,
    said: `replaced ${quoted(old, 60)} with ${quoted(next, 60)} in ${where}`,
    focus: nodes.map(({ key }) => key),
  }
}

/** The whole text is given: "it says four questions, so write “Five questions, answered within a day.”" */
function wholeOf(node: Node, old: string, given: Given): Assignment | undefined {
  const text = String(node.value)
  const [words, all] = [given.text, text].map((each) => wordsOf(each).length) as [number, number]
  const isMore = words > wordsOf(old).length + 1 && (words >= all - 1 || isSentence(given.text, old))
  // "Founder and CEO" for "Founder" leaves the company as it is.
  const isPart =
    (/^\p{Ll}/u.test(given.text) && /^\p{Lu}/u.test(text)) ||
    given.text.toLowerCase().includes(old.toLowerCase())
  if (!isMore || isPart || widened(text, old, given.text).length > old.length) return undefined
  const end = /[^.!?]$/.test(given.text) ? (/[.!?]$/.exec(text)?.[0] ?? '') : ''
  return assignmentsOf(node, { ...given, text: given.text + end })[0]
}
const isSentence = (text: string, old: string) =>
  wordsOf(text).length >= 4 && /^\p{Lu}.*[.!?]$/su.test(text) && !/[.!?]$/.test(old)

/** Old words with those beside them that the new words repeat: "groups of three hotels" is not put for "two" in "groups of two". */
function widened(text: string, old: string, next: string): string {
  const at = text.toLowerCase().indexOf(old.toLowerCase())
  if (at === -1) return old
  const [before, after] = [text.slice(0, at), text.slice(at + old.length)].map((each) =>
    each.toLowerCase(),
  ) as [string, string]
  const words = trimmed(next).toLowerCase().split(/\s+/)
  let [start, end] = [at, at + old.length]
  for (let count = 1; count < words.length; count++) {
    const lead = `${words.slice(0, count).join(' ')} `
    const tail = ` ${words.slice(-count).join(' ')}`
    if (before.endsWith(lead)) start = at - lead.length
    if (after.startsWith(tail)) end = at + old.length + tail.length
  }
  return text.slice(start, end)
}
