import { type Static, Type } from 'typebox'
import { Document, exampleNames, lookNames, Metadata, templateNames } from '../../document/index.ts'
import { ClosedObject, Enum, NamedObject, Nullable } from '../../shared/typebox.ts'
import { sortNames } from '../lists/sort.ts'
import { Id, largestInteger, Paged, paging, SearchQuery, Timestamp } from '../web/schema.ts'
import {
  Action,
  ActionCardWidget,
  ActionCardWidgetInput,
  ActionInput,
  FooterLinkGroup,
  FooterLinkGroupInput,
  PartId,
  Script,
  ScriptInput,
} from './parts.ts'

export const pageTypes = ['inbound', 'outbound', 'call_followup', 'sales_deck', 'custom'] as const
export const pageStatuses = ['archived', 'draft', 'published'] as const

export const longestName = 255
const Name = Type.String({
  minLength: 1,
  maxLength: longestName,
  description: 'Internal name of the page.',
})
const Title = Type.String({
  maxLength: 500,
  description: 'Title in the browser tab; the name by default.',
})
const PageContext = Type.String({
  maxLength: 50_000,
  description: 'What the agent should know when it personalises this page.',
})
const PageType = Enum(pageTypes)
const Flags = Type.Array(Enum(['home_page']), {
  maxItems: 1,
  description: '`home_page`: shown at `/`. A tenant has one; setting it removes it from the previous page.',
})

export const Page = NamedObject(
  'Page',
  {
    pageId: Id('page'),
    brandId: Id('brand'),
    name: Name,
    title: Title,
    pageContext: PageContext,
    pageType: PageType,
    status: Enum(pageStatuses),
    flags: Flags,
    audiencesCount: Type.Integer({ minimum: 0, maximum: largestInteger }),
    actions: Type.Array(Action),
    actionCardWidgets: Type.Array(ActionCardWidget),
    scripts: Type.Array(Script),
    footerLinks: Type.Optional(Type.Array(FooterLinkGroup)),
    headerActionId: Type.Optional(PartId),
    metadata: Type.Optional(Metadata),
    archivedAt: Nullable(Timestamp),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    deletedAt: Nullable(Timestamp),
  },
  {
    name: 'Spring outreach',
    title: 'Acme for your team',
    pageContext: 'We sell time tracking to agencies.',
    pageType: 'outbound',
    status: 'draft',
    audiencesCount: 0,
    footerLinks: [],
  },
)
export type Page = Static<typeof Page>

const optional = {
  title: Type.Optional(Title),
  pageContext: Type.Optional(PageContext),
  brandId: Type.Optional(Id('brand')),
  actions: Type.Optional(Type.Array(ActionInput, { maxItems: 50 })),
  actionCardWidgets: Type.Optional(Type.Array(ActionCardWidgetInput, { maxItems: 20 })),
  scripts: Type.Optional(Type.Array(ScriptInput, { maxItems: 20 })),
  footerLinks: Type.Optional(Type.Array(FooterLinkGroupInput, { maxItems: 20 })),
  flags: Type.Optional(Flags),
}

export const PageInput = NamedObject(
  'PageInput',
  {
    name: Name,
    pageType: PageType,
    template: Type.Optional(
      Enum([...templateNames, ...exampleNames], {
        description:
          'The template or example to start from; the template of its type by default. What an example says about its own company becomes a question.',
      }),
    ),
    templateId: Type.Optional(
      Id('template', {
        description:
          'A saved template, which provides everything not given here. Not together with `template`.',
      }),
    ),
    ...optional,
    headerActionId: Type.Optional(PartId),
    metadata: Type.Optional(Metadata),
  },
  { name: 'Spring outreach', pageType: 'outbound' },
)
export type PageInput = Static<typeof PageInput>

export const PageTemplate = NamedObject(
  'PageTemplate',
  {
    templateId: Id('template'),
    name: Name,
    pageType: PageType,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { name: 'Renewals', pageType: 'outbound' },
)
export type PageTemplate = Static<typeof PageTemplate>

export const PageTemplates = NamedObject('PageTemplates', { items: Type.Array(PageTemplate) }, { items: [] })

export const PageTemplateInput = NamedObject('PageTemplateInput', { name: Name }, { name: 'Renewals' })

export const PageCopyInput = NamedObject(
  'PageCopyInput',
  { name: Type.Optional(Name) },
  { name: 'Spring outreach, second wave' },
)

export const PagePatch = NamedObject(
  'PagePatch',
  {
    name: Type.Optional(Name),
    pageType: Type.Optional(PageType),
    ...optional,
    headerActionId: Type.Optional(Nullable(PartId)),
    metadata: Type.Optional(Nullable(Metadata)),
  },
  { title: 'Acme for agencies' },
)
export type PagePatch = Static<typeof PagePatch>

export const PageList = Paged(Page, 'PageList')
export const PageQuery = ClosedObject({ ...paging })

export const Template = NamedObject(
  'Template',
  {
    name: Enum(templateNames, { description: 'What `template` of a new page is called.' }),
    title: Type.String(),
    description: Type.String({ description: 'What it is for.' }),
    pageType: PageType,
    look: Nullable(Enum(lookNames, { description: 'The look it is in; null for that of the page’s brand.' })),
    document: Document,
  },
  {
    name: 'custom',
    title: 'Something else',
    description: 'A few blocks to start with.',
    pageType: 'custom',
    document: { theme: {}, blocks: [] },
  },
)
export type Template = Static<typeof Template>
export const TemplateList = Paged(Template, 'TemplateList')

export const PageExample = NamedObject(
  'PageExample',
  {
    name: Enum(exampleNames, { description: 'What `template` of a new page is called.' }),
    trade: Type.String(),
    pageType: PageType,
    look: Enum(lookNames),
    companyName: Type.String({ description: 'The fictional company it is written for.' }),
    text: Type.String({ description: 'What the page says, to be searched.' }),
    blocks: Type.Integer(),
    questions: Type.Integer({ description: 'How many texts of a new page are left to be written.' }),
    proposals: Type.Array(Type.String(), {
      description: 'Answers to what makes the page worth reading, to begin with.',
    }),
  },
  {
    name: 'example_solar',
    trade: 'Solar',
    pageType: 'sales_deck',
    look: 'bold',
    companyName: 'Sunmere',
    text: 'Your roof pays rent from May.',
    blocks: 8,
    questions: 46,
    proposals: ['Your roof is the largest in the valley, and it earns nothing yet.'],
  },
)
export type PageExample = Static<typeof PageExample>
export const PageExamples = NamedObject('PageExamples', { items: Type.Array(PageExample) }, { items: [] })

export const pageSorts = ['name', 'createdAt', 'updatedAt', 'audiences', 'sessions'] as const
export const PageSearchQuery = ClosedObject({
  ...paging,
  query: SearchQuery,
  status: Type.Optional(Enum(pageStatuses)),
  pageType: Type.Optional(PageType),
  deleted: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Lists the deleted pages, which can be restored, instead of the others.',
    }),
  ),
  sort: Type.Optional(
    Enum(sortNames(pageSorts), {
      description: 'With `-` before it, descending. `sessions` are those of the last 30 days.',
    }),
  ),
})
