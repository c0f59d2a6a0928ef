import type { Document } from '../../../documents/schema.ts'
import { Refusal } from '../../refusal.ts'
import { check } from '../check.ts'
import { nameOf } from '../describe.ts'
import { imageNamed, imageWords } from '../frames/image.ts'
import type { Node } from '../nodes.ts'
import { type Outcome, refused } from '../outcome.ts'
import { openPage, type Page } from '../page.ts'
import { planMessage, type Step } from '../plan.ts'
import { tokenise, wordsOf } from '../tokens.ts'
import { leavesWith } from '../values/replace.ts'
import { classesOf } from '../verbs.ts'
import { determiners, fillers, functionWords } from '../words/plain.ts'
import { asAddition, namesOneMore } from './additions.ts'
import { waysOf } from './execute.ts'
import { explain } from './explain.ts'
import { isOption } from './features.ts'
import { withKnownNames } from './known.ts'
import type { Act } from './labels.ts'
import { readWishes } from './model.ts'
import { lookIn } from './options.ts'
import type { PictureOf, Way } from './ways.ts'
import type { Part, Wish } from './wishes.ts'

/** What a message comes to by the roles of its words, and the same in plain words. */
export type RoleReading = {
  wishes: Wish[]
  likelihood: number
  /** How likely the roles are, and that the phrases mean what was found. */
  roles: number
  found: number
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
/** Each way takes as long as reading a message; the later ones are seldom right. */
const mostWays = 6
/** Who a page is for is not in the words of a wish. */
const leftToSentences = new Set<Act>(['personalise'])
/** "everything except the FAQ" is left to a frame of its own. That everything else stays is said of many wishes. */
const exception =
  /\b(?:except|apart from|other than|all but|everything but|(?:remove|delete|drop|hide|cut) everything else)\b/i

/**
 * Reads a message by the roles of its words. Every wish must come to something, and to nothing but what it says. Of the
 * ways to read it the likeliest that does is taken; that others come to the same page speaks for it.
 */
export async function readByRoles(message: string, page: Page): Promise<RoleReading | undefined> {
  const readings = readWishes(message, page)
  const [first] = readings
  if (!first || first.wishes.length === 0)
    return carryOut(first ?? { wishes: [], likelihood: 0 }, message, page)
  let firstReading: RoleReading | undefined
  const done: { reading: RoleReading; share: number; document: Document }[] = []
  let seen = 0
  for (const { wishes, likelihood, share } of readings) {
    // What is left can't change much.
    if (done.length > 0 && seen > nearlyAll) break
    seen += share
    // "the Platinum plan from the prices": what the likeliest reading would remove is not another thing.
    if (wishes !== first.wishes && removesLess(wishes, first.wishes)) continue
    const reading = await carryOut({ wishes, likelihood }, message, page)
    const document = reading && !reading.failed ? documentAfter(reading.steps) : undefined
    if (reading && document) done.push({ reading, share, document })
    else if (wishes === first.wishes) firstReading = reading
  }
  const isDone = ({ reading }: (typeof done)[number]) =>
    reading.steps.every(({ outcome }) => outcome?.kind === 'done')
  const whole = done.some(isDone) ? done.filter(isDone) : done
  const worth = ({ share, reading: { found, clear } }: (typeof done)[number]) => share * found * clear
  const [chosen] = whole.toSorted((a, b) => worth(b) - worth(a))
  if (!chosen) return firstReading && explained(firstReading, message)
  // A reading that leaves much unheard says little against another one.
  const heard = whole.filter(({ reading }) => reading.clear > chosen.reading.clear * 0.3)
  const sum = (each: typeof done) => each.reduce((total, { share }) => total + share, 0)
  const agreed = sum(heard.filter(({ document }) => isSame(document, chosen.document)))
  return { ...chosen.reading, likelihood: certainty(chosen.reading, agreed, agreed / sum(heard)) }
}

/** What the wishes of a message come to on a page. */
export async function carryOut(
  { wishes, likelihood }: { wishes: Wish[]; likelihood: number },
  message: string,
  page: Page,
): Promise<RoleReading | undefined> {
  const whole = complete(wishes, message, page).map((wish) =>
    withKnownNames(
      withContrast(wholeValue(withoutTakenBack(wish, message), message), message, page),
      message,
      page,
    ),
  )
  if (whole.length > mostWishes || (whole.length === 0 && wishes.length > 0)) return undefined
  if (whole.some(({ act }) => act && leftToSentences.has(act)) || exception.test(unquoted(whole, message)))
    return undefined
  const pictureOf = await picturesFor(message, page)
  const reading: RoleReading = {
    wishes: whole,
    likelihood,
    steps: [],
    sayings: [],
    roles: likelihood,
    found: 1,
    clear: 1,
  }
  let current = page
  for (const [at, wish] of whole.entries()) {
    const since = whole[at - 1]?.parts.at(-1)?.end ?? 0
    const until = whole[at + 1]?.parts[0]?.start ?? message.length
    const found = await readWish(wish, current, message, pictureOf, { since, until })
    if (!found && whole.length > 1) {
      // A wish for a look or from the history; or one that nobody could carry out, which does not keep the rest from being done.
      const steps = await planMessage(wish.said, current)
      const limit = limitIn(steps)
      if (limit) steps.splice(0, steps.length, stepOf(limit, wish, current))
      if (limit || (steps.length > 0 && steps.every(({ outcome }) => outcome?.kind === 'done'))) {
        reading.steps.push(...steps)
        if (!limit) current = pageAfter(steps, current, wish)
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
    if (at < whole.length - 1) current = pageAfter(found.steps, current, wish)
  }
  return reading
}

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

/** How likely a reading is right, as fitted to instructions that were not trained on. */
function certainty({ roles, found, clear }: RoleReading, agreed: number, share: number): number {
  const log = (value: number, least: number) => Math.log(Math.max(value, least))
  const score =
    4.3 +
    0.15 * log(roles, 1e-6) +
    1.9 * log(found, 1e-3) +
    1.35 * log(clear, 1e-4) +
    log(agreed, 1e-6) +
    4.8 * (share - 1)
  return 1 / (1 + Math.exp(-score))
}

/** A message without the values that are given in it. */
function unquoted(wishes: Wish[], message: string, from = 0): string {
  const values = wishes.flatMap(({ parts }) => parts.filter(({ role }) => role === 'V'))
  let text = message
  for (const { start, end } of values)
    text = text.slice(0, start - from) + ' '.repeat(end - start) + text.slice(end - from)
  return text
}

/** A reading with the reason why a wish of it comes to nothing: by what it names and gives, or by a limit that its words speak of. */
async function explained(reading: RoleReading, message: string): Promise<RoleReading> {
  if (!reading.failed) return reading
  const { wish, page, since, reason } = reading.failed
  const outcome = reason
    ? refused(reason)
    : (limitIn(await planMessage(wish.said, page)) ?? explain(wish, page, message, since))
  return { ...reading, steps: [...reading.steps, stepOf(outcome, wish, page)] }
}
/** What nobody could do. */
const limitIn = (steps: Step[]) =>
  steps.find(({ outcome }) => outcome?.kind === 'refused' && outcome.isLimit)?.outcome

/** "His quote should go: The most boring software, and I mean that": what comes after the colon is the value from its beginning. */
function wholeValue(wish: Wish, message: string): Wish {
  const parts = wish.parts.map((part, at) => {
    const before = wish.parts[at - 1]
    if (part.role !== 'V' || part.isQuote || before?.role === 'V') return part
    const [, lead = ''] =
      /:\s+(\p{Lu}[^.!?\n:"“]{2,200}\s)$/u.exec(message.slice(before?.end ?? 0, part.start)) ?? []
    const start = part.start - lead.length
    return lead === '' ? part : { ...part, start, text: message.slice(start, part.end) }
  })
  return { ...wish, parts }
}

/** "delete the stats, no wait, the steps": of two things, the one that was said last. */
function withoutTakenBack(wish: Wish, message: string): Wish {
  const parts = wish.parts.filter(({ role, end }, at) => {
    const next = wish.parts[at + 1]
    return next?.role !== role || !takenBack.test(message.slice(end, next.start))
  })
  return parts.length < wish.parts.length ? { ...wish, parts } : wish
}

/** "Ship in days, not quarters": what is said not to be is part of the value, where the page doesn't say it. */
function withContrast(wish: Wish, message: string, page: Page): Wish {
  const [value, old] = ['V', 'O'].map((role) => wish.parts.find((part) => part.role === role))
  if (!value || !old || value.isQuote || !/^, not\s+$/.test(message.slice(value.end, old.start))) return wish
  if (leavesWith(old.text, page).length > 0 || wordsOf(value.text).length < 2) return wish
  const whole: Part = { ...value, end: old.end, text: message.slice(value.start, old.end) }
  return { ...wish, parts: wish.parts.flatMap((part) => (part === value ? whole : part === old ? [] : part)) }
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
  /** Why the likeliest way can't be gone. */
  let reason: string | undefined
  for (const way of attempts(wish, page, message, pictureOf, since)) {
    // "the logos last, the quote before them": what is there already needs no step.
    if (way.outcome?.kind === 'refused' && way.outcome.isAlready && way.likelihood > 0.5)
      return { saying: '', likelihood: way.likelihood, clear: 1, steps: [] }
    const steps = way.outcome ? [stepOf(way.outcome, wish, page)] : await planMessage(way.saying, page)
    const document = documentAfter(steps)
    // What a removal leaves may differ by a full stop only.
    const isKept = wish.act === 'remove' ? isEqual : isSame
    if (way.outcome && document && isKept(document, page.document) && way.likelihood > 0.5)
      return { saying: '', likelihood: way.likelihood, clear: 1, steps: [] }
    const checked = document ? check(page, { document }) : undefined
    if (way.outcome && checked && 'reason' in checked) reason ??= checked.reason
    if (
      document &&
      steps.every(({ outcome }) => outcome?.kind === 'done') &&
      checked &&
      'operations' in checked &&
      // What is added directly is made of the words of the wish alone.
      ((wish.act === 'add' && way.outcome) || isTrueTo(wish, page.document, document))
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

const stepOf = (outcome: Outcome | undefined, { said }: Wish, page: Page): Step => ({
  clause: { act: 'wish', text: said, source: said, tokens: [], corrects: false },
  outcome,
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
function clarity({ act, parts }: Wish, message: string): number {
  let unread = 0
  for (const [at, part] of parts.entries()) {
    const before = parts[at - 1]
    if (!before || before.end >= part.start) continue
    const gap = message.slice(before.end, part.start)
    const near = gap.slice(gap.search(/[.!?\n](?!.*[.!?\n])/) + 1)
    unread += unreadIn(near) + (/\b(?:sentence|paragraph|word)\b/i.test(near) ? 14 : 0)
  }
  // "go up to €260 automatically on 1 January": a condition that is not heard.
  const rest = /^(?:\bno\.(?=\s*\d)|[^.!?,;:(\n–])*/.exec(message.slice(parts.at(-1)?.end))?.[0] ?? ''
  // "remove faq no. 4": a number that was not heard says which one.
  const isMore = oneMore.test(rest) || (act === 'remove' && /\d/.test(rest.replace(numbering, '')))
  const after = unreadIn(rest.replace(numbering, '').split(reason)[0] ?? '')
  const tail = message.slice(parts.at(-1)?.end).replace(/^["”'’]/, '')
  const isMissed =
    takenBack.test(tail) ||
    parts.some(
      ({ role, isQuote, text }) => role === 'V' && !isQuote && act !== 'add' && remarked.test(text),
    ) ||
    // "add a fourth number, forty eight carriers, so the value is 48": content that was not heard.
    (act === 'add' && (/^[^\n]{0,80}["“]/.test(tail) || described.test(tail))) ||
    // "Form first, then the FAQ": the one before the other, not the top of the page.
    (parts.some(({ role, text }) => role === 'P' && /^(?:at )?(?:the )?(?:first|top)$/i.test(text.trim())) &&
      /^,? (?:and )?then\b/i.test(tail)) ||
    namedAfter.test(message.slice(parts.findLast(({ role }) => role === 'V')?.end))
  return 0.7 ** (unread + after * (act === 'add' ? 2 : 1) + (isMore ? 6 : 0) + (isMissed ? 14 : 0))
}
/** "“For” plus the name of the company" */
const namedAfter = /^["”]?\s*(?:and|plus|\+)\s+(?:then\s+)?(?:the|her|his|their|its)\s+(?:\w+\s+)?name\b/i
/** "… and we will tell you. One month was too little.": a sentence that explains is no part of a value. */
const remarked =
  /\p{L}[.!?]\s+(?=\p{Lu})[^.!?]*\b(?:was|were|looks?|sounds?|too|thanks|thank|please|because|anyway)\b[^.!?]*[.!?]?\s*$/u
const described =
  /^[^.!?\n]*\b(?:the (?:value|title|label|name|answer|text) is|(?:underneath|below) it says|must fill|mandatory|required|optional)\b/i
/** "2)" before the next wish of a list. */
const numbering = /[\s(]*\b\d{1,2}[.):]?\s*$/
/** "delete the stats, no wait, the steps" */
const takenBack =
  /^[\s,.;–—-]*(?:(?:no|oh|sorry|hmm),? (?:wait|sorry|rather|actually)|(?:wait|sorry),? (?:no|i mean)|scratch that|i mean(?:t)? the)\b/i
/** "… and the stats": another thing that was not heard. */
const oneMore = /^\s*(?:and|&|plus)\s+(?:also\s+)?(?:the|our|both|all)\s+\w+(?:\s+\w+)?\s*$/i
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

/** Words that say the contrary of a removal, or nothing of a copy: a reading by them is wrong. */
const isOtherAct = (act: Act | undefined, text: string) =>
  (act === 'remove' && /^(?:(?:show|add|include|insert|display)\b|no longer (?:is|are)$)/i.test(text)) ||
  (act === 'duplicate' &&
    !/\b(?:duplicat\w*|cop(?:y|ies|ied)|clon\w*|repeat\w*|twice|doubl\w*|again|replicat\w*|twin|same|another|second|more)\b/i.test(
      text,
    ))

/** "The other required ones stay required." */
const stays = /\b(?:stays?|remains?|no changes?|unchanged|as is)\b/i

/** "We may go up to €280 next year": what is only thought about, or liked as it is. */
const hedged =
  /\b(?:may|might|maybe|perhaps|possibly|thinking (?:of|about)|considering|undecided|not decided|(?:like|love|prefer)s? (?:it|this|that|them) (?:better|more)|good choice)\b/i

/** The sentences that a wish is in. */
function sentenceOf({ parts }: Wish, message: string): string {
  const [start, end] = [parts[0]?.start ?? 0, parts.at(-1)?.end ?? 0]
  const from = Math.max(...['. ', '! ', '? ', '\n'].map((mark) => message.lastIndexOf(mark, start)))
  const to = /[.!?](?:\s|$)|\n|$/.exec(message.slice(end))?.index ?? 0
  return message.slice(from + 1, end + to)
}

/** Wishes with what they leave out: "remove the note and the eyebrow" says only once what to do. A thing that is only named is no wish. */
function complete(wishes: Wish[], message: string, page: Page): Wish[] {
  const result: Wish[] = []
  for (const [at, wish] of wishes.entries()) {
    const before = result.at(-1)
    const next = wishes[at + 1]
    const has = (role: string) => wish.parts.some((part) => part.role === role)
    // "not needed" asks for a removal, "don't remove" asks for none.
    const speaksAgainst = wish.act === 'remove' ? negatedRemoval : negated
    const acted = wish.parts.find(({ role }) => role === wish.act)
    const asked = acted && message.slice(Math.max(0, acted.start - 12), acted.end)
    if (asked && speaksAgainst.test(asked.split(/[.!?;\n]\s/).at(-1) ?? '')) continue
    if (acted && isOtherAct(wish.act, acted.text)) return []
    if (wish.act === undefined && stays.test(unquoted([wish], wish.said, wish.parts[0]?.start))) continue
    // "Keep only the first sentence": what is named is what stays.
    if (wish.parts.some(({ role, text }) => role === 'remove' && /\bkeep\b/i.test(text))) continue
    if (wish.act === undefined && hedged.test(sentenceOf(wish, message))) continue
    // "Let the numbers and the steps trade places, so steps first": what follows from it is no other wish.
    const between = message.slice(before?.parts.at(-1)?.end, wish.parts[0]?.start)
    if (wish.act === undefined && before?.act === 'swap' && has('P') && /\bso\b/i.test(between)) continue
    const isBare = wish.act === undefined && has('T') && !has('V') && !has('P')
    const gap = message.slice(before?.parts.at(-1)?.end, wish.parts[0]?.start)
    const isRepeatable = before?.act === 'remove' || before?.act === 'duplicate'
    if (isBare && before && /\bsame (?:for|with|goes for|at|in)\b/i.test(gap)) {
      if (!isRepeatable) return []
      result.push({ ...wish, act: before.act })
      continue
    }
    const place = before && wish.act === undefined && wish.parts.every(({ role }) => role === 'P')
    if (place && /^\s*,?\s*(?:and|but|,)\s*(?:then\s*)?$/i.test(gap)) {
      result.push({ ...wish, parts: [...before.parts.filter(({ role }) => role === 'T'), ...wish.parts] })
      continue
    }
    if (
      isBare &&
      before &&
      isRepeatable &&
      (/^\s*,?\s*(?:and|&|plus|as well as)\s*(?:also\s*)?$/i.test(gap) ||
        /^\s*,?\s*(?:likewise|too|as well|also|same)\b/i.test(message.slice(wish.parts.at(-1)?.end)))
    )
      result.push({ ...wish, act: before.act })
    else if (
      isBare &&
      (next?.act === 'remove' || next?.act === 'duplicate') &&
      /^\s*,?\s*(?:and|&|plus|nor)\s*$/i.test(message.slice(wish.parts.at(-1)?.end, next.parts[0]?.start))
    )
      result.push({ ...wish, act: next.act })
    else if (
      isBare &&
      next &&
      /^\s*[,:–—-]+\s*$/.test(message.slice(wish.parts.at(-1)?.end, next.parts[0]?.start))
    )
      // "closing section, drop the note": what is named first only says where.
      next.parts.unshift(...wish.parts)
    else if (wish.act === undefined && next?.act === 'add' && wish.parts.every(({ role }) => role === 'P'))
      next.parts.unshift(...wish.parts)
    else if (wish.act === undefined && has('V') && (has('K') || namesOneMore(wish, page)))
      result.push(asAddition(wish))
    // "Nordic Eye Oslo, next to Nordic Eye": what has a place and is not there yet is new.
    else if (wish.act === undefined && has('V') && has('P') && !has('O')) result.push({ ...wish, act: 'add' })
    else if (
      wish.act !== undefined ||
      (has('V') && (has('T') || has('O') || page.focus.length > 0)) ||
      wish.parts.some((part) => part.role === 'V' && lookIn(part, page)) ||
      (has('T') && has('P'))
    )
      result.push(wish)
  }
  return result
}

const lastOf = (steps: Step[]) =>
  steps.findLast(({ outcome }) => outcome?.kind === 'done')?.outcome as
    | (Outcome & { kind: 'done' })
    | undefined
const documentAfter = (steps: Step[]) => lastOf(steps)?.draft?.document

function pageAfter(steps: Step[], page: Page, { act = 'set' }: Wish): Page {
  const opened = openPage(page.context, documentAfter(steps) ?? page.document)
  const keys = lastOf(steps)?.focus ?? []
  const focus = keys.flatMap((key) => {
    const node = opened.nodes.find((each) => each.key === key)
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
            (wordsOf(each).length === 1 || (wordsOf(each).length === 2 && !/^\p{Lu}/u.test(each))) &&
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
