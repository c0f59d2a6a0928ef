import { singular } from '../nodeNames.ts'
import type { Page } from '../page.ts'
import { pointsBack } from '../references/back.ts'
import { point } from '../references/point.ts'
import type { Part } from '../roles/wishes.ts'
import { wordsOf } from '../tokens.ts'
import { ordinals } from '../words/plain.ts'

const where = /^(?:in|on|at)\s+(.+)$/is
/** "one" that stands for a noun, and not for a number. */
const one = /\bones?\b/i
const hasRank = (said: string) => wordsOf(said).some((word) => ordinals[word] !== undefined)

/** What a phrase may be short for, after something else of its kind was named. */
export function namesFor(said: string, target: Part, page: Page): string[] {
  return shortFor(said, target, page).filter(
    (name) => hasRank(name) || pointsBack(name) || isThere(name, page),
  )
}

/** Whether each of the things that a phrase names is on the page. */
const isThere = (name: string, page: Page) =>
  point(name, page).length > 0 ||
  name.split(/\s+(?:and|with)\s+/).every((each) => point(each, page).length > 0)

/** Whether a phrase names something that has parts: an item or a section. */
const isOwner = (said: string, page: Page) =>
  point(said, page)[0]?.nodes.every(({ isItem, kind }) => isItem || kind === 'block') ?? false

function shortFor(said: string, { text }: Part, page: Page): string[] {
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
    // What tells the thing that was named from others does not hold for "the company one".
    const nouns = isRank || /\bones?\s+\w/i.test(said) ? [noun, head] : isKind(last) ? [head] : []
    return [...nouns.map((each) => said.replace(one, each)), said]
  }
  const [, part] = /^(.+?)\s+(?:of|for)\s+/i.exec(text) ?? []
  const isOwnKind = wordsOf(said).some(isKind)
  // "Practice" after "the button of the Solo plan"
  if (part && !isOwnKind && isOwner(said, page)) return [`${part} of ${said}`, said]
  // "Enterprise" after "the Starter plan", "the second and third" after "the first step"
  const isName = isKind(last) && (head !== noun || isRank) && !isOwnKind
  return isName ? [`${/^the\s/i.test(said) ? said : `the ${said}`} ${head}`, said] : [said]
}
