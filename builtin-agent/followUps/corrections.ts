import type { Document } from '../../document/index.ts'
import { singular } from '../nodeNames.ts'
import type { OpenPage } from '../page.ts'
import { readWishes } from '../roles/model.ts'
import type { Wish } from '../roles/wishes.ts'
import { stem, tokenise, wordsOf } from '../tokens.ts'
import { determiners, numbers } from '../words/plain.ts'
import {
  type FollowUp,
  firstWorking,
  type LastTurn,
  onlyPart,
  resultOf,
  takeBack,
  targetOf,
  withWords,
} from './lastTurn.ts'
import { namesFor } from './names.ts'
import { correctedIn, correctedPlace, formerIn, newValueIn } from './openings.ts'
import { relativeIn } from './relatives.ts'

const longest = 200
const mostWords = 12
/** Words of a statement about the page, as opposed to a name of a part of it. */
const statement =
  /\?|\b(?:is|are|was|were|isn.?t|has|have|looks?|stays?|stay|keep|leave|fine|good|great|ok|okay|perfect|thanks|can|could|should|will|would|do|does|did|don.?t|not|never)\b/i

/** Reads a correction: the last wish with another target, place or value, on the page as it was before that wish. */
export async function readCorrection(
  message: string,
  turn: LastTurn,
  page: OpenPage,
): Promise<FollowUp | undefined> {
  if (message.length > longest) return undefined
  const isLook = turn.operations.length > 0 && turn.operations.every(({ type }) => type === 'setTheme')
  const isFormerLook = isLook && /\bback to (?!version)|\bagain[.!]*$/i.test(message) && message.length < 40
  if (formerIn(message) || isFormerLook) return { message: 'undo' }
  const value = newValueIn(message)
  if (value) return withValue(correctedIn(value) ?? value, turn, page)
  const { act } = turn.asked.wish
  const place = act === 'move' || act === 'add' ? correctedPlace(correctedIn(message) ?? message) : undefined
  if (place) return elsewhere(place, turn, page)
  const said = correctedIn(message)
  if (said === undefined || wordsOf(said).length > mostWords) return undefined
  const isOther = said === '' ? /\bone\b/i.test(message) : /^the other one$/i.test(said)
  if (isOther) return withTarget('the other one', turn, page)
  if (said === '') return undefined
  // A single word that the network reads as a removal is more likely a name.
  const wishes = (readWishes(said, page)[0]?.wishes ?? []).filter(
    ({ act, parts }) => parts.length > 1 || act !== 'remove',
  )
  const isWish = wishes.some(({ act }) => act) || statement.test(said.replace(/["“][^"”]*["”]/g, ''))
  if (isWish) return (await resultOf({ message: said }, page)) ? { message: said } : undefined
  return saysMore(said, wishes) ? undefined : inPlaceOf(said, wishes, turn, page)
}

/** Whether the words say more than the names in them. */
function saysMore(said: string, wishes: Wish[]): boolean {
  const parts = wishes.flatMap((wish) => wish.parts)
  const others = tokenise(said).filter(
    ({ kind, norm, start, end }) =>
      kind === 'word' &&
      !determiners.has(norm) &&
      !/^(?:in|on|at|for|to|of|with|and)$/.test(norm) &&
      !parts.some((part) => part.start <= start && part.end >= end),
  )
  return parts.length === 0 ? others.length > 3 : others.length > 0
}

/** Replaces the target or the value, whichever the words look like. */
async function inPlaceOf(said: string, wishes: Wish[], turn: LastTurn, page: OpenPage) {
  const [part] = wishes[0]?.parts ?? []
  const given = onlyPart(turn.asked.wish, 'V')?.text.toLowerCase()
  const isValue =
    part?.isQuote ||
    (part?.role === 'V' && /\d/.test(said)) ||
    // A correction that repeats the words of the value extends it.
    (given !== undefined && wordsOf(given).every((word) => wordsOf(said).includes(word)))
  const ways = [withTarget, withValue]
  for (const way of isValue ? ways.toReversed() : ways) {
    const found = await way(said, turn, page)
    if (found) return found
  }
  return undefined
}

async function withTarget(said: string, turn: LastTurn, page: OpenPage): Promise<FollowUp | undefined> {
  const target = targetOf(turn.asked)
  const isName = /^(?:the|our|in|on|at)\s/i.test(said) || isTitle(said, page)
  // The old words were in the previous target, so they don't apply to another one.
  if (onlyPart(turn.asked.wish, 'O') && !/^(?:in|on|at)\s/i.test(said)) return undefined
  const before = target && isName && turn.asked.wish.act !== 'add' ? await takeBack(turn, page) : undefined
  if (!target || !before) return undefined
  const relative = relativeIn(said, before)
  const names = relative ? [relative] : namesFor(said, target, before)
  const focus = /\bother\b/i.test(said) ? before.focus : []
  const removesBlock = turn.operations.some(({ type }) => type === 'removeBlock')
  // If several others exist, the phrase may resolve to their section, which must not be removed instead.
  const isLike = ({ blocks }: Document) =>
    relative !== undefined ||
    focus.length === 0 ||
    blocks.length === before.document.blocks.length ||
    removesBlock
  const wishes = names.map((name) => withWords(turn.asked, target, name))
  return firstWorking(wishes, { ...before, focus }, page.document, isLike)
}

/** Whether all words of a phrase occur in labels or names, and not only in texts. */
function isTitle(said: string, { nodes }: OpenPage): boolean {
  const words = wordsOf(said).filter((word) => !determiners.has(word) && word !== 'and' && word !== 'with')
  return words.every((word) =>
    nodes.some(
      ({ kind, isItem, names, labelStems }) =>
        names.has(singular(word)) || ((isItem || kind !== 'text') && labelStems.has(stem(word))),
    ),
  )
}

/** Replaces the value. If the wish had several values, it is unclear which one. */
async function withValue(words: string, turn: LastTurn, page: OpenPage): Promise<FollowUp | undefined> {
  const value = onlyPart(turn.asked.wish, 'V')
  const before = value && couldBe(words, value.text) ? await takeBack(turn, page) : undefined
  if (!value || !before) return undefined
  // A number without a currency keeps the currency of the value that it replaces.
  const [currency = ''] = /^\d[\d.,]*$/.test(words) ? (/^[$€£¥]/.exec(value.text) ?? []) : []
  const wish = withWords(turn.asked, value, currency + words)
  return firstWorking([wish], { ...before, focus: [] }, page.document)
}

/** Whether words are of the same kind as a value: a number for a number, a title for a title. */
function couldBe(said: string, value: string): boolean {
  if (/^["“]/.test(said)) return true
  const hasNumber = (text: string) =>
    /\d/.test(text) || wordsOf(text).some((word) => numbers[word] !== undefined)
  return hasNumber(value) ? hasNumber(said) : /^\P{Lu}/u.test(value) || /^[\p{Lu}\d]/u.test(said)
}

/** Changes the place of a moved or added object. A pronoun in the new place refers to the old anchor. */
async function elsewhere(said: string, turn: LastTurn, page: OpenPage): Promise<FollowUp | undefined> {
  if (!turn.operations.some(({ type }) => /^(?:move|add)/.test(type))) return undefined
  const { wish } = turn.asked
  const old = onlyPart(wish, 'P')
  const [, anchor] =
    /\b(?:before|after|above|below|under|behind|of|to)\s+(the .+|\p{Lu}.*)$/u.exec(old?.text ?? '') ?? []
  const named = anchor ? said.replace(/\s(?:it|that|them|this)$/i, ` ${anchor}`) : said
  const before = wish.act === 'move' && old ? await takeBack(turn, page) : undefined
  const again =
    old && before && (await firstWorking([withWords(turn.asked, old, named)], before, page.document))
  return again || { message: `Move it ${named}` }
}
