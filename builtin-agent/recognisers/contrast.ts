import { type Node, withAncestors } from '../nodes.ts'
import type { Outcome } from '../outcome.ts'
import type { OpenPage } from '../page.ts'
import { stem, tokenise, wordsOf } from '../tokens.ts'
import { applyAll } from '../values/apply.ts'
import { readGiven } from '../values/given.ts'
import { leavesWith, newValue } from '../values/replace.ts'
import { functionWords, isFunctionWord } from '../words/plain.ts'

const longest = 200

/**
 * Reads a contrast of a new value with the old one. The old words must be in a text of the page, and the new ones beside the
 * same words in the message. If several texts qualify, the one that shares most words with the message is taken.
 */
export function recogniseContrast(message: string, page: OpenPage): Outcome | undefined {
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

/** The word of the message whose neighbours are the same as those of the old words in the text. */
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

/** The number of words that the message shares with a text and the labels of its ancestors. */
function sharedWords(node: Node, words: Word[]): number {
  const own = new Set(
    withAncestors(node).flatMap(({ labelStems, textStems, names }) => [
      ...labelStems,
      ...textStems,
      ...[...names.keys()].map(stem),
    ]),
  )
  return words.filter(({ norm }) => !isFunctionWord(norm) && own.has(stem(norm))).length
}
