import type { Node } from '../nodes.ts'
import type { Pointed } from '../references/point.ts'
import { trimmed, type Way } from './ways.ts'
import type { Part, Wish } from './wishes.ts'

const bare = (phrase: string) =>
  phrase.replace(/^(?:one more|another|further|additional|a new|a|an|the|new)\s+/i, '')
const fieldName = (text: string) => trimmed(text).replace(/^(?:its|the|with|a|an|for)\s+/i, '')

/** Something new: its kind, where it goes, and its content, named where the message names it. */
export function* additions({ parts }: Wish, pointed: Pointed[], place: string | undefined): Generator<Way> {
  const text = (role: Part['role']) =>
    parts.filter((part) => part.role === role).map((part) => trimmed(part.text))
  const [kind] = text('K')
  const [attribute] = text('X')
  const content = contentOf(parts)
  const [first] = content
  if (!first) return
  const noun = kind ? `a ${attribute ? `${bare(attribute)} ` : ''}${bare(kind)}` : ''
  const pairs = content.map((each) => (each.name ? `${each.name}: “${each.value}”` : `“${each.value}”`))
  const rest = pairs.slice(1).join(', ')
  for (const { nodes, likelihood } of pointed.length > 0
    ? pointed
    : [{ nodes: [] as Node[], likelihood: 0.9 }]) {
    const [target] = nodes
    const where = `${target ? ` to ‹${target.key}›` : ''}${place ? ` ${place}` : ''}`
    const sayings =
      content.length > 1
        ? [
            `Add ${noun || 'an item'}${where}: ${pairs.join(', ')}`,
            `Add ${noun} “${first.value}”${where}, ${rest}`,
            `Add ${noun}${where}:\n${pairs.join('\n')}`,
            `Add “${first.value}”${where}, ${rest}`,
          ]
        : [
            `Add ${noun} “${first.value}”${where}`,
            `Add “${first.value}”${where}`,
            `Add ${noun}${where}: “${first.value}”`,
          ]
    for (const saying of sayings) yield { likelihood, saying: saying.replace(/ {2,}/g, ' ') }
  }
}

/** Values with the names given for them, before ("Q: …") or after them ("one for Solvane"). */
function contentOf(parts: Part[]): { name: string | undefined; value: string }[] {
  const ordered = parts.filter(({ role }) => role === 'F' || role === 'V')
  const follow =
    ordered.findIndex(({ role }) => role === 'F') > ordered.findIndex(({ role }) => role === 'V') &&
    ordered.at(-1)?.role === 'F'
  const content: { name: string | undefined; value: string }[] = []
  let name: string | undefined
  for (const part of ordered) {
    if (part.role === 'V') {
      content.push({ name, value: part.text.trim().replace(/[\s,;]+$/, '') })
      name = undefined
      continue
    }
    const last = content.at(-1)
    if (follow && last) last.name = fieldName(part.text)
    else name = fieldName(part.text)
  }
  return content
}
