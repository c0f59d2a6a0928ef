import type { Node } from '../nodes.ts'

/** What a node is, in words that are the same on every page: `pricing.plans.#.price`, `price`, `text`. */
export function descriptorsOf(node: Node): readonly string[] {
  const options = [node, ...node.children].flatMap(({ kind, prop, value }) =>
    (kind === 'choice' || kind === 'flag') && value !== undefined ? `is:${prop}=${value}` : [],
  )
  const place = placeOf(node)
  return options.length > 0 ? [...place, ...options] : place
}

/** By the place alone. There are as many as the schemas have properties. */
const described = new Map<string, readonly string[]>()
function placeOf({ path: own, kind, block, prop, parent, isItem }: Node): readonly string[] {
  const holder = block?.type ?? kind
  const path = `${holder}.${own.replace(/\d+/g, '#')}`
  const known = described.get(path)
  if (known) return known
  const nameIn = ({ prop, parent }: Pick<Node, 'prop' | 'parent'>) =>
    /^\d+$/.test(prop) ? `${parent?.prop}#` : prop
  const name = nameIn({ prop, parent })
  const place = [
    path,
    `prop:${name}`,
    `below:${parent ? nameIn(parent) : ''}.${name}`,
    `in:${holder}`,
    `kind:${kind}${isItem ? '#' : ''}`,
  ]
  described.set(path, place)
  return place
}
