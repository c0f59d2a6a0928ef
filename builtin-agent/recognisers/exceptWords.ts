import { wordsOf } from '../tokens.ts'
import { classesOf } from '../verbs.ts'

const words = 'except(?:ing)?(?: for)?|apart from|aside from|other than|but not|besides|excluding'
/** Words that introduce an exception. */
export const exceptWords = new RegExp(`\\b(?:${words})\\b`, 'i')

const exception = new RegExp(
  `\\b(?:${words}|(?<=\\b(?:all|every|each|everything|anything)\\b[^.,;:!?]{0,60})but(?: for)?)\\s+(?=\\S)`,
  'i',
)

const keepingOnly =
  /\b(?:(?:keep|leave|show)\s+(?:only|just|nothing but)|(?:only|just)\s+(?:keep|leave|show))\s+(?=\S)/i

const theOthers =
  /[\s,;:.–—-]*(?:\b(?:and|then|but)\b)?\s*(?:please\s+)?(?:\b(?:remove|delete|drop|hide|cut|lose|bin|scrap|ditch|dump|kill|axe|erase|chuck out|take out|throw out|get rid of|clear out)\s+)?(?:all\s+)?(?:of\s+)?\bthe\s+(?:others?|rest|remaining|remainder)\b[^.!?]*$/i

const onlyThese =
  /\bonly\s+((?:(?!\bonly\b)[^.;:!?])+?)\s+(?:(?:can|should|must|may|will|to|are to)\s+)?(?:stays?|remains?|be kept|are kept)\b/i

/** After "stay" and the like, an attribute describes a property instead of asking to keep something. */
const attribute = /^\s+(?:as\s+)?(?:required|mandatory|compulsory|optional|highlighted|visible|open)\b/i

/** The names of what stays, and the phrase for the group that it is part of. */
type Kept = { names: string; scope: string }

/** Longer texts are not matched, as the patterns are meant for single sentences. */
const longest = 600

/** The exception in a request to remove everything else. */
export function keptIn(said: string): Kept | undefined {
  if (said.length > longest) return undefined
  const text = said.replace(/\s+/g, ' ')
  const only = keepingOnly.exec(text)
  if (only) {
    const names = text.slice(only.index + only[0].length).replace(theOthers, '')
    // An attribute after the names asks to set that attribute, not to remove the others.
    if (
      /\b(?:required|mandatory|compulsory|optional|highlighted)(?:\s+(?:in|on|of|for)\s+.{1,40})?[\s.!]*$/i.test(
        names,
      )
    )
      return undefined
    if (/\b(?:sentence|paragraph)s?\b/i.test(names)) return { names, scope: text.slice(0, only.index) }
    const [, inner = names, where = ''] = /^(.+?)\s+(?:in|on|from|among|of)\s+(.+)$/i.exec(names) ?? []
    const before = text.slice(0, only.index)
    return { names: before.trim() === '' ? inner : names, scope: before.trim() === '' ? where : before }
  }
  const staying = onlyThese.exec(text)
  // The same rule for "stay".
  if (staying?.[1] && !attribute.test(text.slice(staying.index + staying[0].length))) {
    const [, noun] = /\b(?:others?|the rest of(?: the)?) (\w+)/i.exec(text) ?? []
    return { names: staying[1], scope: noun ?? text.slice(0, staying.index) }
  }
  const found = exception.exec(text)
  if (!found) return undefined
  const before = text.slice(0, found.index)
  const after = text.slice(found.index + found[0].length)
  const names = after.replace(
    /\s+(?:(?:can|should|must|may|could|has to|have to|needs? to)\s+)?(?:go|be (?:removed|deleted|dropped|hidden)|disappear)\b.*$/i,
    '',
  )
  const isRemoval =
    names !== after ||
    wordsOf(before).some((word) => classesOf(word).includes('remove')) ||
    /\b(?:away|out|off|gone|go(?:es)?|leave|disappear|bin|chuck|ditch|scrap)\b/i.test(before)
  return isRemoval ? { names, scope: before } : undefined
}
