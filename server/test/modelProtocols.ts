/** The wire formats of the three model APIs. */
export type Protocol = 'anthropic' | 'openai' | 'openai-compatible'
export type Finish = 'stop' | 'tools' | 'length'
export type Sse = { event?: string; data: object | '[DONE]' }

/** Streams a reply in pieces. `index` counts its parts, both texts and calls. */
type Wire = {
  start(): Sse[]
  openText(index: number): Sse[]
  text(index: number, piece: string): Sse[]
  closeText(index: number, whole: string): Sse[]
  openCall(index: number, id: string, name: string): Sse[]
  call(index: number, piece: string): Sse[]
  closeCall(index: number, id: string, name: string, whole: string): Sse[]
  end(finish: Finish): Sse[]
  /** The same without streaming, with text only. */
  whole(text: string): object
}

/** The usage reported with each reply. */
export const usage = { input: 100, output: 20 }
const name = 'test-model'

function named(data: { type: string }): Sse {
  return { event: data.type, data }
}

const anthropic: Wire = {
  start: () => [
    named({
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: name,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: usage.input, output_tokens: 1 },
      },
    } as { type: string }),
    named({ type: 'ping' }),
  ],
  openText: (index) => [block('content_block_start', index, { content_block: { type: 'text', text: '' } })],
  text: (index, text) => [block('content_block_delta', index, { delta: { type: 'text_delta', text } })],
  closeText: (index) => [block('content_block_stop', index)],
  openCall: (index, id, tool) => [
    block('content_block_start', index, { content_block: { type: 'tool_use', id, name: tool, input: {} } }),
  ],
  call: (index, piece) => [
    block('content_block_delta', index, { delta: { type: 'input_json_delta', partial_json: piece } }),
  ],
  closeCall: (index) => [block('content_block_stop', index)],
  end: (finish) => [
    named({
      type: 'message_delta',
      delta: { stop_reason: { stop: 'end_turn', tools: 'tool_use', length: 'max_tokens' }[finish] },
      usage: { output_tokens: usage.output },
    } as { type: string }),
    named({ type: 'message_stop' }),
  ],
  whole: (text) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: name,
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: usage.input, output_tokens: usage.output },
  }),
}

function block(type: string, index: number, more: object = {}): Sse {
  return named({ type, index, ...more } as { type: string })
}

const responsesUsage = {
  input_tokens: usage.input,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: usage.output,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: usage.input + usage.output,
}

function output(type: string, index: number, more: object): Sse {
  return named({ type: `response.${type}`, output_index: index, ...more } as { type: string })
}

const openai: Wire = {
  start: () => [
    named({
      type: 'response.created',
      response: { id: 'resp_1', created_at: 1_794_614_400, model: name },
    } as { type: string }),
  ],
  openText: (index) => [
    output('output_item.added', index, { item: { type: 'message', id: `msg_${index}`, content: [] } }),
  ],
  text: (index, delta) => [
    output('output_text.delta', index, { item_id: `msg_${index}`, content_index: 0, delta }),
  ],
  closeText: (index, text) => [
    output('output_item.done', index, {
      item: {
        type: 'message',
        id: `msg_${index}`,
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text, annotations: [] }],
      },
    }),
  ],
  openCall: (index, id, tool) => [
    output('output_item.added', index, {
      item: { type: 'function_call', id: `fc_${index}`, call_id: id, name: tool, arguments: '' },
    }),
  ],
  call: (index, delta) => [output('function_call_arguments.delta', index, { item_id: `fc_${index}`, delta })],
  closeCall: (index, id, tool, whole) => [
    output('output_item.done', index, {
      item: {
        type: 'function_call',
        id: `fc_${index}`,
        call_id: id,
        name: tool,
        arguments: whole,
        status: 'completed',
      },
    }),
  ],
  end: (finish) => [
    named({
      type: finish === 'length' ? 'response.incomplete' : 'response.completed',
      response: {
        incomplete_details: finish === 'length' ? { reason: 'max_output_tokens' } : null,
        usage: responsesUsage,
      },
    } as { type: string }),
  ],
  whole: (text) => ({
    id: 'resp_1',
    created_at: 1_794_614_400,
    model: name,
    output: [
      {
        type: 'message',
        role: 'assistant',
        id: 'msg_0',
        content: [{ type: 'output_text', text, annotations: [] }],
      },
    ],
    incomplete_details: null,
    usage: responsesUsage,
  }),
}

const chatUsage = {
  prompt_tokens: usage.input,
  completion_tokens: usage.output,
  total_tokens: usage.input + usage.output,
}
const chat = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_794_614_400, model: name }

function choice(delta: object, finish: string | null = null): Sse {
  return { data: { ...chat, choices: [{ index: 0, delta, finish_reason: finish }] } }
}

const compatible: Wire = {
  start: () => [choice({ role: 'assistant', content: '' })],
  openText: () => [],
  text: (_index, content) => [choice({ content })],
  closeText: () => [],
  openCall: (index, id, tool) => [
    choice({ tool_calls: [{ index, id, type: 'function', function: { name: tool, arguments: '' } }] }),
  ],
  call: (index, piece) => [choice({ tool_calls: [{ index, function: { arguments: piece } }] })],
  closeCall: () => [],
  end: (finish) => [
    choice({}, { stop: 'stop', tools: 'tool_calls', length: 'length' }[finish]),
    { data: { ...chat, choices: [], usage: chatUsage } },
    { data: '[DONE]' },
  ],
  whole: (text) => ({
    ...chat,
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
    usage: chatUsage,
  }),
}

export const wires: Record<Protocol, Wire> = { anthropic, openai, 'openai-compatible': compatible }
export const paths: Record<string, Protocol> = {
  '/v1/messages': 'anthropic',
  '/v1/responses': 'openai',
  '/v1/chat/completions': 'openai-compatible',
}
