import type { Source } from '../../../documents/schema.ts'
import type { AgentContext } from '../../agent.ts'

/**
 * What was noted about people is written for colleagues. A page is read by those people. So nothing goes from one to
 * the other unless it is a need they voiced themselves (points.ts) and none of the words below stands in it.
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
    /\S+@\S+|https?:|www\.|\+?\d[\d ().-]{6,}\d|\b(?:password\w*|passcode|api key|token|credential\w*|login|pin|iban|credit card|ssn|passport)\b/i,
  instruction:
    /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instruction\w*|previous|above|prior|rules?|prompt\w*|everything|all)\b|\b(?:system|assistant|developer|user)\s*:|\b(?:prompt|jailbreak|you are now|act as|as an ai|language model|new instructions?|pretend)\b|<\/?\w+|\{\{|```|\]\(/i,
}

export type Remark = { text: string; source: Source; guides: boolean }

/** What may be thought about: sentences of notes and context, each with its source, and whether it may guide at all. */
export type Knowledge = { shown: Remark[]; guiding: Remark[] }

const longest = 240
const mostNotes = 60
const mostSentences = 200

/** Sorts what is known into what may be shown to those the page is for, and what may only guide the order of things. */
export function sortKnowledge(context: AgentContext): Knowledge {
  const pieces = piecesOf(context)
  const secret = new Set(pieces.flatMap(({ text }) => (unfit.secrecy?.test(text) ? rareWords(text) : [])))
  const knowledge: Knowledge = { shown: [], guiding: [] }
  for (const { text, source, shows } of pieces) {
    // A note that asks for silence, or that gives orders, is passed over as a whole: it neither shows nor guides.
    if (unfit.secrecy?.test(text) || unfit.instruction?.test(text)) continue
    for (const sentence of sentencesOf(text)) {
      if (rareWords(sentence).some((word) => secret.has(word))) continue
      const remark = { text: sentence, source, guides: true }
      knowledge.guiding.push(remark)
      if (shows && isFit(sentence)) knowledge.shown.push(remark)
      if (knowledge.guiding.length >= mostSentences) return knowledge
    }
  }
  return knowledge
}

/** Whether nothing in a sentence forbids showing it. */
export function isFit(sentence: string): boolean {
  return sentence.length <= longest && !Object.values(unfit).some((words) => words.test(sentence))
}

/** What visitors did is no topic to bring up with them; the page's own context is for all audiences. Both only guide. */
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

function sentencesOf(text: string): string[] {
  return text
    .toWellFormed()
    .split(/\n+|(?<=[.!?…])\s+|;\s+/)
    .map((sentence) =>
      sentence
        .replace(/^[\s\-–—*•\d.)]+(?=\p{L})/u, '')
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

/** Words that say what a sentence is about, in their plain form. */
export function rareWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []
  return words
    .filter(
      (word) =>
        (word.length > 3 || /^(?:sso|api|crm|erp|sla|eu|us|uk|ai|hr|it|kpi)$/.test(word)) && !usual.has(word),
    )
    .map(stem)
}

export function stem(word: string): string {
  return word.replace(/(?:ies)$/, 'y').replace(/(?<=\p{L}{3})(?:ing|ed|es|s)$/u, '')
}
