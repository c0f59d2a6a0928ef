import type { Document } from '../../document/index.ts'
import { ancestors, singular } from '../nodes.ts'
import type { Page } from '../page.ts'
import { ownedIn, pointsBack } from '../references/back.ts'
import { point } from '../references/point.ts'
import { readWishes } from '../roles/model.ts'
import { reference } from '../roles/ways.ts'
import type { Part, Wish } from '../roles/wishes.ts'
import { wordsOf } from '../tokens.ts'
import { determiners, genericBlockWords, numbers, ordinals } from '../words/plain.ts'
import {
  type FollowUp,
  firstWorking,
  type LastTurn,
  onlyPart,
  takeBack,
  targetOf,
  withPart,
} from './lastTurn.ts'
import { relativeIn } from './relatives.ts'

/** What is said before a follow-up: "Nice." */
const courtesy =
  /^(?:(?:nice|great|good|perfect|thanks|thank you|ok|okay|cool|yes|super|lovely|wonderful)[,.!\s]+)+/i
const again =
  /^(?:and |also |now |please |then )*(?:(?:do |use |put |set |give )?(?:exactly )?(?:the )?same (?:\w+ )?(?:for|with|to|goes for|applies to|(?=(?:in|on|at)\b)) ?)?(.+?)(?:,? (?:too|as well|also))?$/is
const nudge =
  /^(?:(?:and|now|then|please|no|ok|just|maybe)[\s,]+)*((?:(?:a bit|a little|a|one|once|two|three|four|more|further|another|even|step|steps|place|places|position|positions|spot|spots|slot|slots|notch|time)[\s,]+)*)(?:(up|higher)|down|lower)((?:\s+(?:one|two|three|a bit|a little|more|further|again|step|steps|place|places|please|then|once))*)[.!]*$/i

/** "one up", "a bit further down", after something was moved or added. */
export function readNudge(message: string, { operations }: LastTurn): FollowUp | undefined {
  const [isNudge, before = '', up, after = ''] = nudge.exec(message.trim()) ?? []
  const isMoved = operations.length > 0 && operations.every(({ type }) => /^(?:move|add)/.test(type))
  if (!isNudge || !isMoved) return undefined
  const count = wordsOf(`${before} ${after}`).find((word) => (numbers[word] ?? 0) > 1)
  return { message: `Move it ${up ? 'up' : 'down'}${count ? ` ${count} places` : ''}` }
}

/** "the FAQ too", "same for the pricing", "and the logos", "same in the closing section". */
export async function readRepeat(message: string, turn: LastTurn, page: Page): Promise<FollowUp | undefined> {
  const text = message
    .trim()
    .replace(courtesy, '')
    .replace(/[\s,]*(?:please|thanks|thank you)?[.!]*$/i, '')
  const isRepeat = /^(?:and|also)\b|\bsame\b|\b(?:too|as well|also)(?:$|,)/i.test(text)
  const [, phrase = ''] = isRepeat ? (again.exec(text.replace(/ (?:too|as well|also),/i, ',')) ?? []) : []
  if (phrase === '' || phrase.includes('?')) return undefined
  const wishes = readWishes(message, page)[0]?.wishes ?? []
  const both = await withOwnValue(wishes, turn, page)
  if (both) return both
  const isBare = wishes.every(
    ({ act, parts }) =>
      act === undefined &&
      parts.every(({ role }) => role === 'T' || (role === 'V' && turn.wish.act === 'add')),
  )
  // "as well" is taken for what to do now and then.
  const bare = isBare ? wishes : (readWishes(phrase, page)[0]?.wishes ?? [])
  if (!isBare && !bare.every(({ act, parts }) => !act && parts.every(({ role }) => role === 'T')))
    return undefined
  if (!isBare && bare.length === 0) return undefined
  if (turn.wish.act === 'add') return addAnother(phrase, turn, page)
  const target = targetOf(turn)
  if (!target) return undefined
  const relative = /\b(?:next|following|previous|preceding|before|above|after|below)\b/i.test(phrase)
    ? await takeBack({ ...turn, count: 1 }, page)
    : undefined
  const said = (relative && relativeIn(phrase, relative)) ?? titleIn(phrase, page) ?? phrase
  const value = onlyPart(turn.wish, 'V')
  const button = value && ownText(said, target.text, value.text, page)
  if (button) return firstWorking([button], page, page.document)
  // The value first, as long as the target still stands where it stood.
  const asked =
    value && value.start > target.start
      ? withPart(turn.asked, value, likewise(value.text, target.text, said))
      : turn.asked
  const messages = namesFor(said, target, page).map((name) => withPart(asked, target, name))
  return firstWorking(messages, page, page.document, (document) => isLike(document, said, turn, page))
}

/** "its button too", after a plan was renamed: where the button says the old name, it says the new one. */
function ownText(said: string, target: string, value: string, page: Page): string | undefined {
  const name = singular(wordsOf(ownedIn(said) ?? '').at(-1) ?? '')
  const item = page.focus[0] && [page.focus[0], ...ancestors(page.focus[0])].find(({ isItem }) => isItem)
  const part = item?.children.find(
    ({ names, kind }) => (kind === 'text' || kind === 'group') && names.has(name),
  )
  const text = String(
    (part?.kind === 'group' ? part.children.find(({ prop }) => prop === 'label') : part)?.value ?? '',
  )
  const old = target.split(/\s+/).find((word) => /^\p{Lu}/u.test(word) && text.split(/\s+/).includes(word))
  return part && old ? `Change ${reference(part)} to “${text.replace(old, value)}”` : undefined
}

/** "Your email" for "Your phone", where "and the email too" follows "rename the phone field": a value that names its thing names the other one. */
function likewise(value: string, target: string, said: string): string {
  const telling = (text: string) =>
    wordsOf(text).filter((word) => !determiners.has(word) && !genericNouns.has(word))
  const [name, ...others] = telling(said)
  const shared = telling(target).filter((word) => wordsOf(value).includes(word))
  const [old] = shared
  if (!name || others.length > 0 || !old || shared.length > 1 || wordsOf(value).length === 1) return value
  return value.replace(new RegExp(`\\b${RegExp.escape(old)}\\b`, 'i'), (word) =>
    /^\p{Lu}/u.test(word) ? name.replace(/^./, (sign) => sign.toUpperCase()) : name,
  )
}
const genericNouns = new Set(['field', 'one', 'button', 'plan', 'step', 'question', 'too', 'also'])

/** "and the hero one to “Take the tour”": another thing, with a value of its own. */
async function withOwnValue(
  [wish, ...others]: Wish[],
  turn: LastTurn,
  page: Page,
): Promise<FollowUp | undefined> {
  const [named, given] = wish && others.length === 0 ? [onlyPart(wish, 'T'), onlyPart(wish, 'V')] : []
  const [target, value] = [targetOf(turn), onlyPart(turn.wish, 'V')]
  if (!named || !given || !target || !value || wish?.parts.length !== 2 || target.start > value.start)
    return undefined
  if (turn.wish.act === 'add' || !one.test(named.text) || hasRank(named.text)) return undefined
  const asked = withPart(turn.asked, value, given.isQuote || value.isQuote ? `"${given.text}"` : given.text)
  const messages = namesFor(named.text, target, page).map((name) => withPart(asked, target, name))
  return firstWorking(messages, page, page.document)
}

/** "and Adventure Works too", after a logo was added. */
async function addAnother(said: string, turn: LastTurn, page: Page): Promise<FollowUp | undefined> {
  const value = onlyPart(turn.wish, 'V')
  if (!value) return undefined
  const words = value.isQuote && !/^["“]/.test(said) ? `"${said}"` : said
  return firstWorking([withPart(turn.asked, value, words)], page, page.document)
}

/** "the box at the end, What should we know": the title is clearer than what describes it. */
function titleIn(said: string, { nodes }: Page): string | undefined {
  const [, title] = /^[^,]+,\s*(.+)$/s.exec(said) ?? []
  const words = wordsOf(title ?? '').join(' ')
  return words !== '' && nodes.some(({ isItem, label }) => isItem && wordsOf(label).join(' ') === words)
    ? title
    : undefined
}

/** A section does not go for "the box at the end" after a field went. */
function isLike(document: Document, said: string, { operations }: LastTurn, page: Page): boolean {
  const { blocks } = document
  // "same for Installation", after the date of another step went: no step goes for that.
  const isRemoval = operations.some(({ type }) => /^remove/.test(type))
  if (!isRemoval && sizeOf(document) < sizeOf(page.document)) return false
  const isVague =
    one.test(said) ||
    wordsOf(said.split(/\s(?:at|in|on|of|below|under)\s/)[0] ?? '').some((word) =>
      genericBlockWords.has(word),
    )
  const isSection = operations.some(({ type }) => /Block$/.test(type))
  return !isVague || isSection || blocks.length === page.document.blocks.length
}

/** How many sections and items a page has. */
const sizeOf = ({ blocks }: Document) =>
  blocks.reduce(
    (sum, { props }) =>
      sum +
      1 +
      Object.values(props).reduce(
        (count: number, value) => count + (Array.isArray(value) ? value.length : 0),
        0,
      ),
    0,
  )

const where = /^(?:in|on|at)\s+(.+)$/is
/** "one" that stands for a noun, and not for a number. */
const one = /\bones?\b/i

/** What a phrase may be short for, after something else of its kind was named: "the second one", "Enterprise", "in the footer". */
export function namesFor(said: string, target: Part, page: Page): string[] {
  return shortFor(said, target, page).filter(
    (name) => hasRank(name) || pointsBack(name) || isThere(name, page),
  )
}

/** Whether each of the things that a phrase names is on the page. */
const isThere = (name: string, page: Page) =>
  point(name, page).length > 0 ||
  name.split(/\s+(?:and|with)\s+/).every((each) => point(each, page).length > 0)

const hasRank = (said: string) => wordsOf(said).some((word) => ordinals[word] !== undefined)

/** Whether a phrase names something that has parts: an item or a section. */
const isOwner = (said: string, page: Page) =>
  point(said, page)[0]?.nodes.every(({ isItem, kind }) => isItem || kind === 'block') ?? false

function shortFor(said: string, { text }: Part, page: Page): string[] {
  const { nodes } = page
  const kind = text
    .replace(/^(?:the|our|a|an|that|this)\s+/i, '')
    .replace(/^(?:first|second|third|last|other)\s+/i, '')
  const noun = kind.split(/\s+(?:in|on|of|at|by|from|under|about)\s/i)[0] ?? kind
  const last = noun.split(/\s+/).at(-1) ?? noun
  const isKind = (word: string) => nodes.some(({ names }) => names.has(singular(word.toLowerCase())))
  const head = isKind(last) ? last : noun
  const [, holder] = where.exec(said) ?? []
  if (holder)
    return [`the ${head} in ${holder}`, `the ${noun} in ${holder}`, ...(isKind(last) ? [] : [holder])]
  const isRank = hasRank(said) || /\bother\b/i.test(said)
  if (one.test(said)) {
    // What tells the thing that was named from others does not hold for "the company one".
    const nouns = isRank || /\bones?\s+\w/i.test(said) ? [noun, head] : isKind(last) ? [head] : []
    return [...nouns.map((each) => said.replace(one, each)), said]
  }
  const [, part] = /^(.+?)\s+(?:of|for)\s+/i.exec(text) ?? []
  // "Practice" after "the button of the Solo plan"
  if (part && !wordsOf(said).some(isKind) && isOwner(said, page)) return [`${part} of ${said}`, said]
  // "Enterprise" after "the Starter plan", "the second and third" after "the first step"
  const isName = isKind(last) && (head !== noun || isRank) && !wordsOf(said).some(isKind)
  return isName ? [`${/^the\s/i.test(said) ? said : `the ${said}`} ${head}`, said] : [said]
}
