import { nameOf } from '../describe.ts'
import type { Page } from '../page.ts'
import { reference } from '../roles/ways.ts'
import { type FollowUp, firstWorking } from './lastTurn.ts'

/** What a few words make of the text that was changed last: a message, with the name of the text. */
type TouchUp = (said: string, text: string) => ((name: string) => string) | undefined

const opening = /^(?:(?:h+m+|no|ok|okay|and|but|now|please|sorry|actually)[\s,.!–-]+)*/i
const ending = /[\s,]*(?:please|thanks|though|instead)?[.!]*$/i

/** "put Try in front of it", "without the “last year”", "calmer, not calm", after a text was changed. */
export async function readTouchUp(message: string, page: Page): Promise<FollowUp | undefined> {
  const texts = page.focus.filter(({ kind, value }) => kind === 'text' && typeof value === 'string')
  const [node, ...others] = texts
  if (!node || others.length > 0 || message.length > 200) return undefined
  const said = message.trim().replace(opening, '').replace(ending, '')
  for (const touchUp of [around, without, other, shorter, elsewhere]) {
    const meant = touchUp(said, String(node.value))
    if (meant) return firstWorking([nameOf(node, page), reference(node)].map(meant), page, page.document)
  }
  return undefined
}

const becomes = (text: string) => (name: string) => `Change ${name} to “${text}”`

const around: TouchUp = (said, text) => {
  const [, words, where = ''] =
    /^(?:put|add|write|set)\s+(?:the words? )?["“]?(.+?)["”]?\s+(in front of|before|at the (?:start|beginning|front|end) of|after|behind)\s+(?:it|that|this)$/i.exec(
      said,
    ) ?? []
  if (!words) return undefined
  return becomes(
    /after|behind|end/i.test(where) ? `${text.replace(/[.!]$/, '')} ${words}` : `${words} ${text}`,
  )
}

const without: TouchUp = (said, text) => {
  const [, words] = /^(?:just )?without (?:the )?(?:words? )?["“](.+?)["”]$/i.exec(said) ?? []
  const at = words ? text.toLowerCase().indexOf(words.toLowerCase()) : -1
  if (!words || at === -1) return undefined
  const rest = `${text.slice(0, at)}${text.slice(at + words.length)}`
  return becomes(
    rest
      .replace(/\s+/g, ' ')
      .replace(/\s+(?=[.,;:!?])/g, '')
      .replace(/[\s,;:–-]+$/, '')
      .trim(),
  )
}

const other: TouchUp = (said, text) => {
  const [, next, old] =
    /^(?:it should be |it's |make it )?["“]?([^,"“”]{1,60}?)["”]?,? (?:not|instead of|rather than) ["“]?([^,"“”]{1,60}?)["”]?$/i.exec(
      said,
    ) ?? []
  const pieces = old ? text.split(new RegExp(`\\b${RegExp.escape(old)}\\b`, 'i')) : []
  return next && pieces.length === 2 ? becomes(pieces.join(next)) : undefined
}

const shorter: TouchUp = (said) => {
  const [, count, given] =
    /^(?:(?:even|still|a bit|much)\s+)?(?:shorter|simpler|too long),?\s+(?:(?:to\s+|max(?:imum)?\s+|at most\s+)?(\w+) words(?: max(?:imum)?| at most| tops| or (?:less|fewer))?|(?:just|only|so)?:?\s*["“]?(\p{Lu}[^"”]*)["”]?)$/iu.exec(
      said,
    ) ?? []
  if (given && /^\p{Lu}/u.test(given)) return becomes(given)
  return count ? (name) => `Shorten ${name} to ${count} words` : undefined
}

const elsewhere: TouchUp = (said, text) => {
  const [, place] =
    /^(?:use|take|put|set|have)\s+(?:that|it|this|the same)(?: text| one| words)?\s+(?:as|for|in)\s+(.+?)(?:,? (?:too|as well|also))?$/i.exec(
      said,
    ) ?? []
  return place ? () => becomes(text)(place) : undefined
}
