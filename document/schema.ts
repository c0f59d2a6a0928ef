import { type Static, Type } from 'typebox'
import { exampleId } from '../shared/ids.ts'
import { closed, Enum } from '../shared/typebox.ts'
import type { BlockType } from './blocks/block.ts'
import { blockTypes } from './blocks/index.ts'
import { Choice, idShape } from './blocks/props.ts'
import { Color } from './color.ts'
import { fontNames } from './fonts.ts'
import { type LookName, looks } from './looks.ts'
import { Metadata } from './metadata.ts'

export { Color }

export const mostBlocks = 200
export const mostSources = 50
export const mostBytes = 512 * 1024

/** Absent values are those of the brand, or derived from it. */
export const Theme = Type.Object(
  {
    look: Type.Optional(
      Choice(
        Object.fromEntries(
          Object.entries(looks).map(([name, { description }]) => [name, description]),
        ) as Record<LookName, string>,
        'Art direction of the page.',
      ),
    ),
    primaryColor: Type.Optional(Color),
    backgroundColor: Type.Optional(Color),
    textColor: Type.Optional(Color),
    font: Type.Optional(
      Enum(fontNames, { description: 'One font for headings and text, in place of the brand’s.' }),
    ),
    language: Type.Optional(
      Type.String({
        // The parts of BCP 47 that matter for text: language, script, region.
        pattern: '^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|[0-9]{3}))?$',
        maxLength: 12,
        description:
          'Language of the page, as in `de` or `pt-BR`; detected from its text by default. It determines direction, hyphenation, quotation marks and built-in labels.',
        examples: ['de'],
      }),
    ),
    radius: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 32, description: 'Radius of corners in pixels.' }),
    ),
  },
  {
    ...closed,
    title: 'Theme',
    description: 'The look of a page as a whole, and its language; what is left out is the brand’s.',
    examples: [{ primaryColor: '#1f6f5c', font: 'georgia', radius: 10 }],
  },
)
export type Theme = Static<typeof Theme>

/** The types of sources, with the object that the id refers to and its fields. */
export const sourceKinds = {
  account_field: { prefix: 'account', fields: ['name', 'domain'] },
  account_log: { prefix: 'account_log', fields: [] },
  person_field: {
    prefix: 'person',
    fields: ['name', 'email', 'domain', 'phoneNumber', 'linkedinProfileUrl', 'jobTitle'],
  },
  person_log: { prefix: 'person_log', fields: [] },
  activity: { prefix: 'activity', fields: [] },
  supplementary_context: { prefix: 'audience', fields: [] },
  page_context: { prefix: 'page', fields: [] },
} as const satisfies Record<string, { prefix: string; fields: readonly string[] }>
export type SourceKind = keyof typeof sourceKinds

export const Source = Type.Object(
  {
    kind: Enum(Object.keys(sourceKinds) as SourceKind[], { description: 'What the statement rests on.' }),
    id: Type.String({
      maxLength: 64,
      description: 'Id of the account, log entry, person, activity, audience or page.',
      examples: [exampleId('account_log')],
    }),
    field: Type.Optional(Type.String({ maxLength: 64, description: 'The field, for kinds that have one.' })),
  },
  { ...closed, title: 'Source', examples: [{ kind: 'account_log', id: exampleId('account_log') }] },
)
export type Source = Static<typeof Source>

export const BlockId = Type.String({
  ...idShape,
  description: 'Short name of the block, unique in its document and kept for as long as the block lives.',
  examples: ['hero', 'features-2'],
})

const Sources = Type.Array(Source, {
  maxItems: mostSources,
  description: 'Where the personalised statements of the block come from; never shown to visitors.',
})

const flags = {
  hidden: Type.Optional(
    Type.Literal(true, { description: 'Kept in the document, but not shown to visitors.' }),
  ),
  locked: Type.Optional(
    Type.Literal(true, {
      description:
        'Set in the document of a page: audiences, agents and batches cannot change, move or remove the block.',
    }),
  ),
}

type BlockOf<T> =
  T extends BlockType<infer Name, infer Props>
    ? { id: string; type: Name; props: Static<Props>; sources: Source[]; hidden?: true; locked?: true }
    : never
export type Block = BlockOf<(typeof blockTypes)[number]>

export const Block = Type.Unsafe<Block>({
  anyOf: blockTypes.map(({ name, purpose, props }) =>
    Type.Object(
      { id: BlockId, type: Enum([name]), props, sources: Sources, ...flags },
      { ...closed, title: `${name[0]?.toUpperCase()}${name.slice(1)}Block`, description: purpose },
    ),
  ),
})

export const Document = Type.Object(
  {
    theme: Theme,
    blocks: Type.Array(Block, { maxItems: mostBlocks, description: 'The page from top to bottom.' }),
    metadata: Type.Optional({
      ...Metadata,
      description: 'Overrides the metadata of the page.',
    } as typeof Metadata),
  },
  {
    ...closed,
    title: 'Document',
    description: 'The content and look of a page, without HTML. At most 512 KiB.',
    examples: [
      {
        theme: { primaryColor: '#1f6f5c' },
        blocks: [
          { id: 'hero', type: 'hero', props: { headline: 'Hello, {{person.firstName|there}}' }, sources: [] },
        ],
      },
    ],
  },
)
export type Document = { theme: Theme; blocks: Block[]; metadata?: Metadata }

/** The fields of every block, validated before its props. */
export const BlockFrame = Type.Object(
  {
    id: BlockId,
    type: Enum(blockTypes.map(({ name }) => name)),
    props: Type.Object({}),
    sources: Sources,
    ...flags,
  },
  closed,
)

/**
 * A document in a request body. Routes call `validateDocument`, which reports the exact path of every error; a schema
 * with fifteen alternatives would report the errors of each.
 */
export const DocumentBody = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: 'A Document.',
})
