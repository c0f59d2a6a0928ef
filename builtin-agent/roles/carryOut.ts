import type { Document } from '../../document/index.ts'
import { check } from '../check.ts'
import { type MessageStep, stepOf } from '../conclude.ts'
import { nameOf } from '../describe.ts'
import type { PictureOf } from '../operations/pictures.ts'
import { imageNamed, imageWords } from '../operations/pictures.ts'
import type { OpenPage } from '../page.ts'
import { exceptWords, keptIn } from '../recognisers/exceptWords.ts'
import { recogniseLooks } from '../recognisers/looks.ts'
import { goBack } from '../recognisers/past.ts'
import { limitIn } from '../recognisers/questions.ts'
import { Refusal } from '../refusal.ts'
import { textsOf } from '../texts.ts'
import { tokenise, wordsOf } from '../tokens.ts'
import { clarity } from './clarity.ts'
import { mendWishes, unquoted } from './complete.ts'
import { waysOf } from './execute.ts'
import type { Act } from './labels.ts'
import { documentAfter, pageAfter } from './pageAfter.ts'
import { isEqual, isSame } from './samePage.ts'
import type { Way } from './ways.ts'
import type { Wish } from './wishes.ts'

/** A reading of a message: its wishes, and the steps that carry them out. */
export type RoleReading = {
  wishes: Wish[]
  /** Initially the likelihood of the roles; in the end the certainty of the reading, from 0 to 1. */
  likelihood: number
  /** The likelihood of the roles, from 0 to 1. */
  roles: number
  /** The likelihood of the referents, from 0 to 1. */
  found: number
  /** Less than 1 if words of the message belong to no wish. */
  clear: number
  steps: MessageStep[]
  requests: string[]
  /** Whether the page already is as one of the wishes asks. */
  isThere?: boolean
  /** The wish that can't be carried out, the page before it, and where the previous wish ends in the message. */
  failed?: { wish: Wish; page: OpenPage; since: number; reason: string | undefined }
}

const mostWishes = 8
/** Each way costs as much time as reading a message, and later ones are rarely right. */
const mostWays = 6
/** The clarity of a message that names something no wish is about. */
const clearDespiteIgnored = 0.2
/** Acts that only a recogniser carries out: if none did, their reading is dropped. */
const onlyByRecognisers = new Set<Act>(['personalise'])
/** A value that ends with two places, which the network did not recognise as such. */
const saysBothEnds = ({ role, isQuote, text }: Wish['parts'][number]) =>
  role === 'V' &&
  !isQuote &&
  /,\s+(?:both\s+)?(?:at (?:the )?)?top and (?:at (?:the )?)?bottom[.!]?$/i.test(text)
/** Exceptions are left to their recogniser. Many other wishes also mention what stays. */
const isException = (text: string, wishes: Wish[]) =>
  keptIn(text) !== undefined ||
  (exceptWords.test(text) && !wishes.some(({ parts }) => parts.some((part) => exceptWords.test(part.text))))

/** Carries out the wishes of a message. */
export async function carryOut(
  { wishes, likelihood }: { wishes: Wish[]; likelihood: number },
  message: string,
  page: OpenPage,
): Promise<RoleReading | undefined> {
  const { wishes: whole, ignored } = mendWishes(wishes, message, page)
  if (whole.length > mostWishes || (whole.length === 0 && wishes.length > 0)) return undefined
  if (
    whole.some(({ act, parts }) => (act && onlyByRecognisers.has(act)) || parts.some(saysBothEnds)) ||
    isException(unquoted(whole, message), whole)
  )
    return undefined
  const pictureOf = await picturesFor(message, page)
  const reading: RoleReading = {
    wishes: whole,
    likelihood,
    steps: [],
    requests: [],
    roles: likelihood,
    found: 1,
    clear: ignored.length > 0 ? clearDespiteIgnored : 1,
  }
  let current = page
  for (const [at, wish] of whole.entries()) {
    const since = whole[at - 1]?.parts.at(-1)?.end ?? 0
    const until = whole[at + 1]?.parts[0]?.start ?? message.length
    const found = await readWish(wish, current, message, pictureOf, { since, until })
    if (!found && whole.length > 1) {
      // A wish that matches no operation does not block the other wishes of the message.
      const outcome = recogniseLooks(tokenise(wish.said), current) ?? limitIn(wish.said, current)
      if (outcome) {
        const step = stepOf(outcome, wish.said, current)
        reading.steps.push(step)
        if (outcome.kind === 'done') current = pageAfter([step], current, wish.act)
        continue
      }
    }
    if (!found || 'reason' in found)
      return { ...reading, requests: [], failed: { wish, page: current, since, reason: found?.reason } }
    if (found.steps.length === 0) reading.isThere = true
    reading.steps.push(...found.steps)
    if (found.request !== '') reading.requests.push(found.request)
    reading.found *= found.likelihood
    reading.clear *= found.clear
    if (at < whole.length - 1) current = pageAfter(found.steps, current, wish.act)
  }
  return reading
}

/** Searches the library for pictures if the message mentions one. */
async function picturesFor(message: string, page: OpenPage): Promise<PictureOf> {
  if (!wordsOf(message).some((word) => imageWords.has(word))) return () => undefined
  const assets = await page.context.searchAssets('')
  return (phrase) => imageNamed(assets, phrase)
}

/** The first way to carry out a wish that passes all checks. */
async function readWish(
  wish: Wish,
  page: OpenPage,
  message: string,
  pictureOf: PictureOf,
  /** Where the previous wish ends, and where the next one begins. */
  { since, until }: { since: number; until: number },
): Promise<
  | { request: string; likelihood: number; clear: number; steps: MessageStep[] }
  | { reason: string }
  | undefined
> {
  if (isPast(wish.act)) return readPast(wish, wish.act, page, message)
  /** Why the likeliest way is refused. */
  let reason: string | undefined
  for (const way of attempts(wish, page, message, pictureOf, since)) {
    if (way.outcome.kind === 'refused' && way.outcome.isAlready && way.likelihood > 0.5)
      return { request: '', likelihood: way.likelihood, clear: 1, steps: [] }
    if (way.outcome.kind === 'refused' && wish.act === 'remove') reason ??= way.outcome.reason
    const steps = [stepOf(way.outcome, wish.said, page)]
    const document = documentAfter(steps)
    // A removal may leave a difference of punctuation only, so equality is strict.
    const isKept = wish.act === 'remove' ? isEqual : isSame
    if (document && isKept(document, page.document) && way.likelihood > 0.5)
      return { request: '', likelihood: way.likelihood, clear: 1, steps: [] }
    const checked = document ? check(page, { document }) : undefined
    if (checked && 'reason' in checked) reason ??= checked.reason
    if (
      document &&
      steps.every(({ outcome }) => outcome?.kind === 'done') &&
      checked &&
      'operations' in checked &&
      (wish.act === 'add' || way.isReplacement || isTrueTo(wish, page.document, document))
    )
      return {
        request: inWords(way.request, page),
        likelihood: way.likelihood,
        clear: clarity(wish, message.slice(0, until)),
        steps,
      }
  }
  return reason === undefined ? undefined : { reason }
}

type Past = 'undo' | 'redo' | 'restore'
const isPast = (act: Act | undefined): act is Past => act === 'undo' || act === 'redo' || act === 'restore'

/** Carries out a wish about earlier versions of the page. */
async function readPast(wish: Wish, act: Past, page: OpenPage, message: string) {
  const phrases = wish.parts.filter(({ role }) => role === 'T').map(({ text }) => text)
  const outcome = await goBack({ act, phrases, message }, page)
  if (outcome?.kind === 'refused') return { reason: outcome.reason }
  return outcome && { request: wish.said, likelihood: 1, clear: 1, steps: [stepOf(outcome, wish.said, page)] }
}

/** The ways of a wish; none follow if finding the next one is refused. */
function* attempts(
  wish: Wish,
  page: OpenPage,
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

/** Replaces references in a text by the names of their nodes. */
const inWords = (request: string, page: OpenPage) =>
  request.replace(/‹([\w/-]+)›/g, (whole, key: string) => {
    const node = page.nodes.find((each) => each.key === key)
    return node ? nameOf(node, page) : whole
  })

/** Whether the edit suits the wish: it may not replace a long text by a single unquoted word. */
function isTrueTo({ parts, act }: Wish, before: Document, after: Document): boolean {
  const [were, are] = [textsOf(before), textsOf(after)]
  const added = are.filter((text) => !were.includes(text))
  if ((act !== undefined && act !== 'set') || parts.some(({ role }) => role === 'O')) return true
  const lost = were.filter((text) => !are.includes(text))
  return (
    parts.some(({ role, isQuote }) => role === 'V' && isQuote) ||
    !lost.some(
      (text) =>
        wordsOf(text).length >= 6 &&
        added.some(
          (each) =>
            each.length <= 15 &&
            (wordsOf(each).length === 1 || (wordsOf(each).length === 2 && !/^\p{Lu}/u.test(each))) &&
            /^[\p{Script=Latin}\p{N}\p{P}\p{S}\s]*$/u.test(each),
        ),
    )
  )
}
