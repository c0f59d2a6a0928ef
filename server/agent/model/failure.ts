import { APICallError, RetryError } from 'ai'
import type { ModelConfig } from '../../config/modelConfig.ts'
import { AddressRefused } from '../../web/outbound.ts'
import { AgentFailure } from '../agent.ts'

const longestDetail = 300
const later = 'Try again in a few minutes.'

/**
 * What a failed call comes to: a sentence that says what to do, and details for the log. A provider's own words may
 * hold parts of a key or of what it was sent, so people never see them and the log gets them shortened and without keys.
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
  const details = {
    status,
    error: (cause as Error | undefined)?.name ?? typeof cause,
    message: redact(message, config),
    requestId: call?.responseHeaders?.['request-id'] ?? call?.responseHeaders?.['x-request-id'],
  }
  return new AgentFailure(sentenceFor(status, message, call !== undefined, config), details)
}

/** Whether the request itself was wrong, so that sending it again is no use. */
export function isFinal({ details }: AgentFailure): boolean {
  const { status } = (details ?? {}) as { status?: number }
  return status !== undefined && [400, 404, 413, 415, 422].includes(status)
}

function sentenceFor(
  status: number | undefined,
  message: string,
  isCall: boolean,
  config: ModelConfig,
): string {
  if (status === 401 || status === 403)
    return `The language model does not accept the key. ${toCheck(config, `${config.provider === 'anthropic' ? 'ANTHROPIC' : 'OPENAI'}_API_KEY`)}`
  if (status === 404)
    return `There is no language model ${config.name} at the address that is set up. ${toCheck(config, 'AGENT_MODEL')}`
  if (status === 429 || status === 503 || status === 529) return `The language model is overloaded. ${later}`
  if (status === 413 || (status === 400 && /context|too long|too large|maximum/i.test(message)))
    return 'The page and its context are too long for the language model. Shorten them.'
  if (status !== undefined && status >= 500) return `The language model returned an error. ${later}`
  if (status !== undefined && status >= 400)
    return 'The language model rejected the request. See the log of the service.'
  if (isCall) return `The language model can’t be reached. ${later}`
  return 'The language model’s answer was incomplete or could not be read. Send the message again.'
}

/** Who can mend it, and where. */
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

/** The refusal of an address lies some errors deep: the SDK and fetch each wrap it. */
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
