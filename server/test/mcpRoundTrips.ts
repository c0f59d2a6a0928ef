import { randomBytes } from 'node:crypto'
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  fromJsonSchema,
  inputRequired,
  inputResponse,
  type McpHttpHandler,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'

export const codec = createRequestStateCodec<string>({ key: randomBytes(32) })
export const objectOf = (...names: string[]) =>
  fromJsonSchema<Record<string, string>>({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    required: names,
  })
export const none = objectOf()
export const said = (text: string) => ({ content: [{ type: 'text' as const, text }] })
export const form = (message: string, field: string, type = 'string') =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [field]: { type } }, required: [field] } as never,
  })

/** Tools that need something of the client, asked for over several requests. */
export function addRoundTrips(server: McpServer) {
  const add = (name: string, run: (ctx: ServerContext['mcpReq'], all: ServerContext) => unknown) =>
    server.registerTool(
      name,
      { description: name, inputSchema: none },
      async (_input, ctx) => (await run(ctx.mcpReq, ctx)) as never,
    )
  const prompt = (text: string, maxTokens: number) =>
    inputRequired.createMessage({
      messages: [{ role: 'user', content: { type: 'text', text } }],
      maxTokens,
    })
  add('test_input_required_result_elicitation', ({ inputResponses }) => {
    const given = acceptedContent(inputResponses, 'user_name', objectOf('name'))
    if (given) return said(`Hello, ${given.name}!`)
    return inputRequired({ inputRequests: { user_name: form('What is your name?', 'name') } })
  })
  add('test_input_required_result_sampling', ({ inputResponses }) => {
    const given = inputResponse(inputResponses, 'capital_question')
    if (given.kind === 'sampling') return said(JSON.stringify(given.result.content))
    const capital_question = prompt('What is the capital of France?', 100)
    return inputRequired({ inputRequests: { capital_question } })
  })
  add('test_input_required_result_list_roots', ({ inputResponses }) => {
    const given = inputResponse(inputResponses, 'client_roots')
    if (given.kind === 'roots') return said(given.roots.map(({ uri }) => uri).join())
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
  })
  for (const name of [
    'test_input_required_result_request_state',
    'test_input_required_result_tampered_state',
  ])
    add(name, async ({ inputResponses, requestState }, ctx) => {
      const isGiven = inputResponse(inputResponses, 'confirm').kind === 'elicit'
      if (isGiven && requestState() === 'asked') return said('state-ok')
      const confirm = form('Please confirm', 'ok', 'boolean')
      return inputRequired({ inputRequests: { confirm }, requestState: await codec.mint('asked', ctx) })
    })
  add('test_input_required_result_multiple_inputs', async ({ inputResponses, requestState }, ctx) => {
    const keys = ['user_name', 'greeting', 'client_roots']
    const isGiven = keys.every((key) => inputResponse(inputResponses, key).kind !== 'missing')
    if (isGiven && requestState() === 'asked') return said('Done.')
    const user_name = form('What is your name?', 'name')
    const greeting = prompt('Generate a greeting', 50)
    const client_roots = inputRequired.listRoots()
    return inputRequired({
      inputRequests: { user_name, greeting, client_roots },
      requestState: await codec.mint('asked', ctx),
    })
  })
  add('test_input_required_result_multi_round', async ({ inputResponses, requestState }, ctx) => {
    const state = requestState()
    const has = (key: string) => inputResponse(inputResponses, key).kind === 'elicit'
    if (state === 'second' && has('step2')) return said('Done.')
    if (state === 'first' && has('step1')) {
      const step2 = form('Step 2: What is your favorite color?', 'color')
      return inputRequired({ inputRequests: { step2 }, requestState: await codec.mint('second', ctx) })
    }
    const step1 = form('Step 1: What is your name?', 'name')
    return inputRequired({ inputRequests: { step1 }, requestState: await codec.mint('first', ctx) })
  })
}

/** What a client of 2026 says that it can do. */
function capabilitiesOf({ envelope }: ServerContext['mcpReq']): Record<string, unknown> {
  return ((envelope ?? {}) as Record<string, Record<string, unknown>>)[CLIENT_CAPABILITIES_META_KEY] ?? {}
}

export function addCapabilityTools(server: McpServer, notify: McpHttpHandler['notify']) {
  const add = (name: string, run: (ctx: ServerContext['mcpReq']) => unknown) =>
    server.registerTool(
      name,
      { description: name, inputSchema: none },
      async (_input, { mcpReq }) => (await run(mcpReq)) as never,
    )
  const question = inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }],
    maxTokens: 10,
  })
  add('test_missing_capability', () => inputRequired({ inputRequests: { question } }))
  add('test_input_required_result_capabilities', (mcpReq) => {
    const can = capabilitiesOf(mcpReq)
    const inputRequests = {
      ...(can.sampling !== undefined && { question }),
      ...(can.elicitation !== undefined && { name: form('What is your name?', 'name') }),
    }
    return inputRequired({ inputRequests })
  })
  add('test_streaming_elicitation', () => inputRequired({ inputRequests: { name: form('Name?', 'name') } }))
  add('test_trigger_tool_change', () => {
    notify.toolsChanged()
    return said('Done.')
  })
  add('test_trigger_prompt_change', () => {
    notify.promptsChanged()
    return said('Done.')
  })
}
