import type { Part } from './wishes.ts'

/** Words that say what a text is about. After "say" or "read" follow the words themselves. */
const leads =
  /\b(?:(?:talk|speak|tell|write|sing)(?:s|ing)?(?:\s+(?:more|less|mostly|mainly|only|also))?\s+(?:about|of)|(?:be|is|are|was)(?:\s+(?:all|more|less|mostly|mainly|only|just))?\s+about|(?:mention|describe|explain|stress|convey)(?:s|es|ing)?|discuss(?:es|ing)?|emphasi[sz](?:es?|ing)|(?:focus(?:es)?|touch(?:es)?)\s+(?:more\s+)?on|(?:refer|allude)s?\s+to|hints?\s+at|deals?\s+with|about(?!\s+[\d$€£¥]))\b(?:\s+(?:that|how|why|what))?\s*/giu
const saying = /\b(?:say(?:s|ing)?|reads?|states?|called|named|titled|labelled)\s+$/i
const becoming = /\b(?:to|as|into)\s+$/i

/**
 * "make the intro talk about cold storage": whether a value is a topic and not the words for the page. Some readings count
 * the verb, or a part of it, as the value.
 */
export function isTopic({ start, isQuote }: Part, message: string): boolean {
  if (isQuote) return false
  for (const { 0: lead, index } of message.matchAll(leads)) {
    if (index > start || index + lead.length < start) continue
    const before = message.slice(0, index)
    const isName = /^about/i.test(lead) && becoming.test(before)
    if (index < start || !(/^\p{Lu}/u.test(lead) || saying.test(before) || isName)) return true
  }
  return false
}
