import { singular } from '../nodeNames.ts'
import type { Node } from '../nodes.ts'
import type { OpenPage } from '../page.ts'
import type { Referents } from '../references/rank.ts'
import { stem, tokenise, wordsOf } from '../tokens.ts'
import { assignmentsOf } from '../values/assign.ts'
import { readGiven } from '../values/given.ts'
import { priceOf } from '../values/read.ts'
import { leavesWith } from '../values/replace.ts'
import { shapeOf } from '../values/shapes.ts'
import { spelledNumber } from '../values/spelled.ts'
import { determiners, numbers } from '../words/plain.ts'
import { assigned, trimmed, type Way } from './ways.ts'
import type { Part } from './wishes.ts'

/** Changes the phone number or address on a button together with its link. */
export function* numbered(node: Node, value: Part, likelihood: number, page: OpenPage): Generator<Way> {
  const [contact, ...others] = tokenise(value.text).filter(({ kind }) => kind === 'phone' || kind === 'email')
  const group = node.kind === 'group' ? node : node.parent?.kind === 'group' ? node.parent : undefined
  const label = group?.children.find(({ prop }) => prop === 'label')
  const link = group?.children.find(({ prop }) => prop === 'link')
  if (!contact || others.length > 0 || !label || !link || typeof label.value !== 'string') return
  const shown = tokenise(label.value).find(({ kind }) => kind === contact.kind)
  const phone =
    shown ??
    tokenise(label.value).find(
      ({ kind, text }) => kind === 'number' && contact.kind === 'phone' && text.length > 3,
    )
  if (!phone) return
  const text =
    label.value.slice(0, phone.start) +
    contact.text +
    label.value.slice(phone.kind === 'number' ? label.value.length : phone.end)
  const leads =
    contact.kind === 'phone' ? `tel:${contact.text.replace(/[^\d+]/g, '')}` : `mailto:${contact.text}`
  const both = [
    { node: label, value: text, cost: 0 },
    { node: link, value: leads, cost: 0 },
  ]
  yield assigned(both, likelihood, page)
}

/** Changes the price of a plan together with its period. */
export function* priced(node: Node, value: Part, likelihood: number, page: OpenPage): Generator<Way> {
  const item = node.isItem ? node : node.parent
  const [price, period] = ['price', 'period'].map((name) => item?.children.find(({ prop }) => prop === name))
  const [, amount, per] =
    /^(\S*\d\S*)\s+((?:(?:per|an?|each|every)\s+|\/\s?)\S.{2,40})$/i.exec(trimmed(value.text)) ?? []
  const given = amount && readGiven(tokenise(amount), amount)
  const [set] = price && given ? assignmentsOf(price, given) : []
  if (!set || !period || !per) return
  // Different wordings of the same period do not change it.
  const isSame = unitOf(per) === unitOf(String(period.value ?? ''))
  yield assigned(isSame ? [set] : [set, { node: period, value: per, cost: 0 }], likelihood, page)
}

/** Changes a price within a text: the one after the words that name it, or the only one. */
export function* pricesIn(
  targets: Part[],
  pointed: Referents[],
  value: Part,
  page: OpenPage,
): Generator<Way> {
  const words = targets.flatMap(({ text }) => wordsOf(text)).filter((word) => !determiners.has(word))
  const hasPrice = pointed[0]?.nodes.some(({ children }) => children.some(({ prop }) => prop === 'price'))
  const given = readGiven(tokenise(trimmed(value.text)), trimmed(value.text))
  if (words.length === 0 || hasPrice || given?.shape !== 'price') return
  const phrase = new RegExp(words.map((word) => RegExp.escape(word)).join('\\P{L}+'), 'iu')
  const found = page.nodes.flatMap((node) => {
    const text = node.kind === 'text' && typeof node.value === 'string' ? node.value : ''
    const at = text.search(phrase)
    const prices = at < 0 || shapeOf(text) !== 'text' ? [] : [...text.matchAll(/[$€£¥]\s?\d[\d.,]*/g)]
    const old = prices.length === 1 ? prices[0] : prices.find(({ index }) => index > at)
    return old ? [{ node, text, old: old[0].replace(/[.,]$/, ''), index: old.index }] : []
  })
  const [one, ...others] = found
  const next = one && priceOf(given.tokens, one.old)
  if (!one || !next || others.length > 0) return
  const text = one.text.slice(0, one.index) + next + one.text.slice(one.index + one.old.length)
  yield assigned([{ node: one.node, value: text, cost: 0 }], 0.9, page)
}

const unitOf = (period: string) =>
  period
    .toLowerCase()
    .replace(/^(?:(?:per|an?|each|every)\s+|\/\s?)/, '')
    .trim()

/** The only amount in a text, or the only one that counts the given noun. */
export function amountIn(text: string, counted: string | undefined): string | undefined {
  const words = text.split(/\s+/).map((word) => word.replace(/[.,;:!?]+$/, ''))
  const found = words.flatMap((word, at) => {
    const unit = words[at + 1]
    if (!isAmountText(word)) return []
    if (counted === undefined) return word
    return unit !== undefined && stem(unit.toLowerCase()) === counted ? `${word} ${unit}` : []
  })
  return found.length === 1 ? found[0] : undefined
}

export const isAmountText = (text: string) =>
  /^[$€£¥]?\s?[\d.,]+\s?[%€£¥+]?$/.test(text) || numbers[text.toLowerCase()] !== undefined
export const isNumber = (text: string) => isAmountText(text) || spelledNumber(wordsOf(text)) !== undefined
/** Extends an amount by its noun in both texts, so that the same number with another noun is not replaced. */
export function withCounted(old: string, next: string, message: string, page: OpenPage): [string, string] {
  const [, noun] = isNumber(old)
    ? (new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(next)} (\\p{L}{3,})`, 'iu').exec(message) ?? [])
    : []
  if (!noun || !isNumber(next)) return [old, next]
  const forms = [noun, singular(noun), `${singular(noun)}s`]
  const written = forms.find((form) => leavesWith(`${old} ${form}`, page).length > 0)
  return written ? [`${old} ${written}`, `${next} ${noun}`] : [old, next]
}

/** The part of the new words that corresponds to the old ones. */
export function counterpart(value: string, old: string): string {
  const [count = '', ...counted] = old.split(/\s+/)
  if (isAmountText(value) && isAmountText(count) && counted.length > 0) return `${value} ${counted.join(' ')}`
  const amounts = value.split(/\s+/).filter((word) => isNumber(trimmed(word)))
  return isNumber(old) && amounts.length === 1 ? trimmed(amounts[0] as string) : value
}
