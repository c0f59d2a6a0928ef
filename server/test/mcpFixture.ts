import { setTimeout as sleep } from 'node:timers/promises'
import {
  acceptedContent,
  inputRequired,
  type McpHttpHandler,
  McpServer,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server'
import Fastify from 'fastify'
import { mountMcp } from '../mcp/mount.ts'
import { Running } from '../mcp/running.ts'
import type { Caller } from '../web/auth.ts'
import { addCapabilityTools, addRoundTrips, codec, form, none, objectOf, said } from './mcpRoundTrips.ts'

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const silence = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA=='
const image = { type: 'image' as const, data: pixel, mimeType: 'image/png' }
const embedded = (uri: string, mimeType: string, text: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text },
})

/** The server that the conformance suite asks for, behind the handler of `/mcp`. */
export async function openFixture() {
  const app = Fastify()
  app.decorateRequest('caller', {
    getter: (): Caller => ({ tenantId: '', keyId: 'key', scopes: ['read'] }),
  })
  await app.register(async (mcp) => {
    const handler = mountMcp(mcp, {
      openServer: () => openServer(handler.notify),
      running: new Running(),
      origins: ['localhost', '127.0.0.1'],
      hosts: ['localhost', '127.0.0.1'],
    })
  })
  return { url: `${await app.listen({ port: 0, host: '127.0.0.1' })}/mcp`, close: () => app.close() }
}

function openServer(notify: McpHttpHandler['notify']): McpServer {
  const server = new McpServer(
    { name: 'fixture', version: '1.0.0' },
    { capabilities: { logging: {}, completions: {} }, requestState: { verify: codec.verify } },
  )
  addContentTools(server)
  addRoundTrips(server)
  addCapabilityTools(server, notify)
  addResources(server)
  addPrompts(server)
  return server
}

function addContentTools(server: McpServer) {
  const add = (name: string, run: (ctx: ServerContext) => object | Promise<object>) =>
    server.registerTool(
      name,
      { description: name, inputSchema: none },
      async (_input, ctx) => (await run(ctx)) as never,
    )
  add('test_simple_text', () => said('This is a simple text response for testing.'))
  add('test_image_content', () => ({ content: [image] }))
  add('test_audio_content', () => ({
    content: [{ type: 'audio', data: silence, mimeType: 'audio/wav' }],
  }))
  add('test_embedded_resource', () => ({
    content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  }))
  add('test_multiple_content_types', () => ({
    content: [
      ...said('Multiple content types test:').content,
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  }))
  add('test_error_handling', () => ({
    ...said('This tool intentionally returns an error for testing'),
    isError: true,
  }))
  for (const name of ['test_tool_with_logging', 'test_logging_tool'])
    add(name, async ({ mcpReq }) => {
      for (const text of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
        await mcpReq.log('info', text)
        await sleep(10)
      }
      return said('Done.')
    })
  add('test_tool_with_progress', async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken, progress, total: 100 },
        })
      await sleep(10)
    }
    return said('Done.')
  })
}

function addResources(server: McpServer) {
  const description = 'A resource'
  const add = (name: string, mimeType: string, contents: object) =>
    server.registerResource(name, `test://${name}`, { description, mimeType }, async () => ({
      contents: [{ uri: `test://${name}`, mimeType, ...contents } as never],
    }))
  add('static-text', 'text/plain', { text: 'This is the content of the static text resource.' })
  add('static-binary', 'image/png', { blob: pixel })
  add('watched-resource', 'text/plain', { text: 'Watched' })
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined })
  server.registerResource('template', template, { description }, async (uri, { id }) => {
    const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
    return { contents: [{ uri: uri.href, mimeType: 'application/json', text }] }
  })
}

function addPrompts(server: McpServer) {
  const user = (content: object) => ({ role: 'user' as const, content: content as never })
  const words = (text: string) => user({ type: 'text', text })
  const description = 'A prompt'
  server.registerPrompt('test_simple_prompt', { description }, () => ({
    messages: [words('This is a simple prompt for testing.')],
  }))
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description, argsSchema: objectOf('arg1', 'arg2') },
    ({ arg1, arg2 }) => ({ messages: [words(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] }),
  )
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description, argsSchema: objectOf('resourceUri') },
    ({ resourceUri = '' }) => ({
      messages: [
        user(embedded(resourceUri, 'text/plain', 'Embedded resource content for testing.')),
        words('Please process the embedded resource above.'),
      ],
    }),
  )
  server.registerPrompt('test_prompt_with_image', { description }, () => ({
    messages: [user(image), words('Please analyze the image above.')],
  }))
  server.registerPrompt('test_input_required_result_prompt', { description }, ({ mcpReq }) => {
    const given = acceptedContent(mcpReq.inputResponses, 'user_context', objectOf('context'))
    if (given) return { messages: [words(given.context ?? '')] }
    const user_context = form('What context should the prompt use?', 'context')
    return inputRequired({ inputRequests: { user_context } })
  })
  server.server.setRequestHandler('completion/complete', async () => ({ completion: { values: [] } }))
}
