import { memoize } from '../memoize.ts'
import type { Node } from '../nodes.ts'
import type { OpenPage } from '../page.ts'
import { stem, wordsOf } from '../tokens.ts'
import { type Assignment, assignmentsOf } from '../values/assign.ts'
import { isFunctionWord } from '../words/plain.ts'
import { pageIndexOf } from './pageIndex.ts'
import type { PhraseParts } from './phrase.ts'

/** Returns a function that writes the features of value, old words and context into the row of a node. */
export function valueFeatures({ given, old, rest }: PhraseParts, page: OpenPage) {
  const { nodes } = page
  const { texts, items, blocks, parents } = pageIndexOf(page)
  const added = new Set(
    wordsOf(given?.text ?? '').flatMap((word) => (isFunctionWord(word) ? [] : [stem(word)])),
  )
  const hasOld = texts.map((text) => old !== '' && ` ${text} `.includes(` ${old} `))
  const below = hasOld.map(() => false)
  for (let at = nodes.length - 1; at >= 0; at--)
    if ((hasOld[at] || below[at]) && parents[at] !== -1) below[parents[at] as number] = true
  return (rows: Float32Array, row: number, at: number) => {
    const node = nodes[at] as Node
    if (given) {
      const [best] = assignmentsOf(node, given) as (Assignment | undefined)[]
      rows[row] = 1
      rows[row + 1] = best?.node === node ? 1 : 0
      rows[row + 2] = best && best.node !== node ? 1 : 0
      rows[row + 3] = best ? Math.min(best.cost, 6) / 6 : 1
      const own = stemsIn(node)
      rows[row + 4] = shareOf(added, own.size > 0 ? own : node.textStems)
      rows[row + 5] = own.size > 0 ? shareOf(own, added) : 0
    }
    if (old) {
      rows[row + 6] = 1
      rows[row + 7] = texts[at] === old ? 1 : 0
      rows[row + 8] = hasOld[at] ? 1 : 0
      rows[row + 9] = hasOld[at] || below[at] ? 1 : 0
    }
    if (rest.size > 0) {
      const [item, block] = [items[at] as number, blocks[at] as number]
      rows[row + 10] = shareOf(node.labelStems, rest)
      rows[row + 11] = item !== -1 && item !== at ? shareOf((nodes[item] as Node).labelStems, rest) : 0
      rows[row + 12] = shareOf(node.textStems, rest)
      rows[row + 13] = block !== at ? shareOf((nodes[block] as Node).labelStems, rest) : 0
    }
  }
}

const none: ReadonlySet<string> = new Set()
/** The stems of the node's own text. */
const stemsIn = ({ value }: Node) => (typeof value === 'string' ? stemsOfText(value) : none)
const stemsOfText = memoize((text): ReadonlySet<string> => new Set(wordsOf(text).map(stem)))

function shareOf(part: ReadonlySet<string>, whole: ReadonlySet<string>): number {
  let shared = 0
  for (const each of part) if (whole.has(each)) shared++
  return part.size === 0 ? 0 : shared / part.size
}
