import { type Block, type Document, Metadata, Theme } from '../document/index.ts'
import { getOrInsert, memoize } from './memoize.ts'
import { inWords, singular, toNames, withNames } from './nodeNames.ts'
import { type PropSchema, propsSchema, stringKind } from './schemas.ts'
import { namesIn, stem, wordsOf } from './tokens.ts'
import {
  blockNames,
  fieldKinds,
  iconWords,
  itemNames,
  metadataNames,
  partNames,
  themeNames,
} from './words/names.ts'
import { isFunctionWord } from './words/plain.ts'

/** A part of the page that a message can refer to, derived from the schemas: a new block type needs no code here. */
export type Node = {
  kind:
    | 'block'
    | 'text'
    | 'link'
    | 'choice'
    | 'flag'
    | 'number'
    | 'asset'
    | 'group'
    | 'list'
    | 'item'
    | 'theme'
    | 'meta'
  /** Unique on the page: block id and path. */
  key: string
  block: Block | undefined
  /** The path within the props, such as `items/0/title`; empty for a block. */
  path: string
  prop: string
  schema: PropSchema
  value: unknown
  /** Its names with their weights; a name that suits other nodes better weighs less. */
  names: ReadonlyMap<string, number>
  /** The text that distinguishes it from its siblings: a title, a name, a question. */
  label: string
  labelStems: ReadonlySet<string>
  textStems: ReadonlySet<string>
  parent: Node | undefined
  /** Its ancestors, innermost first. */
  above: readonly Node[]
  children: Node[]
  /** Its position among its siblings: blocks of the same type, or items of the list. */
  index: number
  count: number
  isItem: boolean
}

export const labelProps = ['headline', 'heading', 'title', 'question', 'name', 'label', 'value', 'caption']

/** All nodes of a page: blocks with their parts first, then the theme and the metadata. */
export function nodesOf(document: Document, metadata: Metadata): Node[] {
  const counts = Map.groupBy(document.blocks, ({ type }) => type)
  const types = [...counts.keys()].sort()
  const taken = new Set(types.flatMap((type) => [...namesOfType(type).keys()]))
  const nodes = document.blocks.flatMap((block) => {
    const alike = counts.get(block.type) ?? []
    const place = { index: alike.indexOf(block), count: alike.length }
    const known = made.get(block) ?? new Map<string, Node[]>()
    const among = `${place.index} of ${place.count}, ${types}`
    made.set(block, known)
    return getOrInsert(known, among, mostPlaces, () => blockNodes(block, place, taken))
  })
  for (const [part, schema] of Object.entries((Theme as PropSchema).properties ?? {})) {
    const names = toNames(themeNames[part] ?? inWords(part))
    nodes.push(
      make({
        kind: 'theme',
        prop: part,
        path: part,
        schema,
        value: document.theme[part as keyof Theme],
        names,
      }),
    )
  }
  for (const [field, schema] of Object.entries((Metadata as PropSchema).properties ?? {})) {
    const names = metadataNames[field]
    if (names)
      nodes.push(
        make({
          kind: 'meta',
          prop: field,
          path: field,
          schema,
          value: metadata[field as keyof Metadata],
          names: toNames(names),
        }),
      )
  }
  return nodes
}

/** The nodes of a block by its position and the section types on the page. Blocks are never mutated, so they can be keys. */
const made = new WeakMap<Block, Map<string, Node[]>>()
const mostPlaces = 4

/** The nodes of a section. `taken` has the names of all sections on the page. */
function blockNodes(block: Block, place: Pick<Node, 'index' | 'count'>, taken: Set<string>): Node[] {
  // The id of a hero says no more than its type, unless it has a second word.
  const isOnly = place.count === 1 && /-|^(?!hero)/.test(block.id)
  const own = isOnly ? [inWords(block.id).replaceAll('-', ' ')] : []
  const root = make({
    kind: 'block',
    block,
    path: '',
    prop: block.type,
    schema: propsSchema(block.type),
    value: block.props,
    names: withNames(namesOfType(block.type), own, 8.5),
  })
  Object.assign(root, place)
  const nodes = [root]
  walkProps(root, nodes)
  label(root)
  // A group or list gives up a name that also names a section of the page, as the section is the likelier referent.
  for (const node of nodes)
    if ((node.kind === 'group' || node.kind === 'list') && !taken.isDisjointFrom(node.names))
      node.names = new Map([...node.names].filter(([name]) => !taken.has(name)))
  return nodes
}

/** The names of sections of a type. */
export const namesOfType = (type: string) => toNames(blockNames[type] ?? inWords(type))

/** Whether a section has a name because of its type, not because of its title or id. */
export const isOfType = ({ prop }: Node, name: string) => namesOfType(prop).has(name)

function walkProps(parent: Node, nodes: Node[]) {
  const value = parent.value as Record<string, unknown> | undefined
  for (const [prop, schema] of Object.entries(parent.schema.properties ?? {})) {
    if (prop === 'id') continue
    const own = value?.[prop]
    const kind = kindOf(schema)
    if (!kind || (value === undefined && kind !== 'text' && kind !== 'link')) continue
    const node = make({
      kind,
      block: parent.block,
      parent,
      prop,
      path: join(parent.path, prop),
      schema,
      value: own,
      names: toNames(partNames[prop] ?? inWords(prop)),
    })
    if (kind === 'choice' && typeof own === 'string') {
      const first = [...node.names.keys()].slice(0, 3)
      node.names = withNames(
        node.names,
        first.map((name) => `${own} ${name}`),
        9,
      )
      if (prop === 'icon') node.names = withNames(node.names, [own, ...namesIn(iconWords[own] ?? '')], 8)
    }
    parent.children.push(node)
    nodes.push(node)
    if (kind === 'group') walkProps(node, nodes)
    if (kind === 'list') walkItems(node, nodes)
    label(node)
  }
}

function walkItems(list: Node, nodes: Node[]) {
  const values = Array.isArray(list.value) ? list.value : []
  const type = list.block?.type ?? ''
  const said =
    itemNames[`${type}.${list.prop}`] ?? singular(inWords(list.prop === 'items' ? type : list.prop))
  for (const [index, value] of values.entries()) {
    const schema = list.schema.items ?? {}
    const kind = schema.type === 'object' ? 'item' : (kindOf(schema) ?? 'text')
    const node = make({
      kind,
      block: list.block,
      parent: list,
      prop: String(index),
      path: join(list.path, String(index)),
      schema,
      value,
      names: toNames(said),
    })
    node.index = index
    node.count = values.length
    node.isItem = true
    if (list.prop === 'cells') {
      const columns = (list.block?.props as { columns?: { title?: string }[] } | undefined)?.columns
      node.names = withNames(node.names, [columns?.[index]?.title ?? ''], 8.5)
    }
    const { type: field, name: stored } = (value ?? {}) as { type?: unknown; name?: unknown }
    if (kind === 'item' && typeof field === 'string') {
      // The storage key of a form field is one of its names, too.
      const key = typeof stored === 'string' ? [inWords(stored).replaceAll(/[-_]/g, ' ')] : []
      node.names = withNames(node.names, [...namesIn(fieldKinds[field] ?? ''), ...key], 8)
    }
    list.children.push(node)
    nodes.push(node)
    if (kind === 'item') walkProps(node, nodes)
    label(node)
  }
}

function kindOf(schema: PropSchema): Node['kind'] | undefined {
  if (schema.type === 'object') return 'group'
  if (schema.type === 'array') return 'list'
  if (schema.type === 'boolean') return 'flag'
  if (schema.type === 'integer' || schema.type === 'number') return 'number'
  if (schema.enum) return 'choice'
  const kind = stringKind(schema)
  if (kind === 'link') return 'link'
  if (kind) return 'text'
  return schema.pattern?.includes('asset') ? 'asset' : undefined
}

type NodeContent = Pick<Node, 'kind' | 'path' | 'prop' | 'schema' | 'value' | 'names'> & {
  block?: Block | undefined
  parent?: Node
}

const noStems: ReadonlySet<string> = new Set()

function make(content: NodeContent): Node {
  const { block, parent, path, kind } = content
  const key = block ? `${block.id}/${path}` : `${kind}/${path}`
  return {
    ...content,
    block,
    parent,
    above: parent ? withAncestors(parent) : [],
    key,
    label: '',
    labelStems: noStems,
    textStems: noStems,
    children: [],
    index: 0,
    count: 1,
    isItem: false,
  }
}

/** Sets the label and stems of a node from its own text or from its children. */
function label(node: Node) {
  if (node.kind === 'text' && typeof node.value === 'string') {
    node.label = node.value
    node.labelStems = node.textStems = stemsIn(node.value)
    return
  }
  if (node.children.length === 0) return
  const own = node.children.filter(({ kind, value }) => kind === 'text' && typeof value === 'string')
  const naming = labelProps.flatMap((prop) => own.find((child) => child.prop === prop) ?? []).slice(0, 2)
  const shown = (naming.length > 0 ? naming : own.slice(0, 1)).map(({ value }) => String(value))
  node.label = shown[0] ?? ''
  node.labelStems = stemsOf(...shown)
  node.textStems = stemsOf(...textsBelow(node))
}

const stemsIn = memoize((text): ReadonlySet<string> => stemsOf(text))

function textsBelow(node: Node): string[] {
  return node.children.flatMap((child) =>
    child.kind === 'text' && typeof child.value === 'string' ? [child.value] : textsBelow(child),
  )
}

export function stemsOf(...texts: string[]): Set<string> {
  const content = new Set<string>()
  for (const text of texts) for (const each of contentStems(text)) content.add(each)
  return content.size > 0 ? content : new Set(texts.flatMap(wordsOf).map(stem))
}

const contentStems = memoize((text) =>
  wordsOf(text)
    .filter((word) => !isFunctionWord(word))
    .map(stem),
)

function join(path: string, name: string): string {
  return path === '' ? name : `${path}/${name}`
}

/** A node and its ancestors, innermost first. */
export const withAncestors = (node: Node): readonly Node[] => [node, ...node.above]

export function isBelow(node: Node, above: Node): boolean {
  return node.above.includes(above)
}
