import type { OpenPage } from '../page.ts'
import { correct } from '../spelling.ts'
import { isMark, isWord, tokenise } from '../tokens.ts'

const longest = 400
const mostCuts = 5

/** The texts before and after each place where one wish may end and the next begin. */
export function cutsOf(message: string, page: OpenPage): [string, string][] {
  if (message.length > longest) return []
  const tokens = correct(tokenise(message), page)
  const cuts = tokens.flatMap((token, at): [string, string][] => {
    const joins = (from: number) => isWord(tokens[from], 'and', 'then', 'plus', 'also', 'but')
    if (!isMark(token, ',', ';', '.', '–') && !joins(at)) return []
    // Consecutive separators are one border.
    if (joins(at) && (joins(at - 1) || isMark(tokens[at - 1], ',', ';', '.'))) return []
    let next = at + 1
    while (joins(next)) next++
    const first = message.slice(0, token.start).trim()
    const rest = message.slice(tokens[next]?.start ?? message.length).trim()
    return first.includes(' ') && rest.includes(' ') ? [[first, rest]] : []
  })
  return cuts.slice(0, mostCuts)
}
