import { namesOf } from '../describe.ts'
import { quoted } from '../label.ts'
import type { Node } from '../nodes.ts'
import { type Outcome, refused } from '../outcome.ts'
import type { OpenPage } from '../page.ts'
import { fit } from '../values/fit.ts'
import { draftOf, setNode } from './edit.ts'
import { sentencesOf } from './pieces.ts'
import { shorten, toWords } from './shorten.ts'

/** The text to shorten in a block or item: its longest. */
export function longestText(node: Node): Node[] {
  const texts = node.children
    .filter((child) => child.kind === 'text' && typeof child.value === 'string')
    .sort((a, b) => String(b.value).length - String(a.value).length)
  return texts.slice(0, 1)
}

export type Limit = {
  words?: number | undefined
  sentences?: number | undefined
  characters?: number | undefined
  isHalf?: boolean
}

function shortened(text: string, { words, sentences, characters, isHalf }: Limit): string | undefined {
  if (words !== undefined) return toWords(text, words)
  if (isHalf) return toWords(text, Math.max(3, Math.floor(text.split(/\s+/).length / 2)))
  if (sentences !== undefined) {
    const all = sentencesOf(text)
    const end = all[sentences - 1]?.end
    const short = all.length > sentences && end !== undefined ? text.slice(0, end).trim() : undefined
    // Very few words per sentence rarely keep the meaning.
    return short && short.split(/\s+/).length >= 4 * sentences ? short : undefined
  }
  if (characters === undefined) return shorten(text)
  for (let most = text.split(/\s+/).length - 1; most >= 3; most--) {
    const short = toWords(text, most)
    if (short && short.length <= characters) return short
  }
  return undefined
}

/** Shortens texts by leaving out sentences or clauses. */
export function shortenTexts(nodes: Node[], limit: Limit, page: OpenPage): Outcome {
  let draft = draftOf(page)
  const done: Node[] = []
  let last = ''
  for (const node of nodes) {
    const text = String(node.value)
    const short = shortened(text, limit)
    if (!short || short === text) continue
    draft = setNode(draft, node, fit(short, node.schema))
    done.push(node)
    last = short
  }
  if (done.length === 0)
    return refused(
      `I can’t shorten ${namesOf(nodes, page)} by rules without losing its sense. Tell me the words it should have, or connect a language model.`,
    )
  return {
    kind: 'done',
    draft,
    said: `shortened ${namesOf(done, page)}${done.length === 1 ? ` to ${quoted(last, 100)}` : ''}`,
    focus: done.map(({ key }) => key),
  }
}
