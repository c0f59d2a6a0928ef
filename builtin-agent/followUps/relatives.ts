import { nameOf } from '../describe.ts'
import { singular } from '../nodeNames.ts'
import type { OpenPage } from '../page.ts'
import { likesOf } from '../references/back.ts'

const relative =
  /^the\s+(?:(?:(other)|(next|following)|previous|preceding)\s+(\w+)|one\s+(?:right\s+|just\s+)?(?:(after|below)|before|above)(?:\s+(?:it|that|this))?)$/i

/**
 * Resolves phrases such as "the one before" relative to the target of the last change, and returns a name. `before` is the
 * page without that change, with the target in focus.
 */
export function relativeIn(said: string, before: OpenPage): string | undefined {
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
