import { type Static, Type } from 'typebox'
import { Document, DocumentBody, type SourceKind, sourceKinds } from '../../../document/index.ts'
import { exampleId } from '../../../shared/ids.ts'
import { closed, Enum, NamedObject, Nullable } from '../../../shared/typebox.ts'
import { BrandPatch } from '../../brands/schema.ts'
import { Id, Timestamp } from '../../web/schema.ts'

export const Stage = NamedObject(
  'Stage',
  {
    url: Type.String({ description: 'Shows nothing until the console hands it a page.' }),
    consoleOrigin: Type.String({
      description: 'The only origin that may show it in a frame and talk to it.',
    }),
    expiresAt: Timestamp,
  },
  {
    url: 'https://acme.foyer.example/_stage/tenant_….1794618000000.xyz',
    consoleOrigin: 'https://foyer.example',
    expiresAt: '+1794618000000',
  },
)
export type Stage = Static<typeof Stage>

export const RenderInput = NamedObject(
  'RenderInput',
  {
    document: DocumentBody,
    audienceId: Type.Optional(Id('audience', { description: 'The audience it is drawn for.' })),
    pageId: Type.Optional(Id('page', { description: 'The page it is drawn for, without an audience.' })),
    placeholders: Type.Optional(
      Enum(['filled', 'shown'], {
        description:
          '`shown`: placeholders are marked, for editors. Otherwise they are filled with what is known of the audience, or with their fallbacks.',
      }),
    ),
    brandId: Type.Optional(
      Id('brand', { description: 'The brand whose look it has, where there is no page.' }),
    ),
    brand: Type.Optional(
      Type.Unsafe<BrandPatch>({
        ...BrandPatch,
        description: 'What of the brand is drawn otherwise, to try it out.',
      }),
    ),
  },
  { document: (Document as { examples?: unknown[] }).examples?.[0] },
  { description: 'At most one of audience, page and brand; when none is named, the first brand.' },
)
export type RenderInput = Static<typeof RenderInput>

export const SourceText = Type.Object(
  {
    kind: Enum(Object.keys(sourceKinds) as SourceKind[]),
    id: Type.String(),
    field: Nullable(Type.String()),
    text: Nullable(Type.String({ description: 'Its text; null if it no longer exists.' })),
    name: Nullable(Type.String({ description: 'Whose it is: the name of the account, person or page.' })),
    accountId: Nullable(Id('account')),
    personId: Nullable(Id('person')),
    createdAt: Nullable(Timestamp),
  },
  { ...closed, title: 'SourceText' },
)
export type SourceText = Static<typeof SourceText>

const Part = Type.String({ description: 'HTML of one element, or nothing.' })

export const Rendering = NamedObject(
  'Rendering',
  {
    title: Type.String(),
    lang: Type.String(),
    dir: Enum(['ltr', 'rtl']),
    style: Type.String({ description: 'The style sheet.' }),
    header: Part,
    heading: Part,
    blocks: Type.Array(
      Type.Object(
        {
          blockId: Type.String(),
          html: Type.String({
            description: 'Elements that show a text say where it stands in the props: `data-path`.',
          }),
          sources: Type.Array(SourceText, {
            description: 'The sources of its statements.',
          }),
        },
        { ...closed, title: 'RenderedBlock' },
      ),
    ),
    cards: Part,
    footer: Part,
    placeholders: Type.Array(
      Type.Object(
        {
          name: Type.String({ examples: ['person.firstName'] }),
          value: Type.String({ description: 'What it is filled with.' }),
          isKnown: Type.Boolean({ description: 'False where that is the fallback.' }),
        },
        { ...closed, title: 'PlaceholderValue' },
      ),
    ),
  },
  {
    title: 'A page for you',
    lang: 'en',
    style: '…',
    header: '<header class="top tint">…</header>',
    heading: '',
    blocks: [
      {
        blockId: 'hero',
        html: '<section class="b hero tint" data-block-id="hero">…</section>',
        sources: [
          {
            kind: 'account_field',
            id: exampleId('account'),
            field: 'name',
            text: 'Acme',
            name: 'Acme',
            accountId: exampleId('account'),
            personId: null,
            createdAt: null,
          },
        ],
      },
    ],
    cards: '',
    footer: '<footer class="foot plain">…</footer>',
    placeholders: [{ name: 'account.name', value: 'Acme', isKnown: true }],
  },
)
export type Rendering = Static<typeof Rendering>
