import type { LanguageModel } from 'ai'
import { type Agent, fetch as fetchThrough, type RequestInit } from 'undici'
import type { ModelConfig } from '../../config/modelConfig.ts'
import { openOutbound } from '../../web/outbound.ts'
import { AgentFailure } from '../agent.ts'

/** More than the longest answer any model gives comes to, framing included. */
const mostBytes = 16 * 1024 * 1024

/** The SDK would print what it has to say about unusual requests; a service has a log for that. */
globalThis.AI_SDK_LOG_WARNINGS = false

/** The model behind a setting. Everything it needs is passed on: the SDK is to read no environment of its own. */
export async function openProvider(
  config: ModelConfig,
  send = boundedFetch(config.allowPrivate),
): Promise<LanguageModel> {
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
 * Connections for models. What a tenant names reaches public addresses only, checked at connect time. Unlike the
 * global fetch, these wait for as long as a run may take: local models need minutes for the first word.
 */
function outboundFor(allowPrivate: boolean): Agent {
  const agent = outbound.get(allowPrivate) ?? openOutbound({ allowPrivate })
  outbound.set(allowPrivate, agent)
  return agent
}

/**
 * Keys go to the address that was set and nowhere it points on to: a redirect is an error. An answer that does not
 * end is cut off, as it would fill the memory.
 */
function boundedFetch(allowPrivate: boolean): typeof fetch {
  return async (input, init) => {
    const dispatcher = outboundFor(allowPrivate)
    const response = await fetchThrough(String(input), {
      ...(init as RequestInit),
      redirect: 'error',
      dispatcher,
    })
    const { status, statusText } = response
    const headers = Object.fromEntries(response.headers)
    if (!response.body) return new Response(null, { status, statusText, headers })
    const body = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(countBytes())
    return new Response(body, { status, statusText, headers })
  }
}

function countBytes() {
  let bytes = 0
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > mostBytes) controller.error(new AgentFailure('The language model did not stop answering.'))
      else controller.enqueue(chunk)
    },
  })
}
