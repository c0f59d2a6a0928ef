import type { Block } from '../../documents/schema.ts'
import type { Desk } from './desk.ts'

/** Puts a value into the props of a block; undefined takes it out. */
export function setAt(desk: Desk, block: Block, path: string, value: unknown, sources?: Block['sources']) {
  const names = path.split('/')
  const [first = ''] = names
  const props = structuredClone(block.props) as Record<string, unknown>
  let holder: Record<string, unknown> = props
  for (const name of names.slice(0, -1)) {
    // A button that was not there leads where the page's main action leads.
    if (holder[name] === undefined) holder[name] = name.endsWith('Action') ? { link: 'action:primary' } : {}
    holder = holder[name] as Record<string, unknown>
  }
  const last = names.at(-1) ?? ''
  if (Array.isArray(holder) && value === undefined) holder.splice(Number(last), 1)
  else if (value === undefined) delete holder[last]
  else holder[last] = value
  desk.change({
    type: 'updateBlock',
    blockId: block.id,
    props: { [first]: props[first] ?? null },
    ...(sources ? { sources } : {}),
  })
  desk.mention(block.id, value === undefined ? undefined : path)
}
