import { type Block, type BlockTypeName, newBlockId } from '../../document/index.ts'
import { inWords } from '../nodeNames.ts'
import type { Node } from '../nodes.ts'
import { draftOf, insertBlock } from '../operations/edit.ts'
import type { Outcome } from '../outcome.ts'
import type { OpenPage } from '../page.ts'
import { type PropSchema, propsSchema } from '../schemas.ts'
import { namesIn } from '../tokens.ts'
import { blockNames } from '../words/names.ts'
import { compose } from './compose.ts'
import type { Entry } from './content.ts'
import { fieldsOf } from './fields.ts'
import { itemsOf } from './items.ts'
import { propNamed } from './propNames.ts'
import { type Composing, choiceIn } from './put.ts'
import { tableIn } from './tables.ts'

/** A new section of a type from the given content; undefined if the content does not complete it. */
export function makeSection(
  type: string,
  entries: Entry[],
  attributes: string[],
  page: OpenPage,
  composing: Composing,
): { type: string; props: Record<string, unknown> } | undefined {
  const schema = propsSchema(type)
  const table = schema.properties?.columns ? tableIn(entries) : undefined
  const list = Object.entries(schema.properties ?? {}).find(
    ([prop, of]) => of.type === 'array' && of.items?.type === 'object' && schema.required?.includes(prop),
  )
  const props = table
    ? withTable(schema, table, composing)
    : list
      ? withItems(schema, list[0], list[1], entries, attributes, composing)
      : single(schema, entries, page, composing)
  if (!props) return undefined
  // Attributes of a new form apply to its fields.
  for (const attribute of list?.[1].items?.properties?.options ? [] : attributes) {
    const found = Object.entries(schema.properties ?? {}).flatMap(([prop, of]) => {
      const choice = of.enum && choiceIn(prop, of.enum, attribute)
      return choice ? [{ prop, choice }] : []
    })[0]
    if (!found) return undefined
    props[found.prop] = found.choice
  }
  return { type, props }
}

export function insertSection(
  made: { type: string; props: Record<string, unknown> },
  afterId: string | null,
  page: OpenPage,
): Outcome {
  const { type, props } = made
  const id = newBlockId(page.document, type as BlockTypeName, props)
  const name = namesIn(blockNames[type] ?? inWords(type))[0] ?? type
  // The props follow the schema of the type, which check() verifies.
  const block = { id, type, props, sources: [] } as unknown as Block
  return {
    kind: 'done',
    draft: insertBlock(draftOf(page), block, afterId),
    said: `added ${/^(?:[aeiou]|FAQ)/.test(name) ? 'an' : 'a'} ${name} section`,
    focus: [`${id}/`],
  }
}

function withTable(
  schema: PropSchema,
  { columns, rows, others }: NonNullable<ReturnType<typeof tableIn>>,
  composing: Composing,
): Record<string, unknown> | undefined {
  const own = compose(ownOf(schema), others, composing)
  return own && { ...own, columns, rows }
}

/** The schema of a section without its lists. */
const ownOf = (schema: PropSchema): PropSchema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(schema.properties ?? {}).filter(([, each]) => each.type !== 'array'),
  ),
  required: (schema.required ?? []).filter((prop) => schema.properties?.[prop]?.type !== 'array'),
})

/** A section with a list: named entries fill the section's own properties, the rest become items. */
function withItems(
  schema: PropSchema,
  prop: string,
  of: PropSchema,
  entries: Entry[],
  attributes: string[],
  composing: Composing,
): Record<string, unknown> | undefined {
  const own = ownOf(schema)
  const about: Entry[] = []
  const content: Entry[] = []
  for (const entry of entries) {
    const named = entry.name
      ? propNamed(entry.name, own)
      : /\b(?:heading|headline|title)\b[^.]{0,12}$/i.test(entry.gap)
        ? 'heading'
        : undefined
    const isOwn =
      named !== undefined &&
      content.length === 0 &&
      !about.some(({ name }) => name === named) &&
      (named === 'heading' || !(entry.name && propNamed(entry.name, of.items ?? {})))
    const isButton = named === 'submitLabel'
    if (isOwn || isButton) about.push({ ...entry, name: named })
    else content.push(entry)
  }
  if (content.length === 0) return undefined
  const node: Node = {
    ...emptyList,
    schema: of,
    prop,
    names: new Map(),
    labelStems: new Set(),
    textStems: new Set(),
    children: [],
  }
  const isForm = of.items?.properties?.options !== undefined
  const items = isForm
    ? fieldsOf(node, content, { kinds: [], attributes, modifiers: [], count: 'several' })
    : itemsOf(node, content, 'several', composing)
  const filled = compose(
    own,
    isForm && !about.some(({ name }) => name === 'submitLabel')
      ? [...about, { text: 'Send', isQuote: true, name: 'submitLabel', gap: '' }]
      : about,
    composing,
  )
  return items && items.length > 0 && filled ? { ...filled, [prop]: items } : undefined
}
const emptyList = {
  kind: 'list',
  key: '',
  block: undefined,
  path: '',
  value: [],
  label: '',
  parent: undefined,
  above: [],
  index: 0,
  count: 1,
  isItem: false,
} as const

/** A section without a list. A closing section without a button gets the page's button. */
function single(
  schema: PropSchema,
  entries: Entry[],
  page: OpenPage,
  composing: Composing,
): Record<string, unknown> | undefined {
  const needsPicture = schema.required?.includes('picture')
  const given = needsPicture
    ? entries.map((entry) =>
        entry.name || !composing.pictureOf?.(entry.text) ? entry : { ...entry, name: 'picture' },
      )
    : entries
  const alt = given.find(({ name }) => name !== undefined && /^alt\b/i.test(name))
  const props = compose(
    { ...schema, required: (schema.required ?? []).filter((prop) => prop !== 'primaryAction') },
    given.filter((entry) => entry !== alt),
    composing,
  )
  if (!props || Object.keys(props).length === 0) return undefined
  if (alt) {
    if (!props.picture) return undefined
    props.picture = { ...props.picture, alt: alt.text }
  }
  if (schema.required?.includes('primaryAction') && !props.primaryAction) {
    const action = page.document.blocks
      .map((block) => (block.props as { primaryAction?: object }).primaryAction)
      .find(Boolean)
    if (!action) return undefined
    props.primaryAction = action
  }
  return props
}
