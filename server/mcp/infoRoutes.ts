import { Type } from 'typebox'
import { closed, Enum, NamedObject } from '../../shared/typebox.ts'
import type { App, AppContext } from '../context.ts'
import { allows } from '../web/auth.ts'
import { operation } from '../web/operation.ts'
import { describeTool } from './tool.ts'
import { tools } from './tools/index.ts'

const shownScopes = ['read', 'write', 'publish'] as const
/** For JSON with English words; a test compares it with a tokenizer. */
const charactersPerToken = 4.05

const McpInfo = NamedObject(
  'McpInfo',
  {
    url: Type.String({ description: 'The address for assistants.' }),
    signsIn: Type.Boolean({
      description:
        'Whether people can sign in with their assistants; only keys work until PUBLIC_URL is set.',
    }),
    tools: Type.Array(
      Type.Object(
        { name: Type.String(), title: Type.String(), scope: Enum(shownScopes) },
        { ...closed, title: 'McpTool' },
      ),
    ),
    tokens: Type.Object(
      { read: Type.Integer(), write: Type.Integer(), publish: Type.Integer() },
      { ...closed, description: 'What the definitions of the tools take of an assistant’s context, about.' },
    ),
  },
  {
    url: 'https://pages.example.com/mcp',
    signsIn: true,
    tools: [{ name: 'find_pages', title: 'Find pages', scope: 'read' }],
    tokens: { read: 3700, write: 5000, publish: 5360 },
  },
)

function tokensFor(scope: (typeof shownScopes)[number]): number {
  const listed = tools
    .filter((tool) => allows([scope], tool.scope))
    .map((tool) => describeTool(tool, [scope]))
  return Math.round(JSON.stringify(listed).length / charactersPerToken / 10) * 10
}

export function mcpInfoRoutes(app: App, { config, publicUrl }: AppContext) {
  const tokens = { read: tokensFor('read'), write: tokensFor('write'), publish: tokensFor('publish') }
  app.get(
    '/v0/mcp',
    operation('getMcp', 'Get the address for assistants', {
      scope: 'read',
      description: 'And the tools that they have with each scope.',
      response: { 200: McpInfo },
    }),
    async () => ({
      url: `${publicUrl()}/mcp`,
      signsIn: config.publicUrl !== undefined,
      tools: tools.map(({ name, title, scope }) => ({ name, title, scope: scope as 'read' })),
      tokens,
    }),
  )
}
