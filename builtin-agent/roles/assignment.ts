import { type Node, withAncestors } from '../nodes.ts'
import { isNear } from '../spelling.ts'
import { wordsOf } from '../tokens.ts'
import { partOfName } from '../values/apply.ts'
import { type Assignment, assignmentsOf } from '../values/assign.ts'
import type { Given } from '../values/given.ts'
import { newValue } from '../values/replace.ts'
import { shapeOf } from '../values/shapes.ts'
import { numberWords } from '../values/spelled.ts'
import { isJob } from './signatures.ts'
import { trimmed } from './ways.ts'
import type { Part } from './wishes.ts'

/** The assignment that a value means for a node. */
export function assignmentOf(
  node: Node,
  value: Part,
  given: Given,
  message: string,
  /** Whether only a pronoun refers to the node. */
  isUnnamed: boolean,
): Assignment | undefined {
  const item = isUnnamed && node.kind === 'text' && given.shape !== 'text' ? node.parent : undefined
  const [fitting] = item?.isItem ? assignmentsOf(item, given) : []
  if (fitting && fitting.cost < 0.5) return fitting
  const moment = given.isQuoted ? '' : trimmed(value.text).replace(/^(?:in|on|by|during|at|from)\s+/i, '')
  const timed = node.isItem ? node : node.parent?.isItem && isNamingPart(node) ? node.parent : undefined
  const times = timed?.children.filter(
    ({ kind, value: before }) => kind === 'text' && typeof before === 'string' && shapeOf(before) === 'time',
  )
  if (shapeOf(moment) === 'time' && times?.length === 1 && times[0])
    return {
      node: times[0],
      value: moment.replace(/^./, (sign) => sign.toUpperCase()),
      cost: 0,
    }
  const plan = withAncestors(node).find(
    ({ isItem, children }) => isItem && children.some(({ prop }) => prop === 'price'),
  )
  const price = plan?.children.find(({ prop }) => prop === 'price')
  if (
    given.shape === 'price' &&
    !given.isQuoted &&
    price &&
    node !== price &&
    shapeOf(String(node.value ?? '')) === 'text'
  )
    return assignmentsOf(price, given)[0]
  // A job title, or one or two unquoted words, does not replace a long text.
  if (
    node.kind === 'text' &&
    /^(?:quote|body|answer)$/.test(node.prop) &&
    !given.isQuoted &&
    wordsOf(String(node.value ?? '')).length > 7 &&
    (wordsOf(given.text).length <= 2 || isJob(value.text))
  )
    return undefined
  const holder =
    given.link && !given.isQuoted && node.kind === 'text' && node.parent?.kind !== 'block'
      ? node.parent
      : undefined
  const link = holder && [holder, ...holder.children].find(({ kind }) => kind === 'link' || kind === 'group')
  const [leads] = link ? assignmentsOf(link, { ...given, isLink: true }) : []
  if (leads) return leads
  const isPerson = (each: Node | undefined) =>
    each?.kind === 'group' || (each?.kind === 'block' && each.block?.type === 'quote')
  const role = given.isRole ? [node, node.parent].find(isPerson)?.children : undefined
  const person = role?.find(({ prop }) => prop === 'role')
  if (person && (node.kind === 'group' || node.kind === 'block' || node.prop === 'name')) {
    const whole = withRest(person, value)
    return whole === undefined ? assignmentsOf(person, given)[0] : { node: person, value: whole, cost: 0 }
  }
  // An unquoted address is the target of a link, not a text.
  if (given.link && !given.isQuoted && node.kind !== 'link' && node.kind !== 'asset') {
    const parts = [node, ...node.children]
    const to =
      parts.find(({ kind }) => kind === 'link') ??
      parts.find(({ kind, children }) => kind === 'group' && children.some((child) => child.kind === 'link'))
    return to && assignmentsOf(to, { ...given, isLink: true })[0]
  }
  const kept = withCompany(node, value, message) ?? withRest(node, value) ?? sameForm(node, value, message)
  if (kept !== undefined) return { node, value: kept, cost: 0 }
  const [best] = assignmentsOf(bodyOf(node, value, message), given)
  if (best?.node.kind !== 'text' || typeof best.node.value !== 'string' || typeof best.value !== 'string')
    return best
  const name =
    best.node.prop === 'name'
      ? (partOfName(message, best.node.value, best.value) ?? respeltName(best.node.value, best.value))
      : undefined
  if (name !== undefined) return { ...best, value: name }
  // A single unquoted word does not replace a long text.
  if (wordsOf(best.node.value).length < 6 || wordsOf(best.value).length > 1 || !isLatin(best.value))
    return best
  const next = best.value
  const old = best.node.value
    .split(/[\s.,;:!?]+/)
    .find((word) => word !== next && isNear(word.toLowerCase(), next.toLowerCase()))
  if (old) return { ...best, value: newValue(best.node, old, given) }
  return value.isQuote ? best : undefined
}
const isNamingPart = ({ prop }: Node) => /^(?:name|title|label)$/.test(prop)

/** Replaces the part of a name that has a similar spelling. */
function respeltName(before: string, next: string): string | undefined {
  const words = before.split(' ')
  const near = words.filter(
    (word) => word !== next && next.length > 3 && isNear(word.toLowerCase(), next.toLowerCase()),
  )
  return words.length > 1 && !next.includes(' ') && near.length === 1
    ? words.map((word) => (word === near[0] ? next : word)).join(' ')
    : undefined
}
const isLatin = (text: string) => /^[\p{Script=Latin}\p{N}\p{P}\p{S}\s]*$/u.test(text)

/** For a section or an item, a sentence is its body rather than its title. */
function bodyOf(node: Node, { text, start }: Part, message: string): Node {
  if (node.kind !== 'block' && !node.isItem) return node
  if (shapeOf(text) !== 'text') return node
  const isCalled = /\b(?:text|copy|paragraph|body|description|answer(?:ed|s)?|reply)\b[^.!?\n]{0,40}$/i.test(
    message.slice(0, start),
  )
  if (!isCalled && (wordsOf(text).length < 4 || !/[.!]["”']?\s*$/.test(text))) return node
  return (
    node.children.find(({ kind, prop }) => kind === 'text' && /^(?:body|answer|quote)$/.test(prop)) ?? node
  )
}

/** Completes a value by parts of the old text that it leaves out, such as the company after a job title. */
export function withRest({ kind, prop, value: before }: Node, { text, isQuote }: Part): string | undefined {
  if (kind !== 'text' || typeof before !== 'string' || isQuote) return undefined
  const next = trimmed(text)
  const [, company] = /^[^,]+(, [^,]+)$/.exec(before) ?? []
  // The preposition before the company is replaced by the separator of the old text.
  const [, job, at] = /^(.+) (?:at|of) (.+)$/.exec(next) ?? []
  if (prop === 'role' && company && job && at && company.toLowerCase() === `, ${at.toLowerCase()}`)
    return job + company
  if (prop === 'role' && company && !next.includes(',') && isJob(next) && !/ (?:at|of) /.test(next))
    return next + company
  const [lead = '', ...rest] = before.split(/\s+/)
  const [words, old] = [wordsOf(next), wordsOf(rest.join(' '))]
  const shared = words.filter((word) => old.includes(word)).length
  const isTail =
    words.length > 3 && words[0] === old[0] && shared * 3 >= old.length * 2 && /^\p{Ll}/u.test(next)
  return isTail ? `${lead} ${next}${/[.!?]$/.exec(before)?.[0] ?? ''}` : undefined
}

/** Replaces the company in a role, keeping the job title. */
function withCompany(
  { prop, value: before }: Node,
  { text, start, isQuote }: Part,
  message: string,
): string | undefined {
  const [, job] = /^([^,]+), [^,]+$/.exec(String(before)) ?? []
  const isNamed = /\b(?:company|firm|employer|business)\b[^.!?]*$/i.test(message.slice(0, start))
  return prop === 'role' && job && isNamed && !isQuote && !text.includes(',')
    ? `${job}, ${trimmed(text)}`
    : undefined
}

const numeral = new RegExp(`(\\d[\\d.,]*|\\b(?:${numberWords.join('|')})\\b)`, 'i')
/** Replaces the numbers in a text that otherwise has the same words as the value. */
export function sameForm(
  { kind, value: before }: Node,
  { text, start, isQuote }: Part,
  message: string,
): string | undefined {
  const next = trimmed(text)
  // After a colon, the value is the whole text.
  if (/[:→=]\s*$/.test(message.slice(0, start))) return undefined
  // The same goes for a sentence after a verb of saying.
  if (/^\p{Lu}\p{Ll}/u.test(text) && /\b(?:say|says|read|reads|to)\s+["“]?$/i.test(message.slice(0, start)))
    return undefined
  if (kind !== 'text' || typeof before !== 'string' || isQuote || !numeral.test(next) || next.length > 60)
    return undefined
  const form = next
    .split(numeral)
    .map((piece, at) =>
      at % 2 === 1 ? numeral.source : piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+'),
    )
    .join('')
  const found = [...before.matchAll(new RegExp(`(?<![\\p{L}\\p{N}.,])${form}(?![\\p{L}\\p{N}])`, 'giu'))]
  const [run] = found
  const isPart = run && run[0].length < before.trim().replace(/[.!]$/, '').length
  const isOther = run && run[0].toLowerCase() !== next.toLowerCase()
  const words = run && /^\p{Lu}/u.test(run[0]) ? next.replace(/^./u, (sign) => sign.toUpperCase()) : next
  return isPart && isOther && found.length === 1 ? before.replace(run[0], words) : undefined
}
