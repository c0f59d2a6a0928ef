import { APICallError, RetryError, StreamProviderError } from 'ai'
import type { ModelConfig } from '../../config/modelConfig.ts'
import { AddressRefused } from '../../web/outbound.ts'
import { AgentFailure } from '../agent.ts'

const longestDetail = 300
const later = 'Try again in a few minutes.'

/**
 * Converts a failed call to a sentence that says what to do, with details for the log. A provider's message may
 * contain parts of a key or of the prompt, so users never see it, and the log gets it shortened and without keys.
 */
export function toFailure(error: unknown, config: ModelConfig): AgentFailure {
  const cause = rootOf(error)
  if (cause instanceof AgentFailure) return cause
  if (isRefusedAddress(error))
    return new AgentFailure(
      `The address of the language model is not public, so it is not called. ${toCheck(config, 'the base address')}`,
    )
  const call = APICallError.isInstance(cause) ? cause : undefined
  const status = call?.statusCode ?? (cause as { statusCode?: number } | undefined)?.statusCode
  const message = messageOf(cause)
  // Some servers put the error in a field that the SDK doesn't read.
  const words = `${message}\n${call?.responseBody ?? ''}`
  const details = {
    status,
    error: (cause as Error | undefined)?.name ?? typeof cause,
    message: redact(message, config),
    requestId: call?.responseHeaders?.['request-id'] ?? call?.responseHeaders?.['x-request-id'],
  }
  return new AgentFailure(sentenceFor(status, words, call !== undefined, config), details)
}

/** Whether the answer was interrupted, so that the run can continue with the part received. */
export function isBroken(error: unknown): boolean {
  if (RetryError.isInstance(error) || StreamProviderError.isInstance(error)) return false
  if (APICallError.isInstance(error)) return error.statusCode === undefined || error.statusCode < 400
  return !(rootOf(error) instanceof AgentFailure)
}

/** Whether the request itself was wrong, so that a retry is useless. */
export function isFinal({ details }: AgentFailure): boolean {
  const { status } = (details ?? {}) as { status?: number }
  return status !== undefined && [400, 404, 413, 415, 422].includes(status)
}

/**
 * The wording of errors, which come with various statuses: Ollama, LM Studio, llama-server, vLLM, OpenAI, Anthropic,
 * OpenRouter.
 */
const causes = {
  tools:
    /does not support (?:tools|function)|support tool use|tools? (?:is|are) not supported|tools param requires|enable-auto-tool-choice/i,
  quota:
    /insufficient_quota|exceeded your current quota|credit balance is too low|insufficient (?:credits|balance)|requires more credits/i,
  context:
    /context_length_exceeded|exceed_context_size|context (?:size|length|window)|n_ctx|context the overflows|prompt is too long|too many tokens|request_too_large/i,
  model: /model_not_found|\bmodel\b[^\n]{0,300}\bnot (?:found|exist)|no models? loaded/i,
  loading: /loading model|model is loading/i,
}

function sentenceFor(
  status: number | undefined,
  words: string,
  isCall: boolean,
  config: ModelConfig,
): string {
  const { name, contextTokens, provider } = config
  if (causes.tools.test(words))
    return `The language model ${name} does not support tools, which the agent needs. Use a model or server that does. ${toCheck(config, 'AGENT_MODEL')}`
  if (status === 402 || causes.quota.test(words))
    return 'The account with the provider of the language model is out of credit or quota. Top it up with the provider.'
  if (status === 413 || ((status ?? 400) !== 404 && causes.context.test(words)))
    return `The page and what is known are too long for the context of the language model ${name}. Shorten them, or raise its context. ${toCheck(config, contextTokens ? `AGENT_CONTEXT_TOKENS, now ${contextTokens}` : 'AGENT_CONTEXT_TOKENS, which makes them shorter')}`
  if (status === 401 || status === 403)
    return `The language model does not accept the key. ${toCheck(config, `${provider === 'anthropic' ? 'ANTHROPIC' : 'OPENAI'}_API_KEY`)}`
  if (status === 404 || ((status ?? 500) < 500 && causes.model.test(words)))
    return `There is no language model ${name} at the address that is set up. ${toCheck(config, 'AGENT_MODEL')}`
  if (status === 429) return `The provider of the language model limits how often it is asked. ${later}`
  if (causes.loading.test(words)) return `The language model is still being loaded. ${later}`
  if (status === 503 || status === 529) return `The language model is overloaded. ${later}`
  if (status !== undefined && status >= 500) return `The language model returned an error. ${later}`
  if (status !== undefined && status >= 400)
    return 'The language model rejected the request. See the log of the service.'
  if (isCall) return `The language model can’t be reached. ${later}`
  return 'The language model’s answer was incomplete or could not be read. Send the message again.'
}

/** Who can fix the setting, and where. */
function toCheck({ chosenBy }: ModelConfig, setting: string): string {
  return chosenBy === 'tenant'
    ? 'An admin can change it under Agent in the console.'
    : `The operator of this service must check ${setting}.`
}

function rootOf(error: unknown): unknown {
  const last = RetryError.isInstance(error) ? error.lastError : error
  const inner = last instanceof Error ? last.cause : undefined
  return inner instanceof AgentFailure ? inner : last
}

/** A refused address is nested several errors deep, because the SDK and fetch each wrap it. */
function isRefusedAddress(error: unknown): boolean {
  for (let at = error, depth = 0; at && depth < 8; depth++) {
    if (at instanceof AddressRefused) return true
    at = RetryError.isInstance(at) ? at.lastError : (at as Error).cause
  }
  return false
}

function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message
  const { message } = (error ?? {}) as { message?: unknown }
  return typeof message === 'string' ? message : ''
}

function redact(text: string, { apiKey }: ModelConfig): string {
  return (apiKey ? text.replaceAll(apiKey, '…') : text)
    .replace(/\b(?:sk|key|bearer)[-_ ][^\s"',]+/gi, '…')
    .slice(0, longestDetail)
}
