import type { Document } from '../../../documents/schema.ts'
import { Refusal } from '../../refusal.ts'
import type { Picture } from '../additions/compose.ts'
import { check } from '../check.ts'
import { nameOf } from '../describe.ts'
import { imageNamed, imageWords } from '../frames/image.ts'
import type { Node } from '../nodes.ts'
import type { Outcome } from '../outcome.ts'
import { openPage, type Page } from '../page.ts'
import { planMessage, type Step } from '../plan.ts'
import { tokenise, wordsOf } from '../tokens.ts'
import { classesOf } from '../verbs.ts'
import { determiners, fillers, functionWords } from '../words/plain.ts'
import { waysOf } from './execute.ts'
import { isOption } from './features.ts'
import type { Act } from './labels.ts'
import { readWishes } from './model.ts'
import type { Way } from './ways.ts'
import type { Wish } from './wishes.ts'

/** What a message comes to by the roles of its words, and the same in plain words. */
export type RoleReading = {
  wishes: Wish[]
  likelihood: number
  steps: Step[]
  sayings: string[]
  /** Whether some of what was asked for is there already. */
  isThere?: boolean
}

const mostWishes = 8
/** Each way takes as long as reading a message; the later ones are seldom right. */
const mostWays = 6
/** Who a page is for is not in the words of a wish. */
const leftToSentences = new Set<Act>(['personalise'])
const exception = /\b(?:except|apart from|other than|all but|everything but|everything else)\b/i

/** Reads a message by the roles of its words. Every wish must come to something, and to nothing but what it says. */
export const readByRoles = (message: string, page: Page): Promise<RoleReading | undefined> =>
  carryOut(readWishes(message, page), message, page)

/** What the wishes of a message come to on a page. */
export async function carryOut(
  { wishes, likelihood }: { wishes: Wish[]; likelihood: number },
  message: string,
  page: Page,
): Promise<RoleReading | undefined> {
  const whole = complete(wishes, message, page)
  if (whole.length > mostWishes || (whole.length === 0 && wishes.length > 0)) return undefined
  if (whole.some(({ act }) => act && leftToSentences.has(act)) || exception.test(message)) return undefined
  const pictureOf = await picturesFor(message, page)
  const reading: RoleReading = { wishes: whole, likelihood, steps: [], sayings: [] }
  let current = page
  for (const [at, wish] of whole.entries()) {
    const since = whole[at - 1]?.parts.at(-1)?.end ?? 0
    const found = await readWish(wish, current, message, pictureOf, since)
    if (!found) return { wishes: whole, likelihood, steps: [], sayings: [] }
    if (found.steps.length === 0) reading.isThere = true
    reading.steps.push(...found.steps)
    if (found.saying !== '') reading.sayings.push(found.saying)
    reading.likelihood *= found.likelihood
    if (at < whole.length - 1) current = pageAfter(found.steps, current)
  }
  return reading
}

type PictureOf = (phrase: string) => Picture | undefined
/** Finds pictures of the library by name, for a message that speaks of one. */
async function picturesFor(message: string, page: Page): Promise<PictureOf> {
  if (!wordsOf(message).some((word) => imageWords.has(word))) return () => undefined
  const assets = await page.context.searchAssets('')
  return (phrase) => imageNamed(assets, phrase)
}

/** The first way to carry a wish out that is understood as a whole and does what the wish says. */
async function readWish(
  wish: Wish,
  page: Page,
  message: string,
  pictureOf: PictureOf,
  since: number,
): Promise<{ saying: string; likelihood: number; steps: Step[] } | undefined> {
  for (const way of attempts(wish, page, message, pictureOf, since)) {
    // "the logos last, the quote before them": what is there already needs no step.
    if (way.outcome?.kind === 'refused' && way.outcome.isAlready && way.likelihood > 0.5)
      return { saying: '', likelihood: way.likelihood, steps: [] }
    const steps = way.outcome ? [stepOf(way.outcome, wish, page)] : await planMessage(way.saying, page)
    const document = documentAfter(steps)
    if (way.outcome && document && isSame(document, page.document) && way.likelihood > 0.5)
      return { saying: '', likelihood: way.likelihood, steps: [] }
    if (
      document &&
      steps.every(({ outcome }) => outcome?.kind === 'done') &&
      'operations' in check(page, { document }) &&
      // What is added directly is made of the words of the wish alone.
      ((wish.act === 'add' && way.outcome) || isTrueTo(wish, page.document, document))
    )
      return { saying: inWords(way.saying, page), likelihood: way.likelihood * clarity(wish, message), steps }
  }
  return undefined
}

/** The ways of a wish; one that can't be gone is left out. */
function* attempts(
  wish: Wish,
  page: Page,
  message: string,
  pictureOf: PictureOf,
  since: number,
): Generator<Way> {
  const ways = waysOf(wish, page, message, pictureOf, since)
  for (let tried = 0; tried < mostWays; tried++) {
    try {
      const next = ways.next()
      if (next.done) return
      yield next.value
    } catch (error) {
      if (error instanceof Refusal) return
      throw error
    }
  }
}

const stepOf = (outcome: Outcome, { said }: Wish, page: Page): Step => ({
  clause: { act: 'wish', text: said, source: said, tokens: [], corrects: false },
  outcome,
  cost: 0,
  start: 0,
  end: 0,
  isWish: true,
  page,
})

/** A saying with the names of things in place of references. */
const inWords = (saying: string, page: Page) =>
  saying.replace(/‹([\w/-]+)›/g, (whole, key: string) => {
    const node = page.nodes.find((each) => each.key === key)
    return node ? nameOf(node, page) : whole
  })

/** Words between the parts of a wish that have no role in it make it less likely that it was read right. */
function clarity({ parts }: Wish, message: string): number {
  let unread = 0
  for (const [at, part] of parts.entries()) {
    const before = parts[at - 1]
    if (!before || before.end >= part.start) continue
    const gap = message.slice(before.end, part.start)
    unread += unreadIn(gap.slice(gap.search(/[.!?\n](?!.*[.!?\n])/) + 1))
  }
  // "go up to €260 automatically on 1 January": a condition that is not heard.
  const rest = /^[^.!?,;:(\n–]*/.exec(message.slice(parts.at(-1)?.end))?.[0] ?? ''
  return 0.7 ** (unread + unreadIn(rest.split(reason)[0] ?? ''))
}
const reason = /\b(?:because|since|as|so|but|and|while|which|who|if|when|for)\b/i
const unreadIn = (text: string) =>
  tokenise(text).filter(
    ({ kind, norm }) =>
      kind === 'number' || kind === 'quote' || (kind === 'word' && norm.length > 2 && !isPlain(norm)),
  ).length
const isPlain = (word: string) =>
  functionWords.has(word) ||
  determiners.has(word) ||
  fillers.has(word) ||
  plainWords.has(word) ||
  classesOf(word).length > 0
const plainWords = new Set(
  'should read reads say says said needs need want wants would like must now not but and instead than because since into onto become becomes called will can could our their from that this its his her they she you we goes longer anymore only more one new there here then also please thank thanks been being have has had was were gets got'.split(
    ' ',
  ),
)

const negated =
  /\b(?:don['’]?t|do not|never|not|no need to)\s+(?!(?:show|display|need|want|list|mention|have|use)\b)/i

const negatedRemoval =
  /\b(?:don['’]?t|do not|never|not|no need to)\s+(?:remove|delete|drop|cut|take|touch|kill|hide|strike|erase|lose)\b/i

/** Wishes with what they leave out: "remove the note and the eyebrow" says only once what to do. A thing that is only named is no wish. */
function complete(wishes: Wish[], message: string, page: Page): Wish[] {
  const result: Wish[] = []
  for (const [at, wish] of wishes.entries()) {
    const before = result.at(-1)
    const next = wishes[at + 1]
    const has = (role: string) => wish.parts.some((part) => part.role === role)
    // "not needed" asks for a removal, "don't remove" asks for none.
    const speaksAgainst = wish.act === 'remove' ? negatedRemoval : negated
    if (wish.parts.some(({ role, text }) => role === wish.act && speaksAgainst.test(text))) continue
    const isBare = wish.act === undefined && has('T') && !has('V') && !has('P')
    const gap = message.slice(before?.parts.at(-1)?.end, wish.parts[0]?.start)
    if (isBare && before && /\bsame (?:for|with|goes for|at|in)\b/i.test(gap)) return []
    const place = before && wish.act === undefined && wish.parts.every(({ role }) => role === 'P')
    if (place && /^\s*,?\s*(?:and|but|,)\s*(?:then\s*)?$/i.test(gap)) {
      result.push({ ...wish, parts: [...before.parts.filter(({ role }) => role === 'T'), ...wish.parts] })
      continue
    }
    if (
      isBare &&
      before &&
      (before.act === 'remove' || before.act === 'duplicate') &&
      (/^\s*,?\s*(?:and|&|plus|as well as)\s*(?:also\s*)?$/i.test(gap) ||
        /^\s*,?\s*(?:likewise|too|as well|also|same)\b/i.test(message.slice(wish.parts.at(-1)?.end)))
    )
      result.push({ ...wish, act: before.act })
    else if (
      isBare &&
      (next?.act === 'remove' || next?.act === 'duplicate') &&
      /^\s*,?\s*(?:and|&|plus)\s*$/i.test(message.slice(wish.parts.at(-1)?.end, next.parts[0]?.start))
    )
      result.push({ ...wish, act: next.act })
    else if (
      isBare &&
      next &&
      /^\s*[,:–—-]+\s*$/.test(message.slice(wish.parts.at(-1)?.end, next.parts[0]?.start))
    )
      // "closing section, drop the note": what is named first only says where.
      next.parts.unshift(...wish.parts)
    else if (
      wish.act !== undefined ||
      (has('V') && (has('T') || has('O') || page.focus.length > 0)) ||
      (has('T') && has('P'))
    )
      result.push(wish)
  }
  return result
}

const lastOf = (steps: Step[]) => steps.at(-1)?.outcome as (Outcome & { kind: 'done' }) | undefined
const documentAfter = (steps: Step[]) => lastOf(steps)?.draft?.document

function pageAfter(steps: Step[], page: Page): Page {
  const opened = openPage(page.context, documentAfter(steps) ?? page.document)
  const keys = lastOf(steps)?.focus ?? []
  const focus = keys.flatMap((key) => opened.nodes.find((node) => node.key === key) ?? [])
  const freed = freedIn(focus[0], page)
  return {
    ...opened,
    selected: page.selected,
    focus,
    ...(freed ? { freed } : {}),
  }
}

/** The place in a list that became free, where items of it were removed. */
function freedIn(list: Node | undefined, before: Page): Page['freed'] {
  const [are, were] = [list?.value, before.nodes.find(({ key }) => key === list?.key)?.value]
  if (!list || !Array.isArray(are) || !Array.isArray(were) || are.length >= were.length) return undefined
  const at = were.findIndex((item, index) => JSON.stringify(item) !== JSON.stringify(are[index]))
  return { list: list.key, index: at }
}

/** Whether two readings come to the same page; ids of new items, capital letters and full stops aside. */
export function isSame(one: Document, other: Document): boolean {
  const plain = (document: Document) =>
    JSON.stringify(document, (key, value) =>
      key === 'id'
        ? undefined
        : typeof value === 'string'
          ? value.toLowerCase().replace(/[.\s]+$/, '')
          : value,
    )
  return plain(one) === plain(other)
}

/** Whether the texts that are new on a page are all given in some wishes. */
export function isGivenBy(wishes: Wish[], before: Document, after: Document): boolean {
  const values = wishes.flatMap(({ parts }) =>
    parts.filter(({ role }) => role === 'V').map(({ text }) => text),
  )
  const were = new Set(textsOf(before))
  const added = textsOf(after).filter((text) => !were.has(text))
  return added.every((text) => values.some((value) => isWithin(text, value) || isWithin(value, text)))
}

/** Whether the texts that are new on the page are those of the wish. */
function isTrueTo({ parts, act }: Wish, before: Document, after: Document): boolean {
  const [were, are] = [textsOf(before), textsOf(after)]
  const added = are.filter((text) => !were.includes(text))
  const values = parts.filter(({ role, text }) => role === 'V' && !isOption(text)).map(({ text }) => text)
  if (act === 'add')
    return (
      values.every((value) => added.some((text) => isWithin(value, text))) &&
      added.every((text) => values.some((value) => isWithin(text, value)))
    )
  if ((act !== undefined && act !== 'set') || parts.some(({ role }) => role === 'O')) return true
  // "spell it “analyse” in the intro": a text of many words does not become one word.
  const lost = were.filter((text) => !are.includes(text))
  return (
    parts.some(({ role, isQuote }) => role === 'V' && isQuote) ||
    !lost.some(
      (text) =>
        wordsOf(text).length >= 6 &&
        added.some(
          (each) =>
            each.length <= 15 &&
            wordsOf(each).length <= 2 &&
            /^[\p{Script=Latin}\p{N}\p{P}\p{S}\s]*$/u.test(each),
        ),
    )
  )
}

const isWithin = (part: string, whole: string) =>
  ` ${wordsOf(whole).join(' ')} `.includes(` ${wordsOf(part).join(' ')} `)

const notText = new Set(
  'id type link icon layout tone assetId width look primaryColor backgroundColor textColor font'.split(' '),
)
/** Every text in a document. */
export function textsOf(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return notText.has(key) ? [] : [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => textsOf(each, Array.isArray(value) ? key : name))
}
