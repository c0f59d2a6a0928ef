import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { estimateRequest, estimateTokens } from './recording.ts'

// An OpenAI-compatible endpoint whose model is a person or a program. Each request is written to <n>.request.json; the
// response is read
// from <n>.answer.json, an assistant message: { "content": "…", "tool_calls": [{ "name": "reply", "arguments": {
// "text": "…" } }] }.
// A response with a status is sent as an error: { "status": 400, "body": { … } }. Write the file under another name,
// then rename it.
//   node server/agent/eval/mailbox.ts --folder /tmp/mail --port 4010
const { values } = parseArgs({
  options: { folder: { type: 'string' }, port: { type: 'string', default: '4010' } },
})
const { folder, port } = values
if (!folder) throw new Error('Name a folder with --folder.')
mkdirSync(folder, { recursive: true })

const longestWaitMs = 600_000
const everyMs = 200

type MailboxCall = { name?: string; arguments?: unknown; function?: { name: string; arguments: unknown } }
type MailboxResponse = {
  content?: string
  tool_calls?: MailboxCall[]
  finish_reason?: string
  status?: number
  body?: object
}

let count = 0
createServer(async (request, response) => {
  if (!request.url?.endsWith('/chat/completions')) return void response.writeHead(404).end()
  const asked = await text(request)
  const place = join(folder, String(++count))
  writeFileSync(`${place}.request.json`, asked)
  const answer = await waitFor(`${place}.answer.json`)
  if (answer.status)
    return void response
      .writeHead(answer.status, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer.body ?? {}))
  send(response, answer, estimateRequest(asked))
}).listen(Number(port), '127.0.0.1')

async function waitFor(file: string): Promise<MailboxResponse> {
  for (const deadline = Date.now() + longestWaitMs; Date.now() < deadline; await sleep(everyMs))
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as MailboxResponse
  return { status: 504, body: { error: { message: 'no answer came' } } }
}

function send(response: ServerResponse, answer: MailboxResponse, promptTokens: number) {
  const { content = '', tool_calls = [], finish_reason } = answer
  const calls = tool_calls.map((call, index) => {
    const { name, arguments: given } = call.function ?? call
    const written = typeof given === 'string' ? given : JSON.stringify(given ?? {})
    return { index, id: `call_${count}_${index}`, type: 'function', function: { name, arguments: written } }
  })
  const finish = finish_reason ?? (calls.length > 0 ? 'tool_calls' : 'stop')
  const delta = { role: 'assistant', content, ...(calls.length > 0 ? { tool_calls: calls } : {}) }
  const completionTokens = estimateTokens(JSON.stringify(delta))
  const usage = {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  }
  const chunk = (more: object) =>
    `data: ${JSON.stringify({ id: `mail-${count}`, object: 'chat.completion.chunk', created: 0, model: 'mailbox', ...more })}\n\n`
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(chunk({ choices: [{ index: 0, delta, finish_reason: null }] }))
  response.write(chunk({ choices: [{ index: 0, delta: {}, finish_reason: finish }] }))
  response.write(chunk({ choices: [], usage }))
  response.end('data: [DONE]\n\n')
}
