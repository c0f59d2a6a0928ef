import { type Document, fromHex } from '../../document/index.ts'
import { contentOf, singular } from '../nodes.ts'
import type { Page } from '../page.ts'
import { readWishes } from '../roles/model.ts'
import type { Wish } from '../roles/wishes.ts'
import { stem, tokenise, wordsOf } from '../tokens.ts'
import { colorAt } from '../values/read.ts'
import { determiners, numbers } from '../words/plain.ts'
import {
  type FollowUp,
  firstWorking,
  type LastTurn,
  onlyPart,
  resultOf,
  takeBack,
  targetOf,
  withPart,
} from './lastTurn.ts'
import { correctedIn } from './openings.ts'
import { relativeIn } from './relatives.ts'
import { namesFor } from './repeats.ts'

const longest = 200
const mostWords = 12
/** What says something about the page, rather than names a part of it. */
const statement =
  /\?|\b(?:is|are|was|were|isn.?t|has|have|looks?|stays?|stay|keep|leave|fine|good|great|ok|okay|perfect|thanks|can|could|should|will|would|do|does|did|don.?t|not|never)\b/i
const place =
  /^(?:right |directly |just |straight )*(?:before|after|above|below|under|underneath|beneath|behind|between|ahead of|in front of|next to|(?:to|at) the (?:very )?(?:top|bottom|end|start|beginning|front|back)\b|(?:as |the )?(?:first|second|third|fourth|fifth|last|second to last)(?: (?:place|one|in the (?:list|row)))?$)/i

/**
 * "no sorry, Enterprise", "no, before the FAQ", "make that two weeks": the last change is taken back, and its wish carried
 * out with what is said now: another thing, another place or another value.
 */
export async function readCorrection(
  message: string,
  turn: LastTurn,
  page: Page,
): Promise<FollowUp | undefined> {
  if (message.length > longest) return undefined
  const back = await readBack(message, turn, page)
  if (back) return back
  const value = /^(?:(?:hm+|no|ok|and|actually|sorry|please)[\s,.!]+)*(?:please\s+)?make that\s+(.+)$/i.exec(
    message.trim(),
  )?.[1]
  if (value) return withValue(correctedIn(value) ?? value.replace(/[.!]+$/, ''), turn, page)
  const said = correctedIn(message) ?? placeIn(message, turn)
  if (said === undefined || wordsOf(said).length > mostWords) return undefined
  const isOther = said === '' ? /\bone\b/i.test(message) : /^the other one$/i.test(said)
  // A word that is taken for what to do says nothing alone: "Goodbye".
  const wishes = (readWishes(said, page)[0]?.wishes ?? []).filter(
    ({ act, parts }) => parts.length > 1 || act !== 'remove',
  )
  // What is a wish of its own, or an undo, needs no other one.
  if (wishes.some(({ act }) => act)) return (await resultOf(said, page)) ? { message: said } : undefined
  if (said === '' && !isOther) return undefined
  if (!isOther && statement.test(said.replace(/["“][^"”]*["”]/g, '')))
    return (await resultOf(said, page)) ? { message: said } : undefined
  if (place.test(said)) {
    const moved = await elsewhere(said, turn, page)
    if (moved || !/^(?:the )?(?:first|second|third|fourth|fifth|last)\b/i.test(said))
      return moved ?? { message: said }
  }
  if (!isOther && saysMore(said, wishes)) return undefined
  return isOther ? withTarget('the other one', turn, page) : await inPlaceOf(said, wishes, turn, page)
}

/** "hm, to the very end", after something was moved or added: a place needs no other opening. */
function placeIn(message: string, { wish }: LastTurn): string | undefined {
  const said = message
    .trim()
    .replace(/^(?:(?:h+m+|ok|okay|maybe|please|and|better|but)[\s,.!–-]+)+/i, '')
    .replace(/(?:[\s,]+(?:please|though|then))?[.!]*$/i, '')
  return (wish.act === 'move' || wish.act === 'add') && place.test(said) ? said : undefined
}

/** Whether there are words beside what is named: "our customers say they love it". */
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

/** Another thing, or another value, by what the words look like. */
async function inPlaceOf(said: string, wishes: Wish[], turn: LastTurn, page: Page) {
  const [part] = wishes[0]?.parts ?? []
  const given = onlyPart(turn.wish, 'V')?.text.toLowerCase()
  const isValue =
    part?.isQuote ||
    (part?.role === 'V' && /\d/.test(said)) ||
    // "no wait, Plans and prices" after "to Plans"
    (given !== undefined && wordsOf(given).every((word) => wordsOf(said).includes(word)))
  const ways = [withTarget, withValue]
  for (const way of isValue ? ways.toReversed() : ways) {
    const found = await way(said, turn, page)
    if (found) return found
  }
  return undefined
}

async function withTarget(said: string, turn: LastTurn, page: Page): Promise<FollowUp | undefined> {
  const target = targetOf(turn)
  const isName = /^(?:the|our|in|on|at)\s/i.test(said) || isTitle(said, page)
  const before = target && isName && turn.wish.act !== 'add' ? await takeBack(turn, page) : undefined
  if (!target || !before) return undefined
  const relative = relativeIn(said, before)
  const names = relative ? [relative] : namesFor(said, target, before)
  const messages = names.map((name) => withPart(turn.asked, target, name))
  const focus = /\bother\b/i.test(said) ? before.focus : []
  // One of several others, which nobody can tell, is not the section that holds them.
  const isLike = ({ blocks }: Document) =>
    relative !== undefined ||
    focus.length === 0 ||
    blocks.length === before.document.blocks.length ||
    removesBlock(turn)
  return firstWorking(messages, { ...before, focus }, page.document, isLike)
}

/** Whether all words of a phrase are in the title or the name of something, rather than somewhere in a text. */
function isTitle(said: string, { nodes }: Page): boolean {
  const words = wordsOf(said).filter((word) => !determiners.has(word) && word !== 'and' && word !== 'with')
  return words.every((word) =>
    nodes.some(
      ({ kind, isItem, names, labelStems }) =>
        names.has(singular(word)) || ((isItem || kind !== 'text') && labelStems.has(stem(word))),
    ),
  )
}

const removesBlock = ({ operations }: LastTurn) => operations.some(({ type }) => type === 'removeBlock')

/** A wish with another value. Where several were given, nobody can tell which one is meant. */
async function withValue(words: string, turn: LastTurn, page: Page): Promise<FollowUp | undefined> {
  const value = onlyPart(turn.wish, 'V')
  const before = value && couldBe(words, value.text) ? await takeBack(turn, page) : undefined
  if (!value || !before) return undefined
  const { asked } = turn
  // "sorry, 640" after "€620"
  const [currency = ''] = /^\d[\d.,]*$/.test(words) ? (/^[$€£¥]/.exec(value.text) ?? []) : []
  const said = currency + words
  const isQuoted = value.isQuote && !/^["“]/.test(said)
  const message = withPart(asked, value, isQuoted ? `"${said}"` : said)
  return firstWorking([message], { ...before, focus: [] }, page.document)
}

/** Whether words are of the sort that a value was: "expensive" is no price, and "boring" no headline. */
function couldBe(said: string, value: string): boolean {
  if (/^["“]/.test(said)) return true
  const hasNumber = (text: string) =>
    /\d/.test(text) || wordsOf(text).some((word) => numbers[word] !== undefined)
  return hasNumber(value) ? hasNumber(said) : /^\P{Lu}/u.test(value) || /^[\p{Lu}\d]/u.test(said)
}

/** What was moved or added goes to another place. "Below it" is beside what was named before. */
async function elsewhere(said: string, turn: LastTurn, page: Page): Promise<FollowUp | undefined> {
  const old = onlyPart(turn.wish, 'P')
  const isMoved = turn.operations.some(({ type }) => /^(?:move|add)/.test(type))
  if (!isMoved) return undefined
  const [, anchor] =
    /\b(?:before|after|above|below|under|behind|of|to)\s+(the .+|\p{Lu}.*)$/u.exec(old?.text ?? '') ?? []
  const named = anchor ? said.replace(/\s(?:it|that|them|this)$/i, ` ${anchor}`) : said
  const before = turn.wish.act === 'move' && old ? await takeBack(turn, page) : undefined
  return (
    (old && before && (await firstWorking([withPart(turn.asked, old, named)], before, page.document))) ??
    firstWorking([`Move it ${named}`], page, page.document)
  )
}

const backTo =
  /^(?:(?:go|change|put|set|turn|make|switch)\s+)?(?:(?:it|that|them)\s+)?back to\s+(?:the\s+|how it was[,:]?\s+)?(.+)$|^(?:(?:go|make it)\s+)?(.+?)\s+again$/i

const asBefore =
  /^(?:(?:leave|put|keep|make|have)\s+(?:it|them|that)\s+)?(?:just\s+|exactly\s+)?(?:as|like|how|the way)\s+(?:it|they|that)\s+(?:was|were)(?:\s+before)?$/i

/** "back to light, like it was" */
const likeBefore =
  /[\s,–-]+(?:just\s+)?(?:like|as|how|the way)\s+(?:it|they|that)\s+(?:was|were)(?:\s+before)?$/i
const staying = /^(?:leave|keep)\s+(?:it|them|that|that one)(?:\s+(?:in|there|on|alone|as is))*$/i

/** "back to light please": where the last change made something else of that, it is taken back. */
async function readBack(message: string, turn: LastTurn, page: Page): Promise<FollowUp | undefined> {
  const rest = (correctedIn(message) ?? message).trim().replace(/[\s,]*(?:please|thanks|then)?[.!]*$/i, '')
  if (asBefore.test(rest) || (rest !== message && staying.test(rest))) return { message: 'undo' }
  const [, to, again] = backTo.exec(rest.replace(likeBefore, '')) ?? []
  const said = to ?? again
  const before = said ? await takeBack({ ...turn, count: 1 }, page) : undefined
  return said && before?.focus.some((node) => isFormer(said, node.kind, node.prop, node.value))
    ? { message: 'undo' }
    : undefined
}

function isFormer(said: string, kind: string, prop: string, value: unknown): boolean {
  if (typeof value !== 'string') return false
  const words = contentOf(said)
  if (kind !== 'theme') return contentOf(value) === words
  const mode = /^(?:(light|bright)|dark)(?: (?:mode|theme|page|background|version))?$/.exec(words)
  if (prop === 'backgroundColor' && mode) return fromHex(value).l > 0.5 === Boolean(mode[1])
  const tokens = tokenise(said)
  return value.toLowerCase() === (colorAt(tokens, 0)?.color ?? words).toLowerCase()
}
