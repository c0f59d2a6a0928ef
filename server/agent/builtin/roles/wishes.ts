import { type Token, tokenise } from '../tokens.ts'
import { type Act, acts, labels, type Role } from './labels.ts'

/** One part of a message with the role it has. */
export type Part = { role: Role; text: string; start: number; end: number; isQuote: boolean }
/** What is asked for: what to do, the parts it is done with, and the words from the first of them to the last. */
export type Wish = { act: Act | undefined; parts: Part[]; said: string }

/** Puts the labels of a message together to wishes. */
export function wishesOf(tokens: Token[], path: number[], message: string): Wish[] {
  const wishes: Part[][] = []
  let part: Part | undefined
  for (const [at, index] of path.entries()) {
    const token = tokens[at] as Token
    const { role, edge } = labels[index] ?? {}
    if (!role) part = undefined
    else if (edge === 'inside' && part) {
      part.end = token.end
      part.isQuote = false
      part.text = message.slice(part.start, part.end)
    } else {
      if (edge === 'next' || wishes.length === 0) wishes.push([])
      const isQuote = token.kind === 'quote'
      part = {
        role,
        start: token.start,
        end: token.end,
        isQuote,
        text: isQuote ? token.text : message.slice(token.start, token.end),
      }
      wishes.at(-1)?.push(part)
    }
  }
  for (const part of wishes.flat()) if (part.role === 'V') keepQuote(part)
  return wishes.map((parts) => ({
    act: acts.find((act) => parts.some(({ role }) => role === act)),
    parts,
    said: message.slice(parts[0]?.start, parts.at(-1)?.end),
  }))
}

/** Of "“Hosted in Frankfurt” here" the value is what is quoted. */
function keepQuote(part: Part) {
  const [first, ...others] = tokenise(part.text)
  if (
    part.isQuote ||
    first?.kind !== 'quote' ||
    others.length === 0 ||
    others.length > 2 ||
    others.some(({ kind }) => kind === 'quote')
  )
    return
  part.text = first.text
  part.isQuote = true
}
