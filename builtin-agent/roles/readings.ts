import { type Document, diffDocuments } from '../../document/index.ts'
import { check } from '../check.ts'
import { type Step, stepOf } from '../conclude.ts'
import { nameOf } from '../describe.ts'
import type { Node } from '../nodes.ts'
import { imageNamed, imageWords } from '../operations/pictures.ts'
import { type Outcome, refused } from '../outcome.ts'
import { openPage, type Page } from '../page.ts'
import { plausibility } from '../plausible/plausible.ts'
import { exceptWords, keptIn } from '../recognisers/exceptWords.ts'
import { recogniseLooks } from '../recognisers/looks.ts'
import { goBack } from '../recognisers/past.ts'
import { limitIn } from '../recognisers/questions.ts'
import { Refusal } from '../refusal.ts'
import { textsOf } from '../texts.ts'
import { tokenise, wordsOf } from '../tokens.ts'
import { touchedBy } from '../touched.ts'
import { clarity, isPlain } from './clarity.ts'
import { asMeant, unquoted } from './complete.ts'
import { waysOf } from './execute.ts'
import { explain } from './explain.ts'
import type { Act } from './labels.ts'
import { readWishes } from './model.ts'
import { sequences } from './orders.ts'
import { setForms } from './setForms.ts'
import type { PictureOf, Way } from './ways.ts'
import type { Wish } from './wishes.ts'

/** What a message comes to by the roles of its words, and the same in plain words. */
export type RoleReading = {
  wishes: Wish[]
  /** At first that of the roles; in the end how certain the reading is, from 0 to 1. */
  likelihood: number
  /** How likely the roles are, from 0 to 1. */
  roles: number
  /** How likely the phrases mean the nodes that were found, from 0 to 1. */
  found: number
  /** Less than 1 where something is named that no wish is about. */
  clear: number
  steps: Step[]
  sayings: string[]
  /** Whether some of what was asked for is there already. */
  isThere?: boolean
  /** The wish that can't be carried out, and the page and the place in the message that it was come to on. */
  failed?: { wish: Wish; page: Page; since: number; reason: string | undefined }
}

const mostWishes = 8
/** Of all ways to read a message, so many are looked at, by how likely they are. */
const nearlyAll = 0.9
/** A reading that is at least this certain is carried out in any case. */
const decided = 0.9
/** Each way takes as long as reading a message; the later ones are seldom right. */
const mostWays = 6
/** How certain a correction or an order is that is put in a set form; what is read as certain otherwise goes before it. */
const certainInSetForm = 0.88
/** How clear a message is in which something is named that no wish is about. */
const partlyHeard = 0.2
/** Acts that a recogniser reads instead: who a page is for is not in the words of a wish. */
const leftToSentences = new Set<Act>(['personalise'])
/** A text that ends with two places, of which none was found. */
const saysBothEnds = ({ role, isQuote, text }: Wish['parts'][number]) =>
  role === 'V' &&
  !isQuote &&
  /,\s+(?:both\s+)?(?:at (?:the )?)?top and (?:at (?:the )?)?bottom[.!]?$/i.test(text)
/** Removing everything but one thing is left to the recogniser of exceptions. That the rest stays is said of many wishes. */
const isException = (text: string, wishes: Wish[]) =>
  keptIn(text) !== undefined ||
  (exceptWords.test(text) && !wishes.some(({ parts }) => parts.some((part) => exceptWords.test(part.text))))

/**
 * Reads a message by the roles of its words. Every wish must come to something, and to nothing but what it says. Of the
 * ways to read it the likeliest that does is taken; that others come to the same page speaks for it.
 */
export async function readByRoles(message: string, page: Page): Promise<RoleReading | undefined> {
  const form = inSetForm(setForms(message, page), message, page)
  if (form) return form
  const read = await readAll(message, page)
  if (read && read.likelihood >= certainInSetForm && read.steps.length > 0 && !read.failed) return read
  // What is put in a set form says it more clearly than its words one by one.
  return inSetForm(sequences(message, page), message, page) ?? read
}

/** The first of some outcomes that changes the page. */
function inSetForm(
  forms: Iterable<{ outcome: Outcome; saying: string }>,
  message: string,
  page: Page,
): RoleReading | undefined {
  for (const { outcome, saying } of forms) {
    const wish: Wish = { act: 'set', parts: [], said: message }
    const draft = outcome.kind === 'done' ? outcome.draft : undefined
    if (draft && 'operations' in check(page, draft))
      return {
        wishes: [wish],
        likelihood: certainInSetForm,
        steps: [stepOf(outcome, wish.said, page)],
        sayings: [saying],
        roles: 1,
        found: 1,
        clear: 1,
      }
  }
  return undefined
}

async function readAll(message: string, page: Page): Promise<RoleReading | undefined> {
  const readings = readWishes(message, page)
  const [first] = readings
  if (!first || first.wishes.length === 0)
    return carryOut(first ?? { wishes: [], likelihood: 0 }, message, page)
  let firstReading: RoleReading | undefined
  const done: Done[] = []
  let seen = 0
  for (const { wishes, likelihood, share } of readings) {
    // What is left can't change much.
    if (done.length > 0 && (seen > nearlyAll || isDecided(done, share))) break
    seen += share
    // What the likeliest reading would remove is not another thing.
    if (wishes !== first.wishes && removesLess(wishes, first.wishes)) continue
    if (firstReading?.isThere && !firstReading.failed && takesAway(wishes) && !takesAway(first.wishes))
      continue
    const reading = await carryOut({ wishes, likelihood }, message, page)
    const document = reading && !reading.failed ? documentAfter(reading.steps) : undefined
    if (reading && document)
      done.push({ reading, share, document, fit: plausibility(message, page, document) })
    else if (wishes === first.wishes) firstReading = reading
  }
  const whole = done.some(isWhole) ? done.filter(isWhole) : done
  const [chosen] = whole.toSorted((a, b) => worth(b) - worth(a))
  if (!chosen) return firstReading && explained(firstReading, message)
  // A reading that leaves much unheard says little against another one.
  const heard = whole.filter(({ reading }) => reading.clear > chosen.reading.clear * 0.3)
  const sum = (each: Done[]) => each.reduce((total, { share }) => total + share, 0)
  const agreed = sum(heard.filter(({ document }) => isSame(document, chosen.document)))
  const all = readings.reduce((total, { share }) => total + share, 0)
  const likelihood = certainty(chosen, {
    share: agreed,
    ofDone: agreed / sum(heard),
    ofAll: agreed / all,
  })
  return { ...chosen.reading, likelihood }
}

/** A reading that comes to something, and how that suits the message. */
type Done = { reading: RoleReading; share: number; document: Document; fit: number }
const isWhole = ({ reading }: Done) => reading.steps.every(({ outcome }) => outcome?.kind === 'done')
const worth = ({ share, fit, reading: { found, clear } }: Done) => share * found * clear * chance(fit)
/** What a number that is even at 0 is as a probability. */
const chance = (score: number) => 1 / (1 + Math.exp(-score))

/** Whether the first reading would be taken, and be certain enough, even if all others came to something else. */
function isDecided(done: Done[], next: number): boolean {
  const [first] = done as [Done]
  const { share } = first
  return (
    done.length === 1 &&
    isWhole(first) &&
    worth(first) >= next &&
    certainty(first, { share, ofDone: share, ofAll: share }) >= decided
  )
}

/** What the wishes of a message come to on a page. */
export async function carryOut(
  { wishes, likelihood }: { wishes: Wish[]; likelihood: number },
  message: string,
  page: Page,
): Promise<RoleReading | undefined> {
  const { wishes: whole, unheard } = asMeant(wishes, message, page)
  if (whole.length > mostWishes || (whole.length === 0 && wishes.length > 0)) return undefined
  if (
    whole.some(({ act, parts }) => (act && leftToSentences.has(act)) || parts.some(saysBothEnds)) ||
    isException(unquoted(whole, message), whole)
  )
    return undefined
  const pictureOf = await picturesFor(message, page)
  const reading: RoleReading = {
    wishes: whole,
    likelihood,
    steps: [],
    sayings: [],
    roles: likelihood,
    found: 1,
    clear: unheard.length > 0 ? partlyHeard : 1,
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
      return { ...reading, sayings: [], failed: { wish, page: current, since, reason: found?.reason } }
    if (found.steps.length === 0) reading.isThere = true
    reading.steps.push(...found.steps)
    if (found.saying !== '') reading.sayings.push(found.saying)
    reading.found *= found.likelihood
    reading.clear *= found.clear
    if (at < whole.length - 1) current = pageAfter(found.steps, current, wish.act)
  }
  return reading
}

const takesAway = (wishes: Wish[]) => wishes.some(({ act }) => act === 'remove' || act === 'undo')

/** Whether a reading removes something by fewer words than another one has for it. */
function removesLess(wishes: Wish[], others: Wish[]): boolean {
  const named = (each: Wish[]) =>
    new Set(
      each
        .filter(({ act }) => act === 'remove')
        .flatMap(({ parts }) => parts.filter(({ role }) => role === 'T' || role === 'O'))
        .flatMap(({ text }) => wordsOf(text).filter((word) => !isPlain(word))),
    )
  const said = named(wishes)
  return said.size > 0 && [...named(others)].some((word) => !said.has(word))
}

/** The share of the readings that agree, and what part that is of those that come to something, and of all. */
type Agreed = { share: number; ofDone: number; ofAll: number }

/** How likely a reading is right, as fitted to instructions that were not trained on. */
function certainty({ reading, fit }: Done, { share, ofDone, ofAll }: Agreed): number {
  const { roles, found, clear } = reading
  const log = (value: number, least: number) => Math.log(Math.max(value, least))
  const words =
    4.3 +
    0.15 * log(roles, 1e-6) +
    1.9 * log(found, 1e-3) +
    1.35 * log(clear, 1e-4) +
    log(share, 1e-6) +
    1.5 * log(ofAll, 1e-3) +
    4.8 * (ofDone - 1)
  return chance(-0.5 + 0.9 * fit + 0.6 * words + 0.8 * log(found, 1e-3))
}

/** A reading with the reason why a wish of it comes to nothing: by what it names and gives, or by a limit that its words speak of. */
async function explained(reading: RoleReading, message: string): Promise<RoleReading> {
  if (!reading.failed) return reading
  const { wish, page, since, reason } = reading.failed
  const outcome = reason ? refused(reason) : (limitIn(wish.said, page) ?? explain(wish, page, message, since))
  return { ...reading, steps: [...reading.steps, stepOf(outcome, wish.said, page)] }
}

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
  /** Where the wish before ends, and the next one begins. */
  { since, until }: { since: number; until: number },
): Promise<
  { saying: string; likelihood: number; clear: number; steps: Step[] } | { reason: string } | undefined
> {
  if (isPast(wish.act)) return readPast(wish, wish.act, page, message)
  /** Why the likeliest way can't be gone. */
  let reason: string | undefined
  for (const way of attempts(wish, page, message, pictureOf, since)) {
    if (way.outcome.kind === 'refused' && way.outcome.isAlready && way.likelihood > 0.5)
      return { saying: '', likelihood: way.likelihood, clear: 1, steps: [] }
    if (way.outcome.kind === 'refused' && wish.act === 'remove') reason ??= way.outcome.reason
    const steps = [stepOf(way.outcome, wish.said, page)]
    const document = documentAfter(steps)
    // What a removal leaves may differ by a full stop only.
    const isKept = wish.act === 'remove' ? isEqual : isSame
    if (document && isKept(document, page.document) && way.likelihood > 0.5)
      return { saying: '', likelihood: way.likelihood, clear: 1, steps: [] }
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
        saying: inWords(way.saying, page),
        likelihood: way.likelihood,
        clear: clarity(wish, message.slice(0, until)),
        steps,
      }
  }
  return reason === undefined ? undefined : { reason }
}

type Past = 'undo' | 'redo' | 'restore'
const isPast = (act: Act | undefined): act is Past => act === 'undo' || act === 'redo' || act === 'restore'

/** A wish about earlier versions of the page. */
async function readPast(wish: Wish, act: Past, page: Page, message: string) {
  const phrases = wish.parts.filter(({ role }) => role === 'T').map(({ text }) => text)
  const outcome = await goBack({ act, phrases, message }, page)
  if (outcome?.kind === 'refused') return { reason: outcome.reason }
  return outcome && { saying: wish.said, likelihood: 1, clear: 1, steps: [stepOf(outcome, wish.said, page)] }
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

/** A saying with the names of things in place of references. */
const inWords = (saying: string, page: Page) =>
  saying.replace(/‹([\w/-]+)›/g, (whole, key: string) => {
    const node = page.nodes.find((each) => each.key === key)
    return node ? nameOf(node, page) : whole
  })

const lastOf = (steps: Step[]) =>
  steps.findLast(({ outcome }) => outcome?.kind === 'done')?.outcome as
    | (Outcome & { kind: 'done' })
    | undefined
export const documentAfter = (steps: Step[]) => lastOf(steps)?.draft?.document

/** The page with what some steps did; what they were about is in focus. */
export function pageAfter(steps: Step[], page: Page, act: Act = 'set'): Page {
  const opened = openPage(page.context, documentAfter(steps) ?? page.document)
  const keys = lastOf(steps)?.focus ?? []
  const named = keys.flatMap((key) => opened.nodes.find((each) => each.key === key) ?? [])
  // An undo is about what it takes back.
  const about = named.length > 0 ? named : touchedBy(diffDocuments(page.document, opened.document), opened)
  const focus = about.flatMap((node) => {
    // What was made optional is spoken of, not that it is.
    return (node?.kind === 'flag' || node?.kind === 'choice' ? node.parent : node) ?? []
  })
  const freed = freedBlock(opened, page) ?? freedIn(focus[0], page)
  const hasSameNodes =
    (act === 'set' || act === 'replace') &&
    opened.nodes.length === page.nodes.length &&
    opened.nodes.every(({ key }, at) => key === page.nodes[at]?.key)
  return {
    ...opened,
    selected: page.selected,
    focus,
    isGoingOn: true,
    ...(freed ? { freed } : {}),
    ...(hasSameNodes ? { before: page.before ?? page } : {}),
  }
}

/** The place of a section that was removed. */
function freedBlock({ document }: Page, before: Page): Page['freed'] {
  const { blocks } = before.document
  const index = blocks.findIndex(({ id }, at) => document.blocks[at]?.id !== id)
  return document.blocks.length < blocks.length ? { list: 'blocks', index } : undefined
}

/** The place in a list that became free, where items of it were removed. */
function freedIn(list: Node | undefined, before: Page): Page['freed'] {
  const [are, were] = [list?.value, before.nodes.find(({ key }) => key === list?.key)?.value]
  if (!list || !Array.isArray(are) || !Array.isArray(were) || are.length >= were.length) return undefined
  const at = were.findIndex((item, index) => JSON.stringify(item) !== JSON.stringify(are[index]))
  return { list: list.key, index: at }
}

const isEqual = (one: Document, other: Document) => JSON.stringify(one) === JSON.stringify(other)

/** Whether two readings come to the same page; ids of new items, capital letters and full stops aside. */
export const isSame = (one: Document, other: Document) => one === other || plain(one) === plain(other)

const plainTexts = new WeakMap<Document, string>()
function plain(document: Document): string {
  const known = plainTexts.get(document)
  if (known !== undefined) return known
  const text = JSON.stringify(document, (key, value) =>
    key === 'id' ? undefined : typeof value === 'string' ? value.toLowerCase().replace(/[.\s]+$/, '') : value,
  )
  plainTexts.set(document, text)
  return text
}

/** Whether no text of many words became a single one that the wish does not quote. */
function isTrueTo({ parts, act }: Wish, before: Document, after: Document): boolean {
  const [were, are] = [textsOf(before), textsOf(after)]
  const added = are.filter((text) => !were.includes(text))
  if ((act !== undefined && act !== 'set') || parts.some(({ role }) => role === 'O')) return true
  // A text of many words does not become one word.
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
