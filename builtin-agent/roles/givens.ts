import type { Node } from '../nodes.ts'
import { tokenise, wordsOf } from '../tokens.ts'
import { dayLike } from '../values/dates.ts'
import { type Given, readGiven } from '../values/given.ts'
import { trimmed } from './ways.ts'
import type { Part } from './wishes.ts'

/** Whether a text contains a gap for the author to fill. Placeholders that the service fills don't count. */
export const hasGap = (text: string) =>
  /[<[{][^>\]}]{0,200}[>\]}]/.test(text.replace(/\{\{[^{}]{0,200}\}\}/g, ''))
export const isVague = ({ text, isQuote }: Part) =>
  !isQuote &&
  // With a capital letter, the same words are a text, such as an option of a form.
  (/^(?:something|anything|whatever|(?:a )?bit)\b/.test(text) ||
    /^(?:btw|lol|haha|thx|thanks|pls|please|fyi|imo|ok|okay|cheers|though|yeah|nice|great|cool|good|fine|perfect)[.!]*$/.test(
      text,
    ) ||
    /^the (?:first|second|third|last|next) \w+ (?:in|of|on|from)\b/.test(text) ||
    // A desired layout is no text.
    /^(?:in(?:to)? |as )?(?:bullet points?|bullets|an? (?:table|carousel|slider|accordion)|tabs)\b/.test(
      text,
    ) ||
    /^(?:the|that) (?:one|version|text|wording|caption|headline) (?:we|you|i|they|she|he|from|that|which)\b/.test(
      text,
    ) ||
    /^(?:only )?(?:keep|leave) \S/.test(text) ||
    /^an? (?:video|film|clip|gif|map|chart|graph|form|quiz|popup)$/.test(text) ||
    /\b(?:her|his|their) (?:first |full )?name\b/i.test(text) ||
    (wordsOf(text).length <= 4 &&
      /^(?:the |our |some |a |an )(?:latest|newest|right|correct|current|actual|better|different|nicer|catchier|other|updated|new)\b/i.test(
        text,
      )) ||
    /^(?:lower|higher|bigger|smaller|larger|shorter|longer|better|nicer|clearer|stronger|punchier|friendlier)$/i.test(
      trimmed(text),
    ))
export const isEmphasis = ({ text, isQuote }: Part) =>
  !isQuote &&
  /^(?:in )?(?:(?:and )?(?:bold|italics?|uppercase|lowercase|capitals|upper case|lower case|underlined|\d+ ?(?:pt|px))(?:,? |$))+$/i.test(
    trimmed(text),
  )
export const isPicture = ({ text, isQuote }: Part) =>
  !isQuote && wordsOf(text).length <= 6 && /\b(?:picture|photo|image|screenshot|logo)\b/i.test(text)

/** The possible interpretations of a value: as it is, as a link, and without words that only announce it. */
export function givensOf(value: Part, node: Node): Given[] {
  if (value.isQuote)
    return [readGiven(tokenise(`“${value.text}”`), `“${value.text}”`)].flatMap((given) => given ?? [])
  const said = figure(spoken(trimmed(value.text)), node)
  const text = (typeof node.value === 'string' && dayLike(said, node.value)) || said
  const leads =
    (node.kind === 'group' || node.kind === 'link') &&
    tokenise(text).some(({ kind }) => kind === 'email' || kind === 'url')
  const plain = withoutLead(text).replace(/\s+(?:plan|field|one|option|icon|layout|background|colou?r)$/i, '')
  return [
    leads ? readGiven(tokenise(text), text, 'link') : undefined,
    readGiven(
      tokenise(value.text.endsWith('.') && wordsOf(text).length > 4 ? `${text}.` : text),
      value.text.endsWith('.') && wordsOf(text).length > 4 ? `${text}.` : text,
      'any',
      true,
    ),
    plain !== text && wordsOf(plain).length <= 3 ? optional(readGiven(tokenise(plain), plain)) : undefined,
  ].flatMap((given) => given ?? [])
}
const figure = (text: string, { value: before }: Node) =>
  typeof before === 'string' && /^[$€£¥]?\d/.test(before) ? text.replace(/^an?\s+(?=[$€£¥]?\d)/i, '') : text
const withoutLead = (text: string) => text.replace(/^(?:the|a|an|as|pure|plain|simply|just)\s+/i, '')
const optional = (given: Given | undefined) => given && { ...given, isOption: true }

const signs: Record<string, string> = { slash: '/', dash: '-', dot: '.', at: '@' }
/** Replaces dictated names of characters by the characters. */
const spoken = (text: string) =>
  (/^slash \S|^\S+ at \S+ dot \S+/i.test(text)
    ? text.replace(/\s*\b(slash|dash|dot|at)\b\s*/gi, (_, sign: string) => signs[sign.toLowerCase()] ?? '')
    : text
  )
    .replace(
      /,?\s+(?:with no|without(?: an?| the)?|and no|no)\s+(?:question mark|full stop|period|exclamation (?:mark|point))$/i,
      '',
    )
    .replace(/\s+full stop$/i, '.')
    .replace(/\s+question mark$/i, '?')
    .replace(/\s+exclamation (?:mark|point)$/i, '!')
