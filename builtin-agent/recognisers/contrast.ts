import { ancestors, type Node } from '../nodes.ts'
import type { Outcome } from '../outcome.ts'
import type { Page } from '../page.ts'
import { stem, tokenise, wordsOf } from '../tokens.ts'
import { applyAll } from '../values/apply.ts'
import { readGiven } from '../values/given.ts'
import { leavesWith, newValue } from '../values/replace.ts'
import { determiners, functionWords } from '../words/plain.ts'

const longest = 200

/**
 * "The summer issue, not spring": the old words stand on the page, and the new ones stand in the message beside the same
 * words as these. A number takes the place of a number. Of several texts, the one is meant that the message has most words of.
 */
export function recogniseContrast(message: string, page: Page): Outcome | undefined {
  if (message.length > longest) return undefined
  const [, said = '', rest = ''] =
    /^(.+)[\s,;]+(?:not|no longer|instead of|rather than)\s+(?:from\s+|the\s+)?(.+)$/i.exec(message.trim()) ??
    []
  const old = rest.replace(/[\s,]*(?:anymore|please|pls)?[.!]*$/i, '')
  const words = tokenise(said).flatMap(({ norm, text }) => (norm === ',' ? [] : [{ norm, text }]))
  if (old === '' || wordsOf(old).length > 4) return undefined
  const found = leavesWith(old, page).flatMap((node) => {
    if (page.selected && node.block?.id !== page.selected.id) return []
    const next = counterpart(words, old, String(node.value))
    return next ? [{ node, next, shared: sharedWords(node, words) }] : []
  })
  const most = Math.max(...found.map(({ shared }) => shared))
  const [best, ...others] = found.filter(({ shared }) => shared === most)
  const given = best && readGiven(tokenise(best.next), best.next, 'any', true)
  if (!given || most === 0 || others.length > 0) return undefined
  return applyAll([{ node: best.node, value: newValue(best.node, old, given), cost: 0 }], page)
}

type Word = { norm: string; text: string }

/** The word of a message that stands where the old words stand in a text. */
function counterpart(words: Word[], old: string, text: string): string | undefined {
  const at = text.toLowerCase().indexOf(old.toLowerCase())
  const before = wordsOf(text.slice(0, at)).at(-1)
  const [after] = wordsOf(text.slice(at + old.length))
  const index = words.findIndex(
    ({ norm }, at) =>
      !functionWords.has(norm) &&
      ((after !== undefined && words[at + 1]?.norm === after) ||
        (before !== undefined && words[at - 1]?.norm === before)),
  )
  return words[index]?.text
}

/** How many words of a message a text, or the titles of what it is in, have. */
function sharedWords(node: Node, words: Word[]): number {
  const own = new Set(
    [node, ...ancestors(node)].flatMap(({ labelStems, textStems, names }) => [
      ...labelStems,
      ...textStems,
      ...[...names.keys()].map(stem),
    ]),
  )
  return words.filter(({ norm }) => !determiners.has(norm) && !functionWords.has(norm) && own.has(stem(norm)))
    .length
}
