import type { Node } from '../nodes.ts'

export const isText = (node: Node) => (node.kind === 'text' && typeof node.value === 'string' ? 2 : null)
export const holdsText = (node: Node) =>
  isText(node) ?? (node.kind === 'block' || node.kind === 'item' || node.kind === 'group' ? 0 : null)
