import { quoted } from '../../label.ts'
import { allPlaces, fitted, isOptional, type Place, placeAt, schemaAt, valueAt } from '../../places.ts'
import { Refusal } from '../../refusal.ts'
import type { Desk } from '../desk.ts'
import { setAt } from '../setAt.ts'
import { shorten } from '../shorten.ts'
import type { Slots, Words } from '../slots.ts'
import type { Target } from '../targetSlots.ts'
import { defineIntents } from './intent.ts'

export const textIntents = defineIntents(
  {
    name: 'shorten a text',
    patterns: [
      '<shorten> {target}',
      '<change> {target} [a|much|bit|even] [lot|bit] <shorter>',
      '<shorter> {target}',
      '<change> {target} [to|into] something <shorter>',
      '<change> {target} as short|brief|concise as possible',
      '{target} : <shorter>',
      '{target} <shorter>',
      '{target} is|seems|feels|looks [way|much|a|far|bit|just] [bit|little] too_long|wordy|lengthy|long|too_wordy|verbose [trim|shorten|cut] [it]',
      '{target} should|could|must|can|needs_to be [a] [bit] <shorter>',
      'cut {target} down|short|in_half',
    ],
    act: ({ target }, desk) => target && shortenTarget(target, desk),
  },
  {
    name: 'change a text',
    patterns: [
      '<change> [the] [text|words|wording|copy] [of|in|on] {target} <to> {text}',
      '<change>|use {target} [with|for|as|by] {quote}',
      'replace|swap|update|substitute|exchange|fill {target} with|by {text}',
      'rewrite|phrase|write|rephrase|reword {target} as {text}',
      '{quote} as|for {target}',
      '<change> {target} <say> {text}',
      '{target} should|must|shall|needs_to|has_to|ought_to|could|would|will [just|rather|now] [be] <say>|called|named|titled {text}',
      'can|could|should|shall|would|may {target} <say> {text}',
      '{target} : {text}',
      '{target} = {text}',
      '{target} {quote}',
      '{target} to {text}',
      'new {target} : {text}',
      'new {target} {quote}',
      'let {target} <say> {text}',
      'want|like|prefer|need {target} to [say|be|read] {text}',
      'use|write|want|prefer|put|try|have|take|set|go_with [the] [words] {quote} as|for|in|on|into|onto|at {target}',
      'use|write|put|try {text} as|for|on {target}',
      'call {target} {text}',
      'say {text} in|on|as {target}',
      'i_want|i_would_like|id_like|id_prefer|i_prefer|we_want {quote} as|for|on {target}',
      'i_want|i_would_like|id_like|we_want {target} to [say|be|read] {text}',
    ],
    act: ({ target, text, quote }, desk) => changeTarget(target, text ?? quote, desk),
  },
  {
    name: 'change a text',
    patterns: [
      '<add> {target} {quote}',
      '<add> {target} saying|that_says|which_says|reading|with|:|with_the_text {text}',
    ],
    // “Add logos: …” asks for a block, not for words in the one that is there.
    act: ({ target, text, quote }, desk) =>
      target?.isBlock ? undefined : changeTarget(target, text ?? quote, desk),
  },
  {
    name: 'replace words wherever they stand',
    patterns: [
      'replace|change|swap|substitute|turn|rename [every|all|the|any] [word|words|phrase|text|instances_of|occurrences_of|mentions_of] {quote} [step|feature|plan|question|stat|section|button|heading|headline|logo] to|with|by|for|into {other} [everywhere|throughout]',
      '{quote} should|must|to [be|say|read|become] {other}',
      'change|rename|replace|set {item} {quote} [to|with|by|into] {other}',
      'rename|change [the] {text} plan|feature|step|stat|question|logo|section to {other}',
      'use|say|write {other} instead_of|not|rather_than {quote}',
      'replace|swap|change|rename [every|all] [word|instances_of|occurrences_of|mentions_of] {text} with|by|to|into {other} [everywhere|throughout]',
    ],
    act: replaceEverywhere,
  },
  {
    name: 'take words away wherever they stand',
    patterns: ['<remove> [the|every] word|words|phrase {quote} [from|in|everywhere] [{target}]'],
    act: ({ quote, target }, desk) => quote && removeWords(quote.text, target, desk),
  },
  {
    name: 'take a text away',
    patterns: [
      '<remove> {target} and {otherTarget}',
      '<remove> {target}',
      'no {target}',
      '{target} can|should|must|has_to go',
      'take {target} out|away|off',
    ],
    act: ({ target, otherTarget }, desk) => {
      const said = target && removeTarget(target, desk)
      return said && otherTarget ? `${said} and ${removeTarget(otherTarget, desk) ?? 'nothing else'}` : said
    },
  },
  {
    name: 'rewrite a text',
    patterns: [
      'rewrite|rephrase|reword|improve|polish|redo|freshen_up|change {target} [better|nicer]',
      '<change> {target} better|nicer|catchier',
    ],
    act: ({ target }) => {
      if (!target || target.places.length === 0) return undefined
      throw new Refusal(
        `I can’t think of new words for ${target.name} myself. Tell me the words, or ask me to shorten it or to personalise the page.`,
      )
    },
  },
  {
    name: 'say where a button leads',
    patterns: [
      'link|point|direct|send|lead|connect {target} to {link}',
      '<change> {target} [link|url|address|target|destination] [to|:] [go|lead|link|point] [to] {link}',
      '{target} should|must [go|lead|link|point|open] [to] {link}',
      '{target} [link|url|address|destination] [:|to|should_be] {link}',
      '<change> [the] link|url|address|destination of|on|for|behind {target} to {link}',
    ],
    act: ({ target, link }, desk) => target && link && linkTarget(target, link, desk),
  },
)

/** What describes words rather than being them. */
const vague =
  /^(?:something|anything|an? (?:better|nicer|catchier|more|less|bit|little)|be (?:more|less)|(?:more|less|much) \p{L}+$|sounds?\b|feels?\b|looks?\b|match|reflect|fit\b|better$|nicer$|catchier$)/iu

function changeTarget(target: Target | undefined, words: Words | undefined, desk: Desk): string | undefined {
  // Words before or after a quote say more than the quote: they are no part of a text.
  if (!target || !words || (!words.quoted && /^[“"«„]/.test(words.text))) return undefined
  // “The pricing should be cheaper” gives the block no words.
  if (target.isBlock && !words.quoted) return undefined
  if (!words.quoted && vague.test(words.text))
    throw new Refusal(
      `Tell me the words for ${target.name}, in quotation marks; I can’t think of them myself.`,
    )
  const places = placesIn(target)
  const written = places.map((place) => writeText(desk, place, words.text))
  return `changed ${target.name} to ${quoted(written[0] ?? words.text)}`
}

/** Texts a wish names and the page lacks end the wish, with words that say so. */
function placesIn({ name, places }: Target): Place[] {
  if (places.length === 0) throw new Refusal(`I found no place for ${name} on this page.`)
  return places
}

function writeText(desk: Desk, place: Place, text: string): string {
  const block = desk.find(place.blockId)
  if (!block) throw new Refusal('That block is no longer there.')
  const fit = fitted(text, place)
  setAt(desk, block, place.path, fit)
  return fit
}

function shortenTarget(target: Target, desk: Desk): string {
  const [place] = placesIn(target)
  const short = place?.text && shorten(place.text)
  if (!place || !short) throw new Refusal(`I can’t make ${target.name} shorter without losing its meaning.`)
  return `shortened ${target.name} to ${quoted(writeText(desk, place, short))}`
}

function removeTarget(target: Target, desk: Desk): string | undefined {
  if (target.item) {
    const { block, path } = target.item
    const [list = ''] = path.split('/')
    const count = (valueAt(block.props, list) as unknown[]).length
    if (count <= (schemaAt(block.type, list)?.minItems ?? 0))
      throw new Refusal(`It is the last one there. Ask me to remove the whole ${block.type} block instead.`)
    setAt(desk, block, path, undefined)
    return `removed ${target.name}`
  }
  if (target.isBlock) return undefined
  const [place] = target.places
  const block = desk.find(place?.blockId)
  if (!place || !block) return undefined
  const path = place.path.endsWith('Action/label') ? place.path.slice(0, -'/label'.length) : place.path
  if (place.text === undefined)
    throw new Refusal(`There is no ${target.name.replace(/^the /, '')} to remove.`)
  if (!isOptional(block, path)) throw new Refusal(`The ${block.type} block can’t do without ${target.name}.`)
  setAt(desk, block, path, undefined)
  return `removed ${target.name}`
}

function linkTarget(target: Target, link: string, desk: Desk): string | undefined {
  const place = target.places.find(({ path }) => path.endsWith('/label'))
  const block = desk.find(place?.blockId)
  if (!place || !block || place.text === undefined) return undefined
  setAt(desk, block, place.path.replace(/label$/, 'link'), link)
  return `pointed ${target.name} to ${link}`
}

function replaceEverywhere({ quote, text, other }: Slots, desk: Desk): string | undefined {
  const old = (quote ?? text)?.text
  if (!old || !other || (!quote && !isDistinct(old))) return undefined
  const open = desk.selected
  const found = allPlaces(desk.document).filter(
    (place) => place.text?.includes(old) && (!open || open.id === place.blockId),
  )
  if (found.length === 0) {
    if (!quote) return undefined
    throw new Refusal(`I did not find ${quoted(old)} on this page.`)
  }
  for (const { blockId, path } of found) {
    const block = desk.find(blockId)
    const place = block && placeAt(block, path)
    if (place?.text)
      writeText(
        desk,
        place,
        place.text.replaceAll(old, () => other.text),
      )
  }
  const times = found.length === 1 ? '' : ` in ${found.length} places`
  return `replaced ${quoted(old)} with ${quoted(other.text)}${times}`
}

function removeWords(words: string, target: Target | undefined, desk: Desk): string {
  const places = target?.places ?? allPlaces(desk.document)
  const found = places.filter(({ text }) => text?.includes(words))
  if (found.length === 0) throw new Refusal(`I did not find ${quoted(words)} there.`)
  for (const place of found)
    writeText(desk, place, (place.text ?? '').replaceAll(words, '').replace(/ {2,}/g, ' '))
  return `took away ${quoted(words)}`
}

/** Unquoted words are looked for only where they can hardly be anything but a text of the page. */
function isDistinct(words: string): boolean {
  return words.length >= 4 && /\p{Lu}|\p{N}/u.test(words)
}
