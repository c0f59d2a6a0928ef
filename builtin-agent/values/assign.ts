import type { Node } from '../nodes.ts'
import { choiceOf, flagOf } from './choices.ts'
import { likeBefore, oneLine } from './fit.ts'
import type { Given } from './given.ts'
import { priceOf } from './read.ts'
import { isAlike, isAmount, shapeOf } from './shapes.ts'

/** A node and its new value. The cost is higher the less likely the assignment is meant. */
export type Assignment = { node: Node; value: unknown; cost: number }

const naming = ['headline', 'heading', 'title', 'question', 'name', 'label']

/** The assignments that a value may mean for a node, best first: to the node itself, or to its parts. */
export function assignmentsOf(node: Node, given: Given): Assignment[] {
  const own = assignOwn(node, given)
  if (own) return [own]
  const parts = node.kind === 'block' || node.kind === 'item' || node.kind === 'group' ? node.children : []
  return parts
    .flatMap((child): Assignment[] => {
      const made =
        child.kind === 'group' ? assignmentsOf(child, given) : [assignOwn(child, given) ?? []].flat()
      return made.map((assignment) => ({
        ...assignment,
        cost: assignment.cost + partCost(node, child, given),
      }))
    })
    .filter(({ cost }) => cost < 6)
    .sort((a, b) => a.cost - b.cost)
}

/** Cached, as a part is also examined for each of its ancestors. */
const assigned = new WeakMap<Given, WeakMap<Node, { found: Assignment | undefined }>>()
function assignOwn(node: Node, given: Given): Assignment | undefined {
  const known = assigned.get(given) ?? new WeakMap<Node, { found: Assignment | undefined }>()
  assigned.set(given, known)
  const own = known.get(node) ?? { found: findOwn(node, given) }
  known.set(node, own)
  return own.found
}

function findOwn(node: Node, given: Given): Assignment | undefined {
  switch (node.kind) {
    case 'text': {
      if (given.isLink || given.isColor || (given.isOption && given.shape === 'text')) return undefined
      const value = textFor(node, given)
      return value === undefined ? undefined : { node, value, cost: fitCost(node, given) }
    }
    case 'link':
      return given.link ? { node, value: given.link, cost: 0 } : undefined
    case 'flag': {
      const on = flagOf(node.prop, given.text)
      return on === undefined ? undefined : { node, value: on ? true : undefined, cost: 0 }
    }
    case 'choice': {
      const choice = choiceOf(node, given.text)
      return choice === undefined ? undefined : { node, value: choice, cost: 0 }
    }
    case 'group': {
      // A name and a role, separated by a comma.
      const isPerson = node.schema.properties?.name && node.schema.properties.role
      const comma = isPerson && !given.isOption ? given.text.indexOf(', ') : -1
      if (comma < 1) return undefined
      return {
        node,
        value: {
          ...(node.value as object | undefined),
          name: given.text.slice(0, comma),
          role: given.text.slice(comma + 2).replace(/\.$/, ''),
        },
        cost: 0.3,
      }
    }
    case 'meta':
      return given.isOption || given.isColor || given.isLink || given.shape === 'link'
        ? undefined
        : {
            node,
            value:
              node.schema.type === 'array'
                ? given.text.split(/\s*[,;]\s*(?:and\s+)?|\s+and\s+/).filter(Boolean)
                : oneLine(given, node),
            cost: 0,
          }
    default:
      return undefined
  }
}

function textFor(node: Node, given: Given): string | undefined {
  const old = typeof node.value === 'string' ? node.value : undefined
  const price = node.prop === 'price' && !given.isQuoted ? priceOf(given.tokens, old) : undefined
  if (node.prop === 'price' && !price && given.shape === 'number') return undefined
  const amount =
    !price && old && given.shape === 'number' && isAmount(shapeOf(old))
      ? old.replace(/\d[\d.,]*/, given.text)
      : undefined
  const words = price ?? amount ?? likeBefore(given.text, given.isQuoted, old)
  const most = node.schema.maxLength ?? 1000
  return words.length > most * 2 && most < 100 ? undefined : words
}

/** The cost of a change of form, such as from a text to a price. */
function fitCost(node: Node, { shape, isName, text }: Given): number {
  const old = typeof node.value === 'string' ? shapeOf(node.value) : 'text'
  if (text.length > (node.schema.maxLength ?? 1000)) return 3
  if (shape === 'text') return old === 'text' || text.length <= 40 ? 0 : 1.5
  if (isAlike(shape, old) || isName) return 0
  if (shape === 'time' && node.prop === 'when') return 0
  if (shape === 'period' && node.prop === 'period') return 0
  if (isAmount(shape) && (node.prop === 'price' || node.prop === 'value' || node.prop === '0')) return 0
  if (shape === 'link') return 2
  return node.value !== undefined && String(node.value).length > 40 ? 2.5 : 0.8
}

/** The cost of assigning to a part if only the whole was named. */
function partCost(node: Node, child: Node, given: Given): number {
  const { shape, isName, text } = given
  if (child.kind === 'flag' || child.kind === 'choice')
    return given.isQuoted ? 4 : node.kind === 'block' || node.isItem ? 0.2 : 0
  if (child.kind === 'link') return node.kind === 'group' ? 0 : node.isItem ? 0.6 : 1
  if (child.kind === 'group') {
    if (child.value === undefined && shape !== 'link') return 6
    return child.prop === 'picture' || child.prop === 'signature'
      ? 3
      : shape === 'link'
        ? child.prop === 'primaryAction'
          ? 0.5
          : 0.9
        : 4
  }
  if (node.kind === 'group')
    return child.prop === 'label' || (child.prop === 'name' && node.prop === 'signature')
      ? 0
      : child.prop === 'alt'
        ? 1.5
        : 2
  const old = typeof child.value === 'string' ? shapeOf(child.value) : undefined
  if (child.kind === 'text' && /\d/.test(text) && formOf(text) === formOf(String(child.value))) return 0
  if (shape !== 'text' && shape !== 'link') {
    if (shape === 'time') return child.prop === 'when' ? 0 : old === 'time' ? 0.5 : 6
    if (shape === 'period') return child.prop === 'period' ? 0 : 6
    if (child.prop === 'price' && (shape === 'price' || shape === 'number')) return 0
    if (old !== undefined && isAlike(shape, old)) return child.prop === 'value' ? 0 : 0.5
    return child.prop === nameProp(node) ? 3 : 6
  }
  if (child.prop === nameProp(node))
    return node.isItem
      ? child.prop === 'question' && !/\?$/.test(given.text)
        ? 2.5
        : 0.8
      : node.kind === 'block' && node.block?.type !== 'quote'
        ? 2
        : 3
  if (node.block?.type === 'quote' && child.prop === 'quote') return isName ? 4 : 0.5
  if (isName) return 5
  if (child.value === undefined) return 5
  if (node.block?.type === 'image' && child.prop === 'caption') return 2
  if (child.prop === 'body' || child.prop === 'answer') return 2.2
  return 4
}

/** Values have the same form if they differ in digits only. */
const formOf = (text: string) => text.toLowerCase().replaceAll(/\d+/g, '0')

function nameProp(node: Node): string | undefined {
  return naming.find((prop) => node.children.some((child) => child.prop === prop && child.kind === 'text'))
}
