import { nothingToChange } from './already.ts'
import { askForSection, askForTopic } from './asking.ts'
import { type Conclusion, conclude, type MessageStep, stepOf } from './conclude.ts'
import { listed, quoted } from './label.ts'
import { type Outcome, refused } from './outcome.ts'
import type { OpenPage } from './page.ts'
import { recogniseContrast } from './recognisers/contrast.ts'
import { recogniseExceptions } from './recognisers/exceptions.ts'
import { recogniseLinks } from './recognisers/links.ts'
import { recogniseLooks } from './recognisers/looks.ts'
import { recognisePersonal, splitPersonal, unnoted } from './recognisers/personal.ts'
import { recognisePicture } from './recognisers/pictures.ts'
import {
  answerQuestion,
  dismissed,
  isQuestion,
  isThanks,
  limitIn,
  staysAsIs,
} from './recognisers/questions.ts'
import { Refusal } from './refusal.ts'
import { wouldHave } from './reply.ts'
import { carryOut, type RoleReading } from './roles/carryOut.ts'
import { readWishes, unreadFrom } from './roles/model.ts'
import { pageAfter } from './roles/pageAfter.ts'
import { readByRoles } from './roles/readings.ts'
import type { Wish } from './roles/wishes.ts'
import { cutsOf } from './segments/cuts.ts'
import { commandsIn, pairsIn, partIn, statedIn } from './segments/pairs.ts'
import { type Segment, type Segments, segmentsOf } from './segments/segments.ts'
import { correct } from './spelling.ts'
import { tokenise, wordsOf } from './tokens.ts'
import { fillerLength, verbAt } from './verbs.ts'

/** The certainty from which a reading is carried out. */
const enough = {
  usual: 0.58,
  /** For a message that is phrased as a question. */
  asked: 0.7,
  /** For additions. They need less, as a reading counts only if it uses all the content that the message gives. */
  added: 0.38,
}
/** Below this likelihood of the referents the agent asks, however certain the roles are. */
const leastFound = 0.35
/** A reading with a lower certainty is not offered. */
const likely = 0.3
/** A list is carried out if at least this share of its points is understood. */
const leastClear = 2 / 3

/**
 * Reads a message: point by point if it is a list, otherwise as a whole. It carries out what is certain and reports the
 * rest. If the wishes are given, they are carried out instead.
 */
export async function readMessage(message: string, page: OpenPage, wishes?: Wish[]): Promise<Conclusion> {
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

/** Reads a wish to personalise separately from the wishes beside it; in one piece, the recogniser would miss it. */
async function readPersonal(segments: Segments, page: OpenPage): Promise<MessageStep[] | undefined> {
  const steps = await readInTurn(segments, page)
  return steps?.map((step) => (step.outcome ? step : { ...step, outcome: unnoted(step.said, page) }))
}

/** The steps of all points; undefined if none is understood. If too few are, the only step asks for the others. */
async function readSegments(segments: Segments, page: OpenPage): Promise<MessageStep[] | undefined> {
  const steps = await readInTurn(segments, page)
  if (!steps || !isDone(steps)) return undefined
  const unclear = steps.filter(({ outcome }) => outcome?.kind !== 'done')
  if (unclear.length <= segments.segments.length * (1 - leastClear)) return steps
  return [stepOf(askAgain(unclear.map(({ said }) => said)), '', page)]
}

/** The steps of all points, each read on the page that the points before it produced. */
async function readInTurn(
  { segments, isMarked }: Segments,
  page: OpenPage,
): Promise<MessageStep[] | undefined> {
  const steps: MessageStep[] = []
  let current = page
  for (const segment of segments) {
    const own = await readSegment(segment, current)
    if (!isMarked && !areDone(own)) return undefined
    // An offer states that nothing was changed, which is wrong after other points were carried out.
    steps.push(...own.map((step) => (isOffer(step) ? { ...step, outcome: undefined } : step)))
    current = pageAfter(own, current)
  }
  return steps
}

/** Reads a point. If it has a heading, its referents are first looked up inside the node that the heading names. */
async function readSegment({ text, about }: Segment, page: OpenPage): Promise<MessageStep[]> {
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

async function readPair(pair: Wish | undefined, text: string, page: OpenPage): Promise<MessageStep[]> {
  const reading = pair && (await carryOut({ wishes: [pair], likelihood: 1 }, text, page))
  return reading && !reading.failed && reading.found >= leastFound ? reading.steps : []
}

/** Whether the likeliest reading of a text only sets values. */
const isSetting = (text: string, page: OpenPage) =>
  (readWishes(text, page)[0]?.wishes ?? []).every(({ act }) => act === undefined || act === 'set')

const isOffer = ({ outcome }: MessageStep) => outcome?.kind === 'ask' && !outcome.wantsContent
const isDone = (steps: MessageStep[]) => steps.some(({ outcome }) => outcome?.kind === 'done')
const areDone = (steps: MessageStep[]) =>
  steps.length > 0 && steps.every(({ outcome }) => outcome?.kind === 'done')

/** Reads running text as a whole, or in two parts if only these are certain. */
async function readWhole(message: string, page: OpenPage): Promise<MessageStep[]> {
  const whole = await readPart(message, page)
  if (isDone(whole) || isQuestion(message)) return whole
  for (const command of commandsIn(message, page)) {
    const steps = await readPair(command, message, page)
    if (isDone(steps)) return steps
  }
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

/** Reads one wish or a few in running text. */
async function readPart(message: string, page: OpenPage): Promise<MessageStep[]> {
  if (staysAsIs(message)) return []
  const special = dismissed(message) ?? askForTopic(message) ?? (await recognise(message, page))
  if (special?.kind === 'done') return [stepOf(special, message, page)]
  const byRoles = special ? undefined : await readByRoles(message, page)
  if (!byRoles || byRoles.wishes.length === 0)
    return [stepOf(special ?? otherwise(message, page), message, page)]
  if (!isDone(byRoles.steps) || byRoles.failed) return unable(byRoles, message, page)
  return isSure(byRoles, message)
    ? [...byRoles.steps, ...(await readRest(byRoles, message, page))]
    : [stepOf(offer(byRoles, message, page), message, page)]
}

/** The end of a wish followed by another wish, and not by a reason or a consequence. */
const border =
  /^["”]?\s*(?:[.,;]|\b(?:and|then|also|plus)\b)[\s.,;]*(?:\b(?:and|then|also|plus)\b\s*)*(?![\s.,;]*(?:so|because|since|as|which|that)\b)(.*)$/is

/** Reads the text after the last word that has a role: another wish, or something the agent can't do. */
async function readRest(
  { wishes, steps }: RoleReading,
  message: string,
  page: OpenPage,
): Promise<MessageStep[]> {
  const end = Math.max(0, ...wishes.flatMap(({ parts }) => parts.map((part) => part.end)))
  const [, rest = ''] = border.exec(message.slice(end)) ?? []
  // Text after a swap usually describes the resulting order.
  if (end === 0 || wordsOf(rest).length < 3 || wishes.at(-1)?.act === 'swap') return []
  const more = await readPart(rest, pageAfter(steps, page))
  if (areDone(more)) return more
  const tokens = tokenise(rest)
  const isWish = verbAt(tokens, fillerLength(tokens, 0)) !== undefined
  const limit = isWish ? limitIn(rest, page) : undefined
  return limit?.kind === 'refused' ? [stepOf(limit, rest, page)] : []
}

/** Tries the recognisers, whose vocabularies are rarely used for other wishes. */
async function recognise(message: string, page: OpenPage): Promise<Outcome | undefined> {
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

/** The steps for a wish that was not carried out: the page is already so, or the reason. */
function unable(byRoles: RoleReading, message: string, page: OpenPage): MessageStep[] {
  if (byRoles.isThere && !byRoles.failed) {
    const isMove = byRoles.wishes.every(({ act }) => act === 'move')
    return [stepOf(refused(nothingToChange(page, isMove)), message, page)]
  }
  const known = byRoles.steps.filter(({ outcome }) => outcome !== undefined && outcome.kind !== 'done')
  return known.length > 0 && !isQuestion(message)
    ? known
    : [stepOf(otherwise(message, page) ?? known[0]?.outcome, message, page)]
}

/** Offers an uncertain reading with a button, unless it is too unlikely. */
function offer(byRoles: RoleReading, message: string, page: OpenPage): Outcome | undefined {
  if (byRoles.likelihood < likely) return otherwise(message, page)
  const done = byRoles.steps.flatMap(({ outcome }) => (outcome?.kind === 'done' ? outcome.said : []))
  const request = byRoles.requests.map((each) => each.replace(/[.\s]+$/, '')).join('. ')
  return {
    kind: 'ask',
    question: `I am not sure that I understand, so I changed nothing. I ${wouldHave(done)}. Is that what you mean?`,
    options: [request],
  }
}

/** Asks for the points of a list that were not understood, as they are too many to carry out the others. */
const askAgain = (points: string[]): Outcome => ({
  kind: 'ask',
  question: `I changed nothing yet, as I did not understand ${listed(points.map((point) => quoted(point, 80)))}. Say that in other words, with the name of what should change, or send the other points alone.`,
  options: [],
})

/** The reply to a message without a feasible wish: an answer, a limit, or none. */
function otherwise(message: string, page: OpenPage): Outcome | undefined {
  if (isThanks(message))
    return { kind: 'answer', text: 'You’re welcome. Tell me if anything else should change.' }
  return isQuestion(message)
    ? answerQuestion(message, page)
    : (limitIn(message, page) ?? askForSection(message))
}

/** Reports where reading stopped. The wishes before that are carried out. */
function leaveOut(message: string, at: number, page: OpenPage): MessageStep {
  const last = message
    .slice(0, at)
    .trimEnd()
    .slice(-60)
    .replace(/^\S*\s+/, '')
    .replaceAll(/\s+/g, ' ')
  const reason = `Your message is longer than I can work on at once. I read it up to “…${last}”. Send what follows as another message.`
  return stepOf(refused(reason), message.slice(at), page)
}
