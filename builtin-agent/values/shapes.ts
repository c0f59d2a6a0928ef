import { memoize } from '../memoize.ts'

/** The form of a value. A new value replaces one of the same form. */
export type Shape = 'price' | 'percent' | 'quantity' | 'number' | 'time' | 'period' | 'link' | 'text'

const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const day = '\\d{1,2}(?:st|nd|rd|th)?'
const moment = `(?:(?:${day} (?:of )?)?${month}(?: ${day})?(?:,? \\d{4})?|(?:days?|weeks?|months?|years?|quarters?|q) ?\\d{1,4}|(?:early|mid|late|end of)? ?(?:spring|summer|autumn|fall|winter)(?: \\d{4})?|(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow)`
const shapes: [Shape, RegExp][] = [
  ['link', /^(?:https?:\/\/|www\.|mailto:|tel:|action:|\/[\w#]|#[a-z])\S*$|^\S+@\S+\.\S+$|^\+\d[\d ().-]{5,20}\d$/i],
  ['price', /^(?:from |about |only |just )?(?:[$€£¥]\s?\d[\d.,]*[km]?|\d[\d.,]*\s?(?:[$€£¥]|euros?|eur|dollars?|usd|pounds?|gbp|bucks|chf|quid))$/i],
  ['percent', /^\d[\d.,]*\s?(?:%|percent|per cent)$/i],
  ['time', new RegExp(`^${moment}(?: ?(?:to|and|–|-|until) ?(?:${moment}|\\d{1,4}))?$`, 'i')],
  ['period', /^(?:(?:per|\/)\s?\p{L}+|(?:each|every|an?)\s(?:month|year|week|day|user|seat|person|quarter|head|site|location|employee|team))\b.{0,40}$|^(?:monthly|yearly|annually|weekly|quarterly|one[- ]time|once)$/iu],
  ['number', /^\d[\d.,]*\+?$/],
  ['quantity', /^(?:about |over |more than |up to |under |~)?\d[\d.,]*\+?\s?(?:[\p{L}µ²³°/]+\.?)(?: [\p{L}²³/]+)?$|^\d[\d.,]* ?\/ ?\d+$/iu],
] // biome-ignore format: one shape a line

export const shapeOf: (text: string) => Shape = memoize((text) => {
  const plain = text.trim().replace(/[.!]$/, '')
  if (plain.length > 60) return 'text'
  return shapes.find(([, pattern]) => pattern.test(plain))?.[0] ?? 'text'
})

const amounts = new Set<Shape>(['price', 'percent', 'quantity', 'number'])

/** Whether a value of one form may replace one of the other. */
export function isAlike(one: Shape, other: Shape): boolean {
  return one === other || (amounts.has(one) && amounts.has(other))
}

export const isAmount = (shape: Shape) => amounts.has(shape)

const named = new RegExp(`\\b(?:${day} (?:of )?)?${month}(?: ${day}\\b)?(?:,? \\d{4})?\\b`, 'gi')
/** The months and days that a text names. */
export const momentsIn = (text: string) => text.match(named) ?? []
