import type { LanguageModel } from 'ai'
import { type Agent, fetch as fetchThrough, type RequestInit } from 'undici'
import type { ModelConfig } from '../../config/modelConfig.ts'
import { type Span, startSpan } from '../../telemetry/trace.ts'
import { openOutbound } from '../../web/outbound.ts'
import { AgentFailure } from '../agent.ts'

/** More than the longest answer of any model, including framing. */
const mostBytes = 16 * 1024 * 1024

/** The SDK would print warnings about unusual requests to the console, but the service has its own log. */
globalThis.AI_SDK_LOG_WARNINGS = false

/** Opens a configured model. All options are passed explicitly, so that the SDK reads nothing from the environment. */
export async function openProvider(config: ModelConfig, send = boundedFetch(config)): Promise<LanguageModel> {
  const { provider, name, apiKey, baseUrl } = config
  const options = { baseURL: baseUrl, fetch: send, ...(apiKey ? { apiKey } : {}) }
  switch (provider) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic(options)(name)
    }
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai')
      return createOpenAI(options)(name)
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      return createOpenAICompatible({ ...options, name: 'openaiCompatible', includeUsage: true })(name)
    }
  }
}

const outbound = new Map<boolean, Agent>()

/**
 * Connections to models. Those configured by a tenant reach public addresses only, checked at connect time. Unlike the
 * global fetch, these wait as long as a run may take: local models can need minutes for the first token.
 */
function outboundFor(allowPrivate: boolean): Agent {
  const agent = outbound.get(allowPrivate) ?? openOutbound({ allowPrivate })
  outbound.set(allowPrivate, agent)
  return agent
}

/**
 * API keys are only sent to the configured address: redirects are errors. An endless response is cut off, as it would
 * fill the memory.
 */
function boundedFetch(config: ModelConfig): typeof fetch {
  return async (input, init) => {
    const dispatcher = outboundFor(config.allowPrivate)
    const span = startCall(config, String(input))
    const response = await fetchThrough(String(input), {
      ...(init as RequestInit),
      redirect: 'error',
      dispatcher,
    }).catch((error: unknown) => {
      span?.fail(error)
      span?.end()
      throw error
    })
    const { status, statusText } = response
    const headers = Object.fromEntries(response.headers)
    span?.set({ 'http.response.status_code': status })
    if (!response.ok) span?.fail(String(status))
    if (!response.body) {
      span?.end()
      return new Response(null, { status, statusText, headers })
    }
    const counted = countBytes(() => span?.end())
    const body = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(counted)
    return new Response(body, { status, statusText, headers })
  }
}

/** The span of one call, without prompt and answer. It ends with the last byte of the response. */
function startCall({ provider, name }: ModelConfig, address: string): Span | undefined {
  return startSpan(`chat ${name}`, {
    kind: 'client',
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': provider,
      'gen_ai.request.model': name,
      'server.address': new URL(address).hostname,
    },
  })
}

function countBytes(atEnd: () => void) {
  let bytes = 0
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > mostBytes) controller.error(new AgentFailure('The language model did not stop answering.'))
      else controller.enqueue(chunk)
    },
    flush: atEnd,
    // The types don't include it yet. Called when the reader cancels or the connection breaks.
    ...{ cancel: atEnd },
  })
}
