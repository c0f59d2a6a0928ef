import { Client as ModernClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

export type ToolAnswer = {
  isError?: boolean
  content: { type: string; text: string }[]
  structuredContent?: any
}
export type CallOptions = {
  signal?: AbortSignal
  onprogress?: (progress: { message?: string | undefined }) => void
}

/** A connected client of the official SDK. `questions` are those that it was asked. */
export type McpClient = {
  generation: string
  call(name: string, input?: object, options?: CallOptions): Promise<ToolAnswer>
  raw: Pick<ModernClient, 'listTools' | 'listPrompts' | 'getPrompt' | 'listResources' | 'readResource'>
  questions: string[]
  close(): Promise<void>
}

const info = { name: 'test', version: '1.0.0' }
type Credentials = Record<string, string>
type Answer = { action: 'accept' | 'decline'; content?: { confirm: boolean } }

/** The first generation: `@modelcontextprotocol/sdk` 1.x. */
export async function openOldClient(baseUrl: string, headers: Credentials): Promise<McpClient> {
  const client = new OldClient(info)
  await client.connect(new OldTransport(new URL('/mcp', baseUrl), { requestInit: { headers } }) as never)
  return {
    generation: '1.x',
    call: async (name, input = {}, options) =>
      (await client.callTool({ name, arguments: input as never }, undefined, options as never)) as ToolAnswer,
    raw: client as never,
    questions: [],
    close: () => client.close(),
  }
}

/** The second generation, `@modelcontextprotocol/client` 2.x, with the protocol of 2025 or of 2026. */
export async function openClient2(
  baseUrl: string,
  headers: Credentials,
  { pin, answer = { action: 'accept', content: { confirm: true } } }: { pin?: string; answer?: Answer } = {},
): Promise<McpClient> {
  const questions: string[] = []
  const client = new ModernClient(info, {
    ...(pin === undefined ? {} : { versionNegotiation: { mode: { pin } } }),
    capabilities: { elicitation: { form: {} } },
  })
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    questions.push(params.message)
    return answer
  })
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', baseUrl), { requestInit: { headers } }),
  )
  return {
    generation: `2.x ${pin ?? 'legacy'}`,
    call: async (name, input = {}, options) =>
      (await client.callTool({ name, arguments: input as never }, options as never)) as ToolAnswer,
    raw: client,
    questions,
    close: () => client.close(),
  }
}

export const latest = '2026-07-28'

/** One client of each generation and protocol. */
export async function openEveryClient(baseUrl: string, key: string): Promise<McpClient[]> {
  return [
    await openOldClient(baseUrl, { 'x-api-key': key }),
    await openClient2(baseUrl, { authorization: `Bearer ${key}` }),
    await openClient2(baseUrl, { 'x-api-key': key }, { pin: latest }),
  ]
}
