import { type Block, blockTypes, type Document } from '../document/index.ts'
import { plainText } from '../shared/plainText.ts'

const nouns = new Map<string, string>(blockTypes.map(({ name, words }) => [name, words.called[0]]))

/** The name of a block in a reply: its type, and its heading if there are several of the type. */
export function labelOf(block: Block | undefined, { blocks }: Document): string {
  if (!block) return 'that block'
  const type = nouns.get(block.type) ?? block.type
  const alone = blocks.filter((other) => other.type === block.type).length < 2
  const heading = headingOf(block)
  return alone || !heading ? `the ${type} block` : `the ${type} block ${quoted(heading, 40)}`
}

export function headingOf({ props }: Block): string | undefined {
  const { headline, heading, title, quote } = props as Record<string, unknown>
  const text = headline ?? heading ?? title ?? quote
  return typeof text === 'string' ? text : undefined
}

/** A text in quotation marks, shortened to what is needed to recognise it. */
export function quoted(text: string, most = 80): string {
  const line = plainText(text).replace(/\s+/g, ' ').trim()
  const letters = [...line]
  return letters.length <= most
    ? `“${line}”`
    : `“${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…”`
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(parts: string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
