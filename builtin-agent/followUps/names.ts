import { singular } from '../nodeNames.ts'
import type { OpenPage } from '../page.ts'
import { pointsBack } from '../references/back.ts'
import { point } from '../references/point.ts'
import type { Part } from '../roles/wishes.ts'
import { wordsOf } from '../tokens.ts'
import { ordinals } from '../words/plain.ts'

const where = /^(?:in|on|at)\s+(.+)$/is
/** "one" in place of a noun, not as a number. */
const one = /\bones?\b/i
const hasRank = (said: string) => wordsOf(said).some((word) => ordinals[word] !== undefined)

/** The full names that an elliptical phrase may stand for, given the name used before. */
export function namesFor(said: string, target: Part, page: OpenPage): string[] {
  return shortFor(said, target, page).filter(
    (name) => hasRank(name) || pointsBack(name) || isThere(name, page),
  )
}

/** Whether every object that a phrase names is on the page. */
const isThere = (name: string, page: OpenPage) =>
  point(name, page).length > 0 ||
  name.split(/\s+(?:and|with)\s+/).every((each) => point(each, page).length > 0)

/** Whether a phrase names an object with parts: an item or a section. */
const isOwner = (said: string, page: OpenPage) =>
  point(said, page)[0]?.nodes.every(({ isItem, kind }) => isItem || kind === 'block') ?? false

function shortFor(said: string, { text }: Part, page: OpenPage): string[] {
  const kind = text.replace(/^(?:(?:the|our|a|an|that|this|first|second|third|last|other)\s+)+/i, '')
  const noun = kind.split(/\s+(?:in|on|of|at|by|from|under|about)\s/i)[0] ?? kind
  const last = noun.split(/\s+/).at(-1) ?? noun
  const isKind = (word: string) => page.nodes.some(({ names }) => names.has(singular(word.toLowerCase())))
  const head = isKind(last) ? last : noun
  const [, holder] = where.exec(said) ?? []
  if (holder)
    return [`the ${head} in ${holder}`, `the ${noun} in ${holder}`, ...(isKind(last) ? [] : [holder])]
  const isRank = hasRank(said) || /\bother\b/i.test(said)
  if (one.test(said)) {
    // After "one" with an adjective, the adjectives of the previous name don't apply.
    const nouns = isRank || /\bones?\s+\w/i.test(said) ? [noun, head] : isKind(last) ? [head] : []
    return [...nouns.map((each) => said.replace(one, each)), said]
  }
  const [, part] = /^(.+?)\s+(?:of|for)\s+/i.exec(text) ?? []
  const isOwnKind = wordsOf(said).some(isKind)
  // If the previous name was a part of an object and this is another object, the same part is meant.
  if (part && !isOwnKind && isOwner(said, page)) return [`${part} of ${said}`, said]
  // A bare title or ordinal takes over the noun of the previous name.
  const isName = isKind(last) && (head !== noun || isRank) && !isOwnKind
  return isName ? [`${/^the\s/i.test(said) ? said : `the ${said}`} ${head}`, said] : [said]
}
