import type { Document } from '../../document/index.ts'
import type { OpenPage } from '../page.ts'
import { point } from '../references/point.ts'
import { readWishes } from '../roles/model.ts'
import type { Wish } from '../roles/wishes.ts'
import { wordsOf } from '../tokens.ts'
import { genericBlockWords, numbers } from '../words/plain.ts'
import { counterpartOf } from './counterparts.ts'
import {
  type FollowUp,
  firstWorking,
  type LastTurn,
  onlyPart,
  takeBack,
  targetOf,
  withWords,
} from './lastTurn.ts'
import { namesFor } from './names.ts'
import { relativeIn } from './relatives.ts'

/** A courtesy that opens a follow-up. */
const courtesy =
  /^(?:(?:nice|great|good|perfect|thanks|thank you|ok|okay|cool|yes|super|lovely|wonderful)[,.!\s]+)+/i
const again =
  /^(?:and |also |now |please |then )*(?:(?:do |use |put |set |give )?(?:exactly )?(?:the )?same (?:\w+ )?(?:for|with|to|goes for|applies to|(?=(?:in|on|at)\b)) ?)?(.+?)(?:,? (?:too|as well|also))?$/is
const nudge =
  /^(?:(?:and|now|then|please|no|ok|just|maybe)[\s,]+)*((?:(?:a bit|a little|a|one|once|two|three|four|more|further|another|even|step|steps|place|places|position|positions|spot|spots|slot|slots|notch|time)[\s,]+)*)(?:(up|higher)|down|lower)((?:\s+(?:one|two|three|a bit|a little|more|further|again|step|steps|place|places|please|then|once))*)[.!]*$/i

/** A small move of the object that was moved or added last. */
export function readNudge(message: string, { operations }: LastTurn): FollowUp | undefined {
  const [isNudge, before = '', up, after = ''] = nudge.exec(message.trim()) ?? []
  const isMoved = operations.length > 0 && operations.every(({ type }) => /^(?:move|add)/.test(type))
  if (!isNudge || !isMoved) return undefined
  const count = wordsOf(`${before} ${after}`).find((word) => (numbers[word] ?? 0) > 1)
  return { message: `Move it ${up ? 'up' : 'down'}${count ? ` ${count} places` : ''}` }
}

/** Repeats the last wish for another target or with another value. */
export async function readRepeat(
  message: string,
  turn: LastTurn,
  page: OpenPage,
): Promise<FollowUp | undefined> {
  const text = message
    .trim()
    .replace(courtesy, '')
    .replace(/[\s,]*(?:please|thanks|thank you)?[.!]*$/i, '')
  const isRepeat = /^(?:and|also)\b|\bsame\b|\b(?:too|as well|also)(?:$|,)/i.test(text)
  const [, phrase = ''] = isRepeat ? (again.exec(text.replace(/ (?:too|as well|also),/i, ',')) ?? []) : []
  // A wish for an object rarely applies to one of its parts as well.
  if (phrase === '' || phrase.includes('?') || /^(?:(?:in|on|at)\s+)?(?:its|their)\b/i.test(phrase))
    return undefined
  const wishes = readWishes(message, page)[0]?.wishes ?? []
  const { asked } = turn
  const counterpart = await forCounterpart(phrase, wishes, turn, page)
  if (counterpart) return counterpart
  if (!isBare(wishes, asked.wish) && !isBare(readWishes(phrase, page)[0]?.wishes ?? [undefined], asked.wish))
    return undefined
  const [target, value] = [targetOf(asked), onlyPart(asked.wish, 'V')]
  if (asked.wish.act === 'add')
    return value && firstWorking([withWords(asked, value, phrase)], page, page.document)
  if (!target) return undefined
  const isRelative = /\b(?:next|following|previous|preceding|before|above|after|below)\b/i.test(phrase)
  const before = isRelative ? await takeBack({ ...turn, count: 1 }, page) : undefined
  const said = (before && relativeIn(phrase, before)) ?? titleIn(phrase, page) ?? phrase
  const changed = namesFor(said, target, page).map((name) => withWords(asked, target, name))
  return firstWorking(changed, page, page.document, (document) => isLike(document, said, turn, page))
}

/** Whether wishes only name a target, or a value where the last wish was an addition. */
const isBare = (wishes: (Wish | undefined)[], { act }: Wish) =>
  wishes.every(
    (wish) =>
      wish && !wish.act && wish.parts.every(({ role }) => role === 'T' || (role === 'V' && act === 'add')),
  )

/** Repeats the wish for the corresponding part of another object, with a new or the same value. */
async function forCounterpart(
  phrase: string,
  wishes: Wish[],
  turn: LastTurn,
  page: OpenPage,
): Promise<FollowUp | undefined> {
  const { asked } = turn
  const [wish, ...others] = wishes
  const given = wish && onlyPart(wish, 'V')
  const named = wish ? onlyPart(wish, 'T')?.text : phrase
  const [target, value] = [targetOf(asked), onlyPart(asked.wish, 'V')]
  const isSame = wish?.act === undefined || wish.act === asked.wish.act
  if (
    !named ||
    !target ||
    !isSame ||
    others.length > 0 ||
    wish?.parts.some(({ role }) => role === 'O' || role === 'P')
  )
    return undefined
  const before = await takeBack(turn, page)
  const [last] = before ? (point(target.text, before)[0]?.nodes ?? []) : []
  const part = last && counterpartOf(named, last, page)
  if (!part || asked.wish.act === 'add' || (given && !value)) return undefined
  const changed =
    given && value ? withWords(asked, value, given.isQuote ? `"${given.text}"` : given.text) : asked
  const again = changed.wish.parts.find(({ role }) => role === 'T')
  return (
    again && firstWorking([withWords(changed, { ...target, ...again }, `‹${part.key}›`)], page, page.document)
  )
}

/** If a description is followed by the title of an item, the title decides. */
function titleIn(said: string, { nodes }: OpenPage): string | undefined {
  const [, title] = /^[^,]+,\s*(.+)$/s.exec(said) ?? []
  const words = wordsOf(title ?? '').join(' ')
  return words !== '' && nodes.some(({ isItem, label }) => isItem && wordsOf(label).join(' ') === words)
    ? title
    : undefined
}

/**
 * Whether a repeated change has the same extent: it removes a section only after a removed section, removes nothing unless
 * the last change did, and duplicates no name.
 */
function isLike(document: Document, said: string, { operations }: LastTurn, page: OpenPage): boolean {
  const isRemoval = operations.some(({ type }) => /^remove/.test(type))
  if (!isRemoval && sizeOf(document) < sizeOf(page.document)) return false
  if (namesTwice(document) > namesTwice(page.document)) return false
  const [kind = ''] = said.split(/\s(?:at|in|on|of|below|under)\s/)
  const isVague = wordsOf(kind).some((word) => /^ones?$/.test(word) || genericBlockWords.has(word))
  const isSection = operations.some(({ type }) => /Block$/.test(type))
  return !isVague || isSection || document.blocks.length === page.document.blocks.length
}

/** The number of items that share their name with another item of the list. */
const namesTwice = ({ blocks }: Document) =>
  blocks
    .flatMap(({ props }) => Object.values(props).filter(Array.isArray))
    .map((items) => items.map((item) => item?.label ?? item?.title ?? item?.name).filter(Boolean))
    .reduce((sum, names) => sum + names.length - new Set(names).size, 0)

/** The number of sections and items on a page. */
const sizeOf = ({ blocks }: Document) =>
  blocks
    .flatMap(({ props }) => [
      1,
      ...Object.values(props).map((value) => (Array.isArray(value) ? value.length : 0)),
    ])
    .reduce((sum, count) => sum + count, 0)
