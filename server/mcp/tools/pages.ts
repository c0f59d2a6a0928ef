import { Type } from 'typebox'
import type { Document } from '../../../document/index.ts'
import { Enum } from '../../../shared/typebox.ts'
import { documentToMarkdown } from '../markdown.ts'
import {
  Cursor,
  defineTool,
  fieldsOf,
  Id,
  Limit,
  ListOf,
  listOf,
  maybe,
  Query,
  Select,
  type ToolContext,
  text,
  whole,
} from '../tool.ts'

const page = {
  pageId: text,
  name: text,
  status: text,
  pageType: text,
  audiencesCount: whole,
  updatedAt: text,
}

const findPages = defineTool('find_pages', 'read', {
  title: 'Find pages',
  description: 'Pages by words in their name; all without a query.',
  input: {
    query: Query,
    status: Type.Optional(Enum(['draft', 'published', 'archived'])),
    limit: Limit,
    cursor: Cursor,
    select: Select,
  },
  output: ListOf(page),
  async run({ select, ...query }, context) {
    return listOf(page, await findPagesBy(query, context), select)
  },
})

type PageQuery = { query?: string; status?: string; limit?: number; cursor?: string; sort?: string }
type FoundPages = { items: { pageId: string; name: string; status: string }[]; totalCount?: number }

/** A key limited to some pages may not search, but has few pages, so they are listed and filtered here. */
export async function findPagesBy(
  { query = '', status, limit, cursor, ...rest }: PageQuery,
  { call, isLimited }: Pick<ToolContext, 'call' | 'isLimited'>,
): Promise<FoundPages> {
  if (!isLimited) return await call('searchPages', { query: { query, status, limit, cursor, ...rest } })
  const { items } = await call<FoundPages>('listPages', { query: { limit: 100 } })
  const found = items.filter(
    (row) => row.name.toLowerCase().includes(query.toLowerCase()) && (!status || row.status === status),
  )
  return { items: found.slice(0, limit), totalCount: found.length }
}

const readPage = defineTool('read_page', 'read', {
  title: 'Read a page',
  description:
    'A page as Markdown with block ids. With audienceId: the latest version made for that audience, or versionId.',
  input: { pageId: Id, audienceId: Type.Optional(Id), versionId: Type.Optional(Id) },
  output: { pageId: text, audienceId: maybe, versionId: maybe, status: text, markdown: text },
  async run(input, context) {
    const result = await readDocument(input, context)
    return { result, text: result.markdown }
  },
})

type Version = { versionId: string; status: string }

/** The document of a page, or of a version for an audience, as Markdown. */
export async function readDocument(
  { pageId, audienceId, versionId }: { pageId: string; audienceId?: string; versionId?: string },
  { call }: Pick<ToolContext, 'call'>,
) {
  const path = { page_id: pageId }
  if (audienceId === undefined) {
    const [{ status }, document] = await Promise.all([
      call<{ status: string }>('getPage', { path }),
      call<Document>('getPageDocument', { path }),
    ])
    return { pageId, audienceId: null, versionId: null, status, markdown: documentToMarkdown(document) }
  }
  const place = { ...path, audience_id: audienceId }
  const version =
    versionId === undefined
      ? (await call<{ latestVersion: Version }>('getAudience', { path: place })).latestVersion
      : await call<Version>('getAudienceVersion', { path: { ...place, version_id: versionId } })
  const document = await call<Document>('getAudienceVersionDocument', {
    path: { ...place, version_id: version.versionId },
  })
  const { status } = version
  return { pageId, audienceId, versionId: version.versionId, status, markdown: documentToMarkdown(document) }
}

const createPage = defineTool('create_page', 'write', {
  title: 'Create a page',
  description: 'A draft from the template of its type. Visitors don’t see it until it is published.',
  input: {
    name: Type.String({ minLength: 1, maxLength: 255 }),
    pageType: Enum(['inbound', 'outbound', 'call_followup', 'sales_deck', 'custom']),
    pageContext: Type.Optional(
      Type.String({
        maxLength: 50_000,
        description: 'What the agent should know when it personalises it.',
      }),
    ),
  },
  output: page,
  async run(body, { call }) {
    return { result: fieldsOf(page, await call('createPage', { body })) }
  },
})

const audience = {
  audienceId: text,
  effectiveName: text,
  pageId: text,
  pageName: text,
  accountId: maybe,
  personId: maybe,
  status: text,
}

const findAudiences = defineTool('find_audiences', 'read', {
  title: 'Find audiences',
  description:
    'Who pages are personalised for: an account, a person or everyone. By page, account, person, or words; give one.',
  input: {
    query: Query,
    pageId: Type.Optional(Id),
    accountId: Type.Optional(Id),
    personId: Type.Optional(Id),
    limit: Limit,
    select: Select,
  },
  output: ListOf(audience),
  async run({ select, query, pageId, accountId, personId, limit }, { call }) {
    if (pageId !== undefined)
      return listOf(
        audience,
        await call('listAudiences', { path: { page_id: pageId }, query: { query, limit } }),
        select,
      )
    if (accountId !== undefined || personId !== undefined)
      return listOf(
        audience,
        await call('listAudiencesOfAllPages', { query: { accountId, personId, limit } }),
        select,
      )
    return listOf(audience, await call('searchAudiences', { query: { query, limit } }), select)
  },
})

const createAudience = defineTool('create_audience', 'write', {
  title: 'Personalise a page',
  description:
    'Makes a page’s audience for an account or a person; for everyone without either. Not live until published.',
  input: { pageId: Id, accountId: Type.Optional(Id), personId: Type.Optional(Id) },
  output: { ...audience, versionId: text },
  async run({ pageId, ...body }, { call }) {
    const made = await call<{ latestVersion: Version }>('createAudience', { path: { page_id: pageId }, body })
    return { result: { ...fieldsOf(audience, made), versionId: made.latestVersion.versionId } }
  },
})

export const pageTools = [findPages, readPage, createPage, findAudiences, createAudience]
