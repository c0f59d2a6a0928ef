import { mostSources, type Source } from '../../document/index.ts'
import { escapeInline } from '../../shared/inline.ts'
import { stringError } from '../../shared/texts.ts'
import type { AgentContext } from '../agent.ts'
import { stemsOf } from '../nodes.ts'
import { type VoicedNeed, voicedIn } from './voiced.ts'

/**
 * Notes are written for colleagues, pages for the people the notes are about. A sentence is only used if it states a fact
 * about them or a need they expressed, and matches none of these patterns.
 */
const unfit: Record<string, RegExp> = {
  secrecy:
    /\b(?:do not|don['’]?t|never|must not|shouldn['’]?t|should not|avoid|please no) (?:mention|tell|say|share|show|bring up|quote|talk|disclose|reveal|repeat|mentioning|forward|discuss|publish|put)|\b(?:confidential\w*|internal\w*|secret\w*|private\w*|off the record|between us|in confidence|nda|embargo\w*|sensitive|hush|not public|unannounced|leak\w*|rumou?r\w*)\b/i,
  money:
    /[$€£¥]|\b(?:price|prices|pricing|priced|discount\w*|budget\w*|cost|costs|costly|cheap\w*|expensive|salary|salaries|revenue|margin\w*|deal size|arr|acv|mrr|invoice\w*|afford\w*|eur|usd|gbp|dollars?|euros?|pays?|paid|payment\w*|quota|\d+k|bonus|funding|runway|loss|losses|debt\w*|bankrupt\w*)\b/i,
  judgement:
    /\b(?:annoy\w*|difficult|rude|stupid|idiot\w*|dumb|lazy|clueless|arrogant|jerk|ass\w*hole|moron\w*|incompetent|incapable|whin\w*|pushy|hates?|angry|upset|furious|weird|boring|bossy|liar|lies|lying|drunk|fool\w*|naive|gullible|desperate|confus\w*|grumpy|nervous|insecure|emotional|old|young|fat|ugly|attractive|pretty|cute|shit\w*|fuck\w*|damn|crap|bitch\w*|bastard\w*|sucks?|useless|terrible|awful|pain in|nightmare|mess|chaos|chaotic|politic\w*|junior|doesn['’]?t understand|no clue|not smart|afraid)\b/i,
  strategy:
    /\b(?:competitors?|competing|upsell\w*|cross-?sell\w*|churn\w*|close (?:the|this|by)|closing|deal|pipeline|forecast\w*|probability|likely to|decision[- ]maker\w*|champion|blocker|gatekeeper|leverage|pressure|urgency|lock[- ]in|negotiat\w*|lead score|hot lead|cold lead|qualified|prospect\w*|quarter end|convince|persuade|objection\w*|sales|closes|commission|stalling|stalled|ghost\w*|walk away|legal|lawsuit\w*|layoffs?|laid off|laying off|redundan\w*|fire[ds]?|firing|quit\w*|resign\w*|leaving|acqui\w*|merger|ipo|breach\w*|hacked|incident\w*|fraud\w*|investigat\w*)\b/i,
  'private life':
    /\b(?:divorc\w*|pregnan\w*|sick\w*|ill|illness|health|cancer|burn-?out|depress\w*|religio\w*|vot(?:e|es|ed)|wife|husband|girlfriend|boyfriend|kids?|child\w*|baby|mother|father|family|vacation|holiday|funeral|death|died|gay|lesbian|trans\w*|ethnic\w*|race|nationality|visa|age|birthday|home address|boss|manager|ceo|cfo|cto|colleague\w*|linkedin)\b/i,
  'contact data':
    /\S@\S|https?:|www\.|\+?\d[\d ().-]{6,}\d|\b(?:password\w*|passcode|api key|token|credential\w*|login|pin|iban|credit card|ssn|passport)\b/i,
  instruction:
    /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instruction\w*|previous|above|prior|rules?|prompt\w*|everything|all)\b|\b(?:system|assistant|developer|user)\s*:|\b(?:prompt|jailbreak|you are now|act as|as an ai|language model|new instructions?|pretend)\b|<\/?\w+|\{\{|```|\]\(/i,
}

/** Why a sentence was not used, for the reply. */
const because: Record<string, string> = {
  secrecy: 'it is marked as private',
  money: 'it speaks of money',
  judgement: 'it judges somebody',
  strategy: 'it is about the sale or a competitor',
  'private life': 'it is personal',
  'contact data': 'it holds contact data',
  instruction: 'it reads like an instruction',
}

/** A sentence of a note, with its text for the page or the reason why it is not used. */
type Remark = { text: string; source: Source; shows: boolean; reason: string | undefined }
/** A sentence addressed to the audience, with its source. */
export type NoteStatement = VoicedNeed & {
  source: Source
  stems: Set<string>
  text: string
}

const longest = 240
const mostNotes = 60
const mostSentences = 200

/** Verbs that report needs and wishes. */
const wish =
  /^(?:asked\b|want\b|would like\b|need$|care about$|hope\b|are (?:interested in|looking (?:for|at|into)|curious about|keen on)$)/

/** The sentences of all notes with their verdicts. A note marked as confidential is skipped as a whole. */
export function remarksOf(context: AgentContext): Remark[] {
  const pieces = piecesOf(context)
  const secret = new Set(pieces.flatMap(({ text }) => (unfit.secrecy?.test(text) ? rareWords(text) : [])))
  const names = namesOf(context)
  const remarks: Remark[] = []
  for (const { text, source, shows } of pieces) {
    const whole = ['secrecy', 'instruction'].find((name) => unfit[name]?.test(text))
    for (const sentence of sentencesOf(text)) {
      if (remarks.length >= mostSentences) return remarks
      const isSecret = !whole && rareWords(sentence).some((word) => secret.has(word))
      const own = Object.entries(unfit).find(([, words]) => words.test(sentence))?.[0]
      const cause = whole ?? (isSecret ? 'secrecy' : own)
      // An audience's context is often copied from an internal notes column.
      const isInternal =
        source.kind === 'supplementary_context' &&
        !voicedIn(sentence, names).some(({ verb }) => wish.test(verb))
      const reason = cause
        ? because[cause]
        : sentence.length > longest
          ? 'it is too long'
          : isInternal
            ? 'it is a remark, not something they asked for'
            : undefined
      remarks.push({ text: sentence, source, shows, reason })
    }
  }
  return remarks
}

/** The texts to consider. Visitor behaviour is not used, and the page's own context addresses all audiences. */
function piecesOf({ notes, audience, page }: AgentContext) {
  const supplement: Source = { kind: 'supplementary_context', id: audience.audienceId }
  const general: Source = { kind: 'page_context', id: page.pageId }
  return [
    ...notes.slice(0, mostNotes).map(({ kind, id, text }) => ({
      text: text.slice(0, 8000),
      source: { kind, id } satisfies Source,
      shows: kind !== 'activity',
    })),
    { text: (audience.supplementaryContext ?? '').slice(0, 8000), source: supplement, shows: true },
    { text: page.pageContext.slice(0, 8000), source: general, shows: false },
  ]
}

/**
 * The usable statements, newest first, without duplicates. With `all`, rejected sentences are included; those that can't be
 * rephrased keep the wording of the note.
 */
export function statements(context: AgentContext, all = false): NoteStatement[] {
  const names = namesOf(context)
  const seen = new Set<string>()
  const found: NoteStatement[] = []
  for (const { text, source, shows, reason } of remarksOf(context)) {
    if (!shows || (reason && !all) || (reason === because.instruction && all)) continue
    const voiced = voicedIn(text, names)
    for (const statement of voiced.length > 0 || !all ? voiced : asNoted(text)) {
      const key = rareWords(statement.subject).join(' ') || statement.subject
      if (seen.has(key)) continue
      seen.add(key)
      found.push({ ...statement, source, stems: stemsOf(`${statement.said} ${text}`), text })
    }
  }
  return found
}

/** Whether a text only states known facts, as a note would. */
export function statesOnly(text: string, context: AgentContext): boolean {
  const names = namesOf(context)
  const sentences = sentencesOf(text)
  return sentences.length > 0 && sentences.every((sentence) => voicedIn(sentence, names).length > 0)
}

function asNoted(text: string): VoicedNeed[] {
  const said = escapeInline(text.replace(/[.!…\s]+$/, ''), true)
  return [...said].length > longest || stringError(said, 'rich') !== undefined
    ? []
    : [{ said, verb: '', subject: said }]
}

export function sourcesOf(list: { source: Source }[]): Source[] {
  return [
    ...new Map(list.map(({ source }) => [`${source.kind} ${source.id} ${source.field}`, source])).values(),
  ].slice(0, mostSources)
}

/** The names that notes use for the audience, longest first. */
function namesOf({ person, account }: AgentContext): string[] {
  const full = person?.name?.trim() ?? ''
  const own = [
    full,
    full.split(/\s+/)[0] ?? '',
    full.split(/\s+/).at(-1) ?? '',
    account?.name?.trim() ?? '',
    account?.domain ?? '',
  ]
  const general =
    'they she he the_customer customer the_client client the_team the_company team the_account their_team they_also'
  return [
    ...own.filter((name) => name.length > 1),
    ...general.split(' ').map((name) => name.replaceAll('_', ' ')),
  ]
    .map((name) => name.toLowerCase())
    .sort((a, b) => b.length - a.length)
}

function sentencesOf(text: string): string[] {
  return text
    .toWellFormed()
    .split(/\n+|(?<=[.!?…])\s+|;\s+/)
    .map((sentence) =>
      sentence
        .replace(/^(?:[\s\-–—*•]|\d{1,2}[.)](?=\s))+(?=[\p{L}\p{N}])/u, '')
        .replace(/[\p{Cc}\s]+/gu, ' ')
        .trim(),
    )
    .filter((sentence) => sentence.length >= 6)
}

const usual = new Set(
  'about above after again also asked asks because before being between could does done from have having here into just know like make many more most much need needs only other over please same should some such talk tell that their them then there these they this those through under until using very want wants were what when where which while will with would your mention dont never anything team company call meeting next week'.split(
    ' ',
  ),
)

/** The distinctive words of a text, as stems. */
export function rareWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []
  return words
    .filter(
      (word) =>
        (word.length > 3 || /^(?:sso|api|crm|erp|sla|eu|us|uk|ai|hr|it|kpi)$/.test(word)) && !usual.has(word),
    )
    .map(noteStem)
}

export function noteStem(word: string): string {
  return word.replace(/(?:ies)$/, 'y').replace(/(?<=\p{L}{3})(?:ing|ed|es|s)$/u, '')
}
