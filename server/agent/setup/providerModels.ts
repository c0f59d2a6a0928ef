import type { ModelConfig } from '../../config/modelConfig.ts'
import { openAsk } from './ask.ts'
import { fieldsOf, listOf, nameOf } from './read.ts'

const limitMs = 5_000
/** Models in OpenAI's list that are not language models. */
const otherKinds =
  /embedding|tts|whisper|dall-e|image|audio|realtime|moderation|transcribe|davinci|babbage|sora|instruct/

export type ListedModels = { models: string[]; problem: string | undefined }

/** The models that a key may use, newest first: every provider lists them at `/models`. */
export async function listProviderModels(config: ModelConfig): Promise<ListedModels> {
  const { provider, baseUrl, apiKey, allowPrivate } = config
  const ask = openAsk(baseUrl, { allowPrivate, limitMs })
  const isAnthropic = provider === 'anthropic'
  const answer = await ask(isAnthropic ? '/models?limit=1000' : '/models', {
    headers: isAnthropic
      ? { 'x-api-key': apiKey ?? '', 'anthropic-version': '2023-06-01' }
      : { ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
  })
  const problem = problemOf(answer?.status)
  if (problem) return { models: [], problem }
  const models = listOf(fieldsOf(answer?.body).data)
    .map((one) => ({ name: nameOf(one.id), at: timeOf(one.created_at ?? one.created) }))
    .sort((a, b) => b.at - a.at)
    .flatMap(({ name }) => (name && !(provider === 'openai' && otherKinds.test(name)) ? [name] : []))
  return { models, problem: undefined }
}

function problemOf(status: number | undefined): string | undefined {
  if (status === undefined)
    return 'The provider can’t be reached. Check the address, or try again in a minute.'
  if (status === 401 || status === 403)
    return 'The provider does not accept this key. Check that it is complete.'
  if (status === 429) return 'The provider is overloaded, or the key has no credit left.'
  return status >= 400 ? 'The provider does not list its models. Enter the name of one.' : undefined
}

function timeOf(value: unknown): number {
  const time = typeof value === 'number' ? value * 1000 : Date.parse(String(value))
  return Number.isFinite(time) ? time : 0
}
