import { nameOf } from '../describe.ts'
import { draftOf, setNode } from '../edit.ts'
import type { Node } from '../nodes.ts'
import { askWhich } from '../objects.ts'
import type { Frame } from '../outcome.ts'
import { resolve } from '../targets/resolve.ts'
import { isWord } from '../tokens.ts'
import { verbAt } from '../verbs.ts'

/** "highlight the first plan", "mark Growth as most popular". */
export const highlightFrame: Frame = ({ tokens, source: _source }, page) => {
  const verb = verbAt(tokens, 0)
  if (!verb?.classes.has('highlight') || isWord(tokens[0], 'make')) return undefined
  const off = isWord(tokens[0], 'unhighlight')
  const rest = tokens.slice(verb.length)
  const as = rest.findIndex((token) => isWord(token, 'as'))
  const flagged = (node: Node) => (node.children.some(({ prop }) => prop === 'highlighted') ? 1 : null)
  const not = rest.findIndex((token, index) => index > 0 && isWord(token, 'not'))
  const object = (as !== -1 ? rest.slice(0, as) : not !== -1 ? rest.slice(0, not) : rest).filter(
    (token) => !isWord(token, 'instead'),
  )
  const found = resolve(object, page, { fits: flagged })
  if (found.kind === 'unclear') return askWhich(found.nodes, page, (name) => `highlight ${name}`)
  if (found.kind !== 'found' || (isWord(tokens[0], 'mark', 'flag') && as === -1)) return undefined
  if (
    as !== -1 &&
    !/recommended|popular|best|highlighted|featured|preferred|favou?rite|default|value/.test(
      rest
        .slice(as)
        .map(({ norm }) => norm)
        .join(' '),
    )
  )
    return undefined
  const item = found.nodes[0] as Node
  let draft = draftOf(page)
  for (const other of item.parent?.children ?? [])
    for (const child of other.children)
      if (child.prop === 'highlighted' && (other === item || child.value === true))
        draft = setNode(draft, child, other === item && !off ? true : undefined)
  return {
    kind: 'done',
    draft,
    said: `${off ? 'no longer highlight' : 'highlighted'} ${nameOf(item, page)}`,
    focus: [item.key],
  }
}
