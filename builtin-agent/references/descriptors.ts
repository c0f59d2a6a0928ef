import type { Node } from '../nodes.ts'

/** Features of a node that do not depend on the page, such as `pricing.plans.#.price` or `price`. */
export function descriptorsOf(node: Node): readonly string[] {
  const options = [node, ...node.children].flatMap(({ kind, prop, value }) =>
    (kind === 'choice' || kind === 'flag') && value !== undefined ? `is:${prop}=${value}` : [],
  )
  const place = placeOf(node)
  return options.length > 0 ? [...place, ...options] : place
}

/** Cached by path. The number of paths is limited by the schemas. */
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
