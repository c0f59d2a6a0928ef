import { askWhich } from '../asking.ts'
import type { Node } from '../nodes.ts'
import { linkWords } from '../operations/emphasise.ts'
import { type Outcome, refused } from '../outcome.ts'
import type { OpenPage } from '../page.ts'
import { point } from '../references/point.ts'
import { stringKind } from '../schemas.ts'
import { tokenise } from '../tokens.ts'
import { linkOf } from '../values/read.ts'

const form =
  /^(?:please\s+|can you\s+)?(?:hyper)?link\s+(?:the\s+)?(?:words?|phrase|text)?\s*["“']?(.{1,80}?)["”']?(?:\s+in\s+(.{1,80}?))?\s+(?:to|with)\s+(\S+)[.!]?$/i

/** The link of a button is a value of it, although a text may contain the word. */
const button =
  /^(?:\w+ ){0,3}link\s+(?:(?:the|our|main|primary|second|secondary|hero)\s+)*(?:button|cta|call to action)\b/i

export function recogniseLinks(message: string, page: OpenPage): Outcome | undefined {
  const [, words, place, address = ''] = message.length < 300 ? (form.exec(message.trim()) ?? []) : []
  const [token] = tokenise(address)
  const link = token && linkOf(token)
  if (!words || !link || button.test(message)) return undefined
  const isRich = (node: Node) =>
    node.kind === 'text' &&
    stringKind(node.schema) !== 'text' &&
    String(node.value ?? '')
      .toLowerCase()
      .includes(words.toLowerCase())
  const named = place ? point(place, page)[0]?.nodes : undefined
  const holders = (named?.flatMap((node) => [node, ...node.children]) ?? page.nodes).filter(isRich)
  const [holder, ...others] = holders
  if (!holder) return place ? refused(`I found no “${words}” there.`) : undefined
  return others.length > 0
    ? askWhich(holders, page, (name) => `link the word "${words}" in ${name} to ${link}`)
    : linkWords(holder, words, link, page)
}
