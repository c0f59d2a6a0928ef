import type { Node } from '../nodes.ts'
import type { OpenPage } from '../page.ts'
import { assignmentsOf } from './assign.ts'
import { finished, fit } from './fit.ts'
import type { Given } from './given.ts'
import { isAlike, shapeOf } from './shapes.ts'
import { spelledNumber } from './spelled.ts'

/** The texts of a page that contain some words. */
export function leavesWith(text: string, page: OpenPage): Node[] {
  const pattern = patternOf(text)
  // Checked first, as it is much faster than the pattern.
  const longest = wordsIn(text).reduce((most, word) => (word.length > most.length ? word : most), '')
  return page.nodes.filter(
    ({ kind, value }) =>
      kind === 'text' &&
      typeof value === 'string' &&
      value.toLowerCase().includes(longest) &&
      value.search(pattern) !== -1,
  )
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** A pattern for whole words, in any case, with either kind of apostrophe. */
function patternOf(text: string): RegExp {
  const escaped = text
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/['’]/g, "['’]")
    .replace(/\s+/g, '\\s+')
  const isEdge = (sign: string | undefined) => !!(sign && /[\p{L}\p{N}]/u.test(sign))
  return new RegExp(
    `${isEdge(text[0]) ? '(?<![\\p{L}\\p{N}])(?<!\\d[.,])' : ''}${escaped}${isEdge(text.at(-1)) ? '(?![\\p{L}\\p{N}])(?![.,]\\d)' : ''}`,
    'giu',
  )
}

/** The value of a text after some of its words are replaced. */
export function newValue(leaf: Node, old: string, given: Given): unknown {
  const value = String(leaf.value)
  const shape = shapeOf(value)
  const isWhole = value.trim().toLowerCase().replace(/[.]$/, '') === old.toLowerCase()
  if (isWhole || (shape !== 'text' && isAlike(shape, given.shape))) {
    const made = assignmentsOf(leaf, given)[0]
    if (made) return finished(leaf, made.value)
  }
  const isCount = /^\d[\d.,]*$/.test(old) || spelledNumber([old.toLowerCase()]) !== undefined
  const pattern = patternOf(old)
  const next = value.replace(pattern, (match, ...rest) => {
    const offset = rest.find((each): each is number => typeof each === 'number') ?? 0
    const after = value.slice(offset + match.length)
    const fresh = isCount
      ? withoutSign(given.text, value.slice(0, offset), after)
      : given.text.replace(/[.]$/, (dot) => (/[.]$/.test(match) || given.isQuoted ? dot : ''))
    const isStart =
      /^\p{Lu}/u.test(match) &&
      /^\p{Ll}/u.test(fresh) &&
      (offset === 0 || /[.!?]\s+$/.test(value.slice(0, offset)) || /^\p{Ll}/u.test(old))
    return isStart ? fresh.replace(/^./u, (sign) => sign.toUpperCase()) : fresh
  })
  return fit(next.replace(/\.\.$/, '.'), leaf.schema)
}

/** The number without a sign or unit that already stands beside it in the text. */
const withoutSign = (words: string, before: string, after: string) =>
  (after.startsWith('%') ? words.replace(/%$/, '') : words).replace(/^[$€£¥]/, (sign) =>
    before.endsWith(sign) ? '' : sign,
  )
