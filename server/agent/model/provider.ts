import type { LanguageModel } from 'ai'
import type { ModelConfig } from '../../modelConfig.ts'
import { AgentFailure } from '../agent.ts'

/** More than the longest answer any model gives comes to, framing included. */
const mostBytes = 16 * 1024 * 1024

/** The SDK would print what it has to say about unusual requests; a service has a log for that. */
globalThis.AI_SDK_LOG_WARNINGS = false

/** The model behind a setting. Everything it needs is passed on: the SDK is to read no environment of its own. */
export async function openProvider({ provider, name, apiKey, baseUrl }: ModelConfig): Promise<LanguageModel> {
  const options = { baseURL: baseUrl, fetch: boundedFetch, ...(apiKey ? { apiKey } : {}) }
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

/**
 * Keys go to the address that was set and nowhere it points on to: a redirect is an error. An answer that does not
 * end is cut off, as it would fill the memory.
 */
const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' })
  if (!response.body) return response
  let bytes = 0
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        bytes += chunk.byteLength
        if (bytes > mostBytes) controller.error(new AgentFailure('The language model answered without end.'))
        else controller.enqueue(chunk)
      },
    }),
  )
  const { status, statusText, headers } = response
  return new Response(counted, { status, statusText, headers })
}
