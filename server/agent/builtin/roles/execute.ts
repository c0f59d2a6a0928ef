import type { Picture } from '../additions/compose.ts'
import type { Page } from '../page.ts'
import { isPronoun, pointsBack } from '../references/back.ts'
import { type Pointed, pointTogether } from '../references/point.ts'
import { additions } from './additions.ts'
import { copies } from './copies.ts'
import { areListed, meantBy } from './meant.ts'
import { moves } from './moves.ts'
import { isPiece } from './pieces.ts'
import { removals } from './removals.ts'
import { rewrites } from './rewrites.ts'
import { isEmphasis, isPicture, isVague, listings, settings, switches } from './settings.ts'
import { swaps } from './swaps.ts'
import { phraseOf, reference, type Way } from './ways.ts'
import type { Part, Wish } from './wishes.ts'

/**
 * Ways to carry a wish out on a page, likeliest first. `message` is what the wish was read from, `since` where the wish
 * before it ends.
 */
export function* waysOf(
  wish: Wish,
  page: Page,
  message: string,
  pictureOf: (phrase: string) => Picture | undefined,
  since = 0,
): Generator<Way> {
  const of = (role: Part['role']) => wish.parts.filter((part) => part.role === role)
  const value = wish.act === 'remove' ? undefined : of('V').at(-1)
  const { targets, pointed, find } = meantBy(wish, page, message, since)
  const quoted = quotedPlace(of('T')[0])
  const old = of('O')[0] ?? quoted
  const place = of('P')[0]
  const phrases = targets.map(phraseOf)
  const isAboutPage =
    phrases.every((phrase) => wholePage.test(phrase)) && (phrases.length > 0 || page.focus.length === 0)
  const isNamed = targets.length > 0 && (!quoted || old !== quoted)
  const act = actOf(wish, value, old, place, page)
  switch (act) {
    case 'set':
    case 'replace':
      if (value && (isPicture(value) || isVague(value) || /[<[{][^>\]}]*[>\]}]/.test(value.text))) break
      if (of('V').length > 1 && !isCorrected(of('V'), message)) yield* listings(of('V'), pointed, page)
      else if (value) yield* settings(value, old, isNamed ? pointed : undefined, targets, page, message)
      else yield* switches(of('set').map(phraseOf).join(' '), old, pointed, page)
      yield* inItsWords(wish, pointed, message)
      break
    case 'remove':
      yield* removals(quoted && old === quoted ? [] : targets, old, pointed, page)
      break
    case 'move':
      yield* moves(wish, { phrases, pointed, find }, page, message)
      break
    case 'swap':
      yield* swaps(wish, targets, phrases, page, message)
      break
    case 'duplicate':
      yield* copies(place, { phrases, pointed, find }, page)
      break
    case 'add':
      yield* additions(wish, holdersOf(of('T'), pointed, page, message), page, message, pictureOf)
      break
    case 'undo':
    case 'redo':
    case 'restore':
      yield* returns(act, wish, targets, message)
      break
    case 'rewrite':
      if (old) yield* removals(targets, old, pointed, page)
      else if (value && isEmphasis(value)) yield* settings(value, undefined, pointed, targets, page, message)
      else yield* rewrites(wish, isAboutPage ? undefined : pointed, page, message)
      break
    default:
      yield* inItsWords(wish, pointed, message)
  }
}

/** What something new is added to. "Put it in the FAQ": the pronoun is what is added. */
function holdersOf(named: Part[], pointed: Pointed[], page: Page, message: string): Pointed[] {
  if (named.length === 0 || named.every(({ text }) => /^(?:the|its|that|this) list$/i.test(text.trim())))
    return []
  return named.some(({ text }) => pointsBack(text))
    ? pointed
    : pointTogether(named.map(phraseOf), areListed(named, message), page)
}

function actOf(
  wish: Wish,
  value: Part | undefined,
  old: Part | undefined,
  place: Part | undefined,
  page: Page,
) {
  const hasTarget = wish.parts.some(({ role }) => role === 'T') || page.focus.length > 0
  if (wish.act === 'set' && !value && place && hasTarget) return 'move'
  return wish.act ?? (value && (hasTarget || old) ? 'set' : place && hasTarget ? 'move' : undefined)
}

const wholePage =
  /^(?:(?:the|this|our|whole|entire|all|of|on)\s+)*(?:page|site|website|texts?|everything|copy)$/i

/** What was undone or taken away comes back: as it was said, and in plain words. */
function* returns(
  act: 'undo' | 'redo' | 'restore',
  { said }: Wish,
  targets: Part[],
  message: string,
): Generator<Way> {
  // "go back to version 3" is nothing but that.
  if (/\d/.test(message) && !/\d/.test(said)) return
  yield { likelihood: 1, saying: said }
  const [target] = targets
  const isNamed = target && !isPronoun(target.text)
  if (/\d/.test(said)) return
  if (act === 'redo') yield { likelihood: 0.9, saying: 'Redo' }
  else if (isNamed)
    yield { likelihood: 0.9, saying: `${act === 'undo' ? 'Undo' : 'Bring back'} ${phraseOf(target)}` }
  else
    yield { likelihood: 0.9, saying: /\b(?:both|two)\b/i.test(said) ? 'Undo the last two changes' : 'Undo' }
}

/** "4, no sorry, 2": the value that was said last counts. */
const isCorrected = (values: Part[], message: string) =>
  /\b(?:no|sorry|wait|rather|actually|mean)\b/i.test(message.slice(values.at(-2)?.end, values.at(-1)?.start))

/** "where it says X": the words that are to go. */
function quotedPlace(target: Part | undefined): Part | undefined {
  const [, words] =
    /^(?:the (?:part|place|bit|line) )?where (?:it|the page|the text) (?:says|reads|said)\s+["“']?(.+?)["”']?$/i.exec(
      target?.text ?? '',
    ) ?? []
  return target && words ? { ...target, role: 'O', text: words } : undefined
}
/** The wish in its own words, with what its phrases mean put in as references; then as it is. */
function* inItsWords(wish: Wish, pointed: Pointed[], message: string): Generator<Way> {
  const [first] = wish.parts
  const last = wish.parts.at(-1)
  const targets = wish.parts.filter(({ role }) => role === 'T')
  if (!first || !last || wish.act === undefined) return
  const [best] = pointed
  if (best && targets.length === 1 && !isPiece(targets[0]?.text ?? '')) {
    const [target] = targets as [Part]
    yield {
      likelihood: best.likelihood,
      saying: `${message.slice(first.start, target.start)}${best.nodes.map(reference).join(' and ')}${message.slice(target.end, last.end)}`,
    }
  }
  yield { likelihood: 0.6, saying: wish.said }
}
