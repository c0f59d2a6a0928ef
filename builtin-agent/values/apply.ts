import { linkName, nameOf } from '../describe.ts'
import { listed, quoted } from '../label.ts'
import type { Node } from '../nodes.ts'
import { type Draft, draftOf, setNode } from '../operations/edit.ts'
import type { Outcome } from '../outcome.ts'
import type { OpenPage } from '../page.ts'
import type { Assignment } from './assign.ts'
import { finished } from './fit.ts'

/** A new surname keeps the first name. */
export function partOfName(said: string, old: string, text: string): string | undefined {
  if (/\s/.test(text.trim())) return undefined
  if (/surname|last name|family name/.test(said)) return old.replace(/\S+$/, text)
  return undefined
}

export function applyAll(assignments: Assignment[], page: OpenPage): Outcome {
  let draft: Draft = draftOf(page)
  const said: string[] = []
  for (const { node, value } of assignments) {
    const made = finished(node, value)
    draft = put(draft, node, made)
    said.push(describe(node, made, page))
  }
  return {
    kind: 'done',
    draft,
    said: listed([...new Set(said)]),
    focus: assignments.map(({ node }) => node.key),
  }
}

/** Sets a value and its consequences: only one plan is highlighted, and a new button needs a link. */
function put(draft: Draft, node: Node, value: unknown): Draft {
  const group = node.parent
  if (group?.kind === 'group' && group.value === undefined) {
    const others = (group.schema.required ?? []).filter((prop) => prop !== node.prop)
    return setNode(draft, group, {
      ...(others.includes('link') ? { link: 'action:primary' } : {}),
      [node.prop]: value,
    })
  }
  let next = setNode(draft, node, value)
  if (node.prop === 'highlighted' && value === true)
    for (const other of group?.parent?.children ?? [])
      for (const child of other.children)
        if (other !== group && child.prop === node.prop && child.value === true)
          next = setNode(next, child, undefined)
  return next
}

function describe(node: Node, value: unknown, page: OpenPage): string {
  const name = nameOf(node, page)
  if (node.kind === 'flag') {
    const holder = node.parent ? nameOf(node.parent, page) : name
    return `made ${holder} ${node.prop === 'required' ? (value ? 'required' : 'optional') : value ? node.prop : `not ${node.prop}`}`
  }
  if (node.kind === 'link')
    return `made ${node.parent ? nameOf(node.parent, page) : name} lead to ${linkName(String(value))}`
  const shown = Array.isArray(value) ? listed(value.map(String)) : String(value)
  return typeof node.value === 'string'
    ? `changed ${name} from ${quoted(node.value, 60)} to ${quoted(shown)}`
    : `set ${name} to ${quoted(shown)}`
}
