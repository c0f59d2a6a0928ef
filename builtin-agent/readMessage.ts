import { nothingToChange } from './already.ts'
import { type Conclusion, conclude, type Step, stepOf } from './conclude.ts'
import { listed, quoted } from './label.ts'
import { type Outcome, refused } from './outcome.ts'
import type { Page } from './page.ts'
import { recogniseContrast } from './recognisers/contrast.ts'
import { recogniseExceptions } from './recognisers/exceptions.ts'
import { recogniseLinks } from './recognisers/links.ts'
import { recogniseLooks } from './recognisers/looks.ts'
import { recognisePersonal, splitPersonal, unnoted } from './recognisers/personal.ts'
import { recognisePicture } from './recognisers/pictures.ts'
import { answerQuestion, isQuestion, isThanks, limitIn, staysAsIs } from './recognisers/questions.ts'
import { Refusal } from './refusal.ts'
import { wouldHave } from './reply.ts'
import { carryOut, type RoleReading } from './roles/carryOut.ts'
import { readWishes, unreadFrom } from './roles/model.ts'
import { pageAfter } from './roles/pageAfter.ts'
import { readByRoles } from './roles/readings.ts'
import type { Wish } from './roles/wishes.ts'
import { cutsOf } from './segments/cuts.ts'
import { commandIn, pairsIn, partIn, statedIn } from './segments/pairs.ts'
import { type Segment, type Segments, segmentsOf } from './segments/segments.ts'
import { correct } from './spelling.ts'
import { tokenise, wordsOf } from './tokens.ts'
import { fillerLength, verbAt } from './verbs.ts'

/** From these likelihoods on a reading is carried out. */
const enough = {
  usual: 0.58,
  /** The message is put as a question. */
  asked: 0.7,
  /** Additions use every word of content that the message gives, or come to nothing: that speaks for them. */
  added: 0.38,
}
/** Where what is meant is less likely than this, it is asked for, however sure the words are. */
const leastFound = 0.35
/** A reading that is less likely than this is not offered. */
const likely = 0.3
/** A list is carried out if at least this share of its points is clear. */
const leastClear = 2 / 3

/**
 * What a message comes to on a page: each point of a list by itself, or else the message as a whole. What is clear is
 * done and what is not is said, one point after the other. Where its wishes are given, they are not read from it.
 */
export async function readMessage(message: string, page: Page, wishes?: Wish[]): Promise<Conclusion> {
  if (wishes) return conclude((await carryOut({ wishes, likelihood: 1 }, message, page))?.steps ?? [])
  const end = unreadFrom(message)
  const read = message.slice(0, end)
  const points = segmentsOf(read, page)
  const personal = points?.isMarked ? undefined : splitPersonal(read, page)
  const inParts = personal ? await readPersonal(personal, page) : points && (await readSegments(points, page))
  const steps = inParts ?? (await readWhole(read, page))
  if (end !== undefined) steps.push(leaveOut(message, end, page))
  return conclude(steps)
}

/** A wish to personalise and what stands beside it, which would hide it from the readings of the whole. */
async function readPersonal(segments: Segments, page: Page): Promise<Step[] | undefined> {
  const steps = await readInTurn(segments, page)
  return steps?.map((step) => (step.outcome ? step : { ...step, outcome: unnoted(step.said, page) }))
}

/** The steps of each point; undefined where none is understood. Where too few are, nothing is done. */
async function readSegments(segments: Segments, page: Page): Promise<Step[] | undefined> {
  const steps = await readInTurn(segments, page)
  if (!steps || !isDone(steps)) return undefined
  const unclear = steps.filter(({ outcome }) => outcome?.kind !== 'done')
  if (unclear.length <= segments.segments.length * (1 - leastClear)) return steps
  return [stepOf(askAgain(unclear.map(({ said }) => said)), '', page)]
}

/** The steps of each point, on the page as the points before it left it. */
async function readInTurn({ segments, isMarked }: Segments, page: Page): Promise<Step[] | undefined> {
  const steps: Step[] = []
  let current = page
  for (const segment of segments) {
    const own = await readSegment(segment, current)
    if (!isMarked && !areDone(own)) return undefined
    // An offer says that nothing was changed, which is not so here.
    steps.push(...own.map((step) => (isOffer(step) ? { ...step, outcome: undefined } : step)))
    current = pageAfter(own, current)
  }
  return steps
}

/** A point with a heading is about what the heading names: it is looked for there first. */
async function readSegment({ text, about }: Segment, page: Page): Promise<Step[]> {
  const block = page.document.blocks.find(({ id }) => id === about?.block?.id)
  const node = page.nodes.find(({ key }) => key === about?.key)
  const inside = block && !page.selected ? { ...page, selected: block, focus: node ? [node] : [] } : page
  for (const each of new Set([inside, page])) {
    const isPair = isSetting(text, each)
    const part = each.selected && about && isPair ? partIn(text, about, each) : undefined
    const stated = isPair ? statedIn(text) : undefined
    const ways = [
      () => readPair(part, text, each),
      () => readPair(stated, text, each),
      () => readWhole(text, each),
      ...pairsIn(text).map((pair) => () => readPair(pair, text, each)),
    ]
    for (const way of ways) {
      const steps = await way()
      if (isDone(steps)) return steps
    }
  }
  return readPart(text, page)
}

async function readPair(pair: Wish | undefined, text: string, page: Page): Promise<Step[]> {
  const reading = pair && (await carryOut({ wishes: [pair], likelihood: 1 }, text, page))
  return reading && !reading.failed && reading.found >= leastFound ? reading.steps : []
}

/** Whether the words of a text name something and say what it becomes, as far as the likeliest reading goes. */
const isSetting = (text: string, page: Page) =>
  (readWishes(text, page)[0]?.wishes ?? []).every(({ act }) => act === undefined || act === 'set')

const isOffer = ({ outcome }: Step) => outcome?.kind === 'ask' && !outcome.wantsContent
const isDone = (steps: Step[]) => steps.some(({ outcome }) => outcome?.kind === 'done')
const areDone = (steps: Step[]) => steps.length > 0 && steps.every(({ outcome }) => outcome?.kind === 'done')

/** Running text as a whole; or, where that is not clear, in two parts that both are clear by themselves. */
async function readWhole(message: string, page: Page): Promise<Step[]> {
  const whole = await readPart(message, page)
  if (isDone(whole) || isQuestion(message)) return whole
  const command = await readPair(commandIn(message, page), message, page)
  if (isDone(command)) return command
  const contrast = recogniseContrast(message, page)
  if (contrast?.kind === 'done') return [stepOf(contrast, message, page)]
  for (const [first, rest] of cutsOf(message, page)) {
    const before = await readPart(first, page)
    if (!areDone(before)) continue
    const after = await readWhole(rest, pageAfter(before, page))
    if (areDone(after)) return [...before, ...after]
  }
  return whole
}

/** One wish or a few in running text. */
async function readPart(message: string, page: Page): Promise<Step[]> {
  if (staysAsIs(message)) return []
  const special = await recognise(message, page)
  if (special?.kind === 'done') return [stepOf(special, message, page)]
  const byRoles = special ? undefined : await readByRoles(message, page)
  if (!byRoles || byRoles.wishes.length === 0)
    return [stepOf(special ?? otherwise(message, page), message, page)]
  if (!isDone(byRoles.steps) || byRoles.failed) return unable(byRoles, message, page)
  return isSure(byRoles, message)
    ? [...byRoles.steps, ...(await readRest(byRoles, message, page))]
    : [stepOf(offer(byRoles, message, page), message, page)]
}

/** The end of a wish before another one; a reason or a consequence is none. */
const border =
  /^["”]?\s*(?:[.,;]|\b(?:and|then|also|plus)\b)[\s.,;]*(?:\b(?:and|then|also|plus)\b\s*)*(?![\s.,;]*(?:so|because|since|as|which|that)\b)(.*)$/is

/** What is asked for after the last words that have a role: another wish, or something that can't be done. */
async function readRest({ wishes, steps }: RoleReading, message: string, page: Page): Promise<Step[]> {
  const end = Math.max(0, ...wishes.flatMap(({ parts }) => parts.map((part) => part.end)))
  const [, rest = ''] = border.exec(message.slice(end)) ?? []
  // What follows a swap says who comes first now.
  if (end === 0 || wordsOf(rest).length < 3 || wishes.at(-1)?.act === 'swap') return []
  const more = await readPart(rest, pageAfter(steps, page))
  if (areDone(more)) return more
  const tokens = tokenise(rest)
  const isWish = verbAt(tokens, fillerLength(tokens, 0)) !== undefined
  const limit = isWish ? limitIn(rest, page) : undefined
  return limit?.kind === 'refused' ? [stepOf(limit, rest, page)] : []
}

/** What has words of its own, which seldom mean anything else. */
async function recognise(message: string, page: Page): Promise<Outcome | undefined> {
  if (isQuestion(message)) return undefined
  const all = correct(tokenise(message), page)
  const tokens = all.slice(fillerLength(all, 0))
  try {
    return (
      recogniseExceptions(message, page) ??
      recogniseLooks(tokens, page) ??
      recognisePersonal(tokens, page) ??
      recogniseLinks(message, page) ??
      (await recognisePicture(message, page))
    )
  } catch (error) {
    if (error instanceof Refusal) return refused(error.message)
    throw error
  }
}

function isSure({ wishes, likelihood, found }: RoleReading, message: string): boolean {
  const isAdded = wishes.every(({ act }) => act === 'add')
  const least = isAdded ? enough.added : isQuestion(message) ? enough.asked : enough.usual
  return likelihood >= least && found >= leastFound
}

/** Why a wish was not carried out; that it is like that already, where that is so. */
function unable(byRoles: RoleReading, message: string, page: Page): Step[] {
  if (byRoles.isThere && !byRoles.failed) {
    const isMove = byRoles.wishes.every(({ act }) => act === 'move')
    return [stepOf(refused(nothingToChange(page, isMove)), message, page)]
  }
  const known = byRoles.steps.filter(({ outcome }) => outcome !== undefined && outcome.kind !== 'done')
  return known.length > 0 && !isQuestion(message)
    ? known
    : [stepOf(otherwise(message, page) ?? known[0]?.outcome, message, page)]
}

/** A reading that is not sure enough is offered, or not even that. */
function offer(byRoles: RoleReading, message: string, page: Page): Outcome | undefined {
  if (byRoles.likelihood < likely) return otherwise(message, page)
  const done = byRoles.steps.flatMap(({ outcome }) => (outcome?.kind === 'done' ? outcome.said : []))
  const saying = byRoles.sayings.map((each) => each.replace(/[.\s]+$/, '')).join('. ')
  return {
    kind: 'ask',
    question: `I am not sure that I understand, so I changed nothing. I ${wouldHave(done)}. Is that what you mean?`,
    options: [saying],
  }
}

/** Asks for the points of a list that are not clear, where these are too many to carry out the others. */
const askAgain = (points: string[]): Outcome => ({
  kind: 'ask',
  question: `I changed nothing yet, as I did not understand ${listed(points.map((point) => quoted(point, 80)))}. Say that in other words, with the name of what should change, or send the other points alone.`,
  options: [],
})

/** What is said where nothing is asked for that could be done: an answer, a limit, or nothing. */
function otherwise(message: string, page: Page): Outcome | undefined {
  if (isThanks(message))
    return { kind: 'answer', text: 'You’re welcome. Tell me if anything else should change.' }
  return (isQuestion(message) ? answerQuestion(message, page) : undefined) ?? limitIn(message, page)
}

/** Says where reading ended. What was read before is done all the same. */
function leaveOut(message: string, at: number, page: Page): Step {
  const last = message
    .slice(0, at)
    .trimEnd()
    .slice(-60)
    .replace(/^\S*\s+/, '')
    .replaceAll(/\s+/g, ' ')
  const reason = `Your message is longer than I can work on at once. I read it up to “…${last}”. Send what follows as another message.`
  return stepOf({ ...refused(reason), isLimit: true }, message.slice(at), page)
}
