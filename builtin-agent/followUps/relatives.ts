import { nameOf } from '../describe.ts'
import { singular } from '../nodeNames.ts'
import type { Page } from '../page.ts'
import { likesOf } from '../references/back.ts'

const relative =
  /^the\s+(?:(?:(other)|(next|following)|previous|preceding)\s+(\w+)|one\s+(?:right\s+|just\s+)?(?:(after|below)|before|above)(?:\s+(?:it|that|this))?)$/i

/**
 * The name of what "the other quote" or "the one before" means, beside the thing that the last change was about. `before`
 * is the page without that change, with that thing in focus.
 */
export function relativeIn(said: string, before: Page): string | undefined {
  const [isRelative, other, next, noun = 'one', after] = relative.exec(said.trim()) ?? []
  const [last] = before.focus
  const own = last?.kind === 'flag' || last?.kind === 'choice' ? last.parent : last
  if (!isRelative || !own) return undefined
  const all = likesOf(own, before.nodes)
  const name = singular(noun.toLowerCase())
  if (name !== 'one' && !own.names.has(name)) return undefined
  const others = all.filter((node) => node !== own && node.value !== undefined)
  const meant = other
    ? others.length === 1
      ? others[0]
      : undefined
    : own.isItem
      ? all[all.indexOf(own) + (next || after ? 1 : -1)]
      : undefined
  return meant && nameOf(meant, before)
}
