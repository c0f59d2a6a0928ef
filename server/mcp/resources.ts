import type { ReadResourceResult, Resource, ResourceTemplateType } from '@modelcontextprotocol/server'
import { Problem } from '../../shared/problem.ts'
import { readAccount } from './accountText.ts'
import type { ToolContext } from './tool.ts'
import { findPagesBy, readDocument } from './tools/pages.ts'

const mimeType = 'text/markdown'

export const resourceTemplates: ResourceTemplateType[] = [
  { name: 'page', title: 'Page', uriTemplate: 'foyer://pages/{pageId}', mimeType },
  {
    name: 'version',
    title: 'Version of a page for an audience',
    uriTemplate: 'foyer://pages/{pageId}/audiences/{audienceId}/versions/{versionId}',
    mimeType,
  },
  { name: 'account', title: 'Account', uriTemplate: 'foyer://accounts/{accountId}', mimeType },
]

type ReadContext = Pick<ToolContext, 'call'>
type ListContext = Pick<ToolContext, 'call' | 'isLimited'>

/** The pages changed last; other pages are found with tools. */
export async function listResources(context: ListContext): Promise<Resource[]> {
  const { items } = await findPagesBy({ limit: 25, sort: '-updatedAt' }, context)
  return items.map(({ pageId, name }) => ({
    name: pageId,
    title: name,
    uri: `foyer://pages/${pageId}`,
    mimeType,
  }))
}

const address =
  /^foyer:\/\/(?:pages\/(\w{1,100})(?:\/audiences\/(\w{1,100})\/versions\/(\w{1,100}))?|accounts\/(\w{1,100}))$/

export async function readResource(uri: string, context: ReadContext): Promise<ReadResourceResult> {
  const [, pageId, audienceId, versionId, accountId] = address.exec(uri) ?? []
  if (accountId !== undefined) return toContents(uri, (await readAccount(context, accountId)).text)
  if (pageId === undefined) throw new Problem('not_found', `There is no resource ${uri.slice(0, 200)}.`)
  const place = { pageId, ...(audienceId && versionId && { audienceId, versionId }) }
  return toContents(uri, (await readDocument(place, context)).markdown)
}

function toContents(uri: string, text: string): ReadResourceResult {
  return { contents: [{ uri, mimeType, text }] }
}
