import fc, { type Arbitrary } from 'fast-check'
import {
  type Block,
  blockErrors,
  blockTypes,
  completeDocument,
  type Document,
  fontNames,
  lookNames,
  type Metadata,
  type Theme,
} from '../../document/index.ts'
import { media } from '../../shared/strings.ts'

type Schema = {
  type?: string
  enum?: string[]
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  contentMediaType?: string
}

const word = fc.constantFrom(
  'Acme', '**bold**', '*soft*', '**', '*', '[here](https://example.com/a?b=c)', '[', '](', ')', '\\', '\\*', 'a < b',
  '“quoted”', '"', "'", '&', '&lt;', 'שלום', '日本', '🙂', '{{person.firstName|there}}', '{{account.name}}', 'x'.repeat(30),
) // biome-ignore format: a list of words
const links = fc.constantFrom(
  'https://example.com/path?x=1#y',
  'https://example.com/?who={{person.email}}',
  'mailto:jane@example.com',
  'tel:+15550100',
  '/pricing',
  'action:primary',
)

/** Generates values that match a schema. */
function someValue(schema: Schema): Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.type === 'string') return stringOf(schema)
  if (schema.type === 'number') return fc.integer({ min: -5, max: 500 }).map((value) => value / 4)
  if (schema.type === 'integer') return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 100 })
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'array')
    return fc.array(someValue(schema.items ?? {}), {
      minLength: schema.minItems ?? 0,
      maxLength: Math.min(schema.maxItems ?? 4, 4),
    })
  const properties = Object.entries(schema.properties ?? {}).map(([name, child]) => [name, someValue(child)])
  return fc.record(Object.fromEntries(properties) as Record<string, Arbitrary<unknown>>, {
    requiredKeys: schema.required ?? [],
    noNullPrototype: true,
  })
}

function stringOf({ contentMediaType, pattern, minLength = 0, maxLength = 200 }: Schema): Arbitrary<string> {
  if (contentMediaType === media.link) return links
  if (pattern) return fc.stringMatching(new RegExp(pattern))
  const between =
    contentMediaType === media.paragraphs ? fc.constantFrom(' ', '\n', '\n\n') : fc.constant(' ')
  return fc
    .tuple(fc.array(word, { minLength: minLength > 0 ? 1 : 0, maxLength: 5 }), between)
    .map(([words, space]) => [...words.join(space)].slice(0, maxLength).join(''))
}

export const someBlock: Arbitrary<Block> = fc
  .oneof(
    ...blockTypes.map(({ name, props }) =>
      fc.record(
        {
          id: fc.stringMatching(/^[a-z][a-z0-9]{0,3}(-[a-z0-9]{1,3})?$/),
          type: fc.constant(name),
          props: someValue(props as Schema),
          sources: fc.constantFrom([], [{ kind: 'account_log', id: `account_log_${'0'.repeat(26)}` }]),
          hidden: fc.constant(true),
          locked: fc.constant(true),
        },
        { noNullPrototype: true, requiredKeys: ['id', 'type', 'props', 'sources'] },
      ),
    ),
  )
  .filter((block) => blockErrors(block).length === 0) as unknown as Arbitrary<Block>

const color = fc.stringMatching(/^#[0-9a-f]{6}$/)
export const someTheme = fc.record(
  {
    primaryColor: color,
    backgroundColor: color,
    textColor: color,
    font: fc.constantFrom(...fontNames),
    look: fc.constantFrom(...lookNames),
    radius: fc.integer({ min: 0, max: 32 }),
  },
  { requiredKeys: [], noNullPrototype: true },
) as Arbitrary<Theme>

const someMetadata = fc.record(
  { title: fc.constantFrom('A', 'B', '{{account.name}}'), robots: fc.constantFrom(['noindex'], ['none']) },
  { noNullPrototype: true },
) as Arbitrary<Metadata>

export const someDocument: Arbitrary<Document> = fc
  .record(
    {
      theme: someTheme,
      blocks: fc.uniqueArray(someBlock, { maxLength: 8, selector: ({ id }) => id }),
      metadata: someMetadata,
    },
    { noNullPrototype: true, requiredKeys: ['theme', 'blocks'] },
  )
  .map((document) => completeDocument(document as Document))
