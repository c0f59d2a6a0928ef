import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runModel } from '../../test/modelRun.ts'

/** Errors as the servers send them. */
const errors: [server: string, status: number, error: object | string, told: RegExp][] = [
  ['Ollama', 400, { message: 'registry.ollama.ai/library/gemma3:4b does not support tools', type: 'api_error' }, /does not support tools/],
  ['Ollama', 404, { message: 'model "qwen3" not found, try pulling it first', type: 'api_error' }, /There is no language model test-model/],
  ['llama-server', 400, { code: 400, message: 'request (9120 tokens) exceeds the available context size (8192 tokens), try increasing it', type: 'exceed_context_size_error', n_prompt_tokens: 9120, n_ctx: 8192 }, /too long for the context/],
  ['llama-server', 500, { code: 500, message: 'tools param requires --jinja flag', type: 'server_error' }, /does not support tools/],
  ['llama-server', 503, { code: 503, message: 'Loading model', type: 'unavailable_error' }, /still being loaded/],
  ['LM Studio', 400, 'Trying to keep the first 15857 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.', /too long for the context/],
  ['LM Studio', 400, 'Cannot truncate prompt with n_keep (15028) >= n_ctx (7424)', /too long for the context/],
  ['LM Studio', 400, { message: 'No models loaded. Please load a model in the developer page.', type: 'invalid_request_error' }, /There is no language model/],
  ['vLLM', 400, { message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set', type: 'BadRequestError' }, /does not support tools/],
  ['OpenAI', 429, { message: 'You exceeded your current quota, please check your plan and billing details.', type: 'insufficient_quota', code: 'insufficient_quota' }, /out of credit or quota/],
  ['OpenAI', 429, { message: 'Rate limit reached for requests', type: 'requests', code: 'rate_limit_exceeded' }, /limits how often/],
  ['OpenAI', 400, { message: "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.", code: 'context_length_exceeded' }, /too long for the context/],
  ['OpenAI', 404, { message: 'The model `x` does not exist or you do not have access to it.', code: 'model_not_found' }, /There is no language model/],
  ['OpenAI', 401, { message: 'Incorrect API key provided', code: 'invalid_api_key' }, /does not accept the key/],
  ['Anthropic', 400, { type: 'invalid_request_error', message: 'Your credit balance is too low to access the Anthropic API.' }, /out of credit or quota/],
  ['Anthropic', 400, { type: 'invalid_request_error', message: 'prompt is too long: 210000 tokens > 200000 maximum' }, /too long for the context/],
  ['Anthropic', 529, { type: 'overloaded_error', message: 'Overloaded' }, /is overloaded/],
] // biome-ignore format: one error after another
for (const [server, status, error, told] of errors)
  test(`an error of ${server} is reported with its cause: ${JSON.stringify(error).slice(0, 80)}`, async () => {
    const protocol = server === 'Anthropic' ? 'anthropic' : 'openai-compatible'
    const body = server === 'Anthropic' ? { type: 'error', error } : { error }
    const outcome = await runModel('Hello', [{ status, body }], { protocol })
    assert.equal(outcome.hasFailed, true)
    assert.match(outcome.reply, told)
  })
