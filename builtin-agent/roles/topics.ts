import type { Part } from './wishes.ts'

/** Verbs and prepositions that introduce a topic. After verbs of saying, the value is literal. */
const leads =
  /\b(?:(?:talk|speak|tell|write|sing)(?:s|ing)?(?:\s+(?:more|less|mostly|mainly|only|also))?\s+(?:about|of)|(?:be|is|are|was)(?:\s+(?:all|more|less|mostly|mainly|only|just))?\s+about|(?:mention|describe|explain|stress|convey)(?:s|es|ing)?|discuss(?:es|ing)?|emphasi[sz](?:es?|ing)|(?:focus(?:es)?|touch(?:es)?)\s+(?:more\s+)?on|(?:refer|allude)s?\s+to|hints?\s+at|deals?\s+with|about(?!\s+[\d$€£¥]))\b(?:\s+(?:that|how|why|what))?\s*/giu
const verbOfSaying = /\b(?:say(?:s|ing)?|reads?|states?|called|named|titled|labelled)\s+$/i
const becoming = /\b(?:to|as|into)\s+$/i

/**
 * Whether a value is only the topic of a text, and not its words. In some readings, the value includes the verb or a part of
 * it.
 */
export function isTopic({ start, isQuote }: Part, message: string): boolean {
  if (isQuote) return false
  for (const { 0: lead, index } of message.matchAll(leads)) {
    if (index > start || index + lead.length < start) continue
    const before = message.slice(0, index)
    const isName = /^about/i.test(lead) && becoming.test(before)
    if (index < start || !(/^\p{Lu}/u.test(lead) || verbOfSaying.test(before) || isName)) return true
  }
  return false
}
