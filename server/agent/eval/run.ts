import { appendFileSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runRow } from '../../../builtin-agent/evaluation/inProcess.ts'
import type { Row } from '../../../builtin-agent/evaluation/judge.ts'
import { fixtures, rowsOfRounds } from '../../../builtin-agent/evaluation/sets.ts'
import { loadConfig } from '../../config/config.ts'
import type { ModelConfig } from '../../config/modelConfig.ts'
import { EndpointRecorder, type RecordedConversation, runOnce } from './recording.ts'
import { openService } from './service.ts'
import { type MeasuredRow, type Prices, toTable } from './table.ts'

// Runs a set of instructions and prints a row of the table of models: good results, calls, tokens, time and cost.
//   a model's endpoint:  npm run eval:model -- --model openai-compatible:qwen3 --url http://127.0.0.1:11434/v1 [--key
// …] [--context 8192]
//   a running service:   npm run eval:model -- --base http://127.0.0.1:3000 --key foyer_…
//   both take [--set conversations.jsonl, or a number of a round] [--only c01,c02] [--prices 3,15] [--show]; a model
// also takes [--record file.jsonl]
const { values } = parseArgs({
  options: {
    base: { type: 'string' },
    key: { type: 'string' },
    model: { type: 'string' },
    url: { type: 'string' },
    context: { type: 'string' },
    set: { type: 'string', default: '1' },
    only: { type: 'string' },
    prices: { type: 'string' },
    record: { type: 'string' },
    show: { type: 'boolean' },
  },
})
const rowsOf = (file: string) =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)
const only = values.only?.split(',')
const rows = (
  /^\d+$/.test(values.set) ? rowsOfRounds(Number(values.set), Number(values.set)) : rowsOf(values.set)
).filter(({ id }) => !only || only.includes(id))

/** The model in the options, parsed like the settings of a service. */
function readModel(model: string): ModelConfig {
  const isAnthropic = model.startsWith('anthropic:')
  const names = isAnthropic
    ? ['ANTHROPIC_BASE_URL', 'ANTHROPIC_API_KEY']
    : ['OPENAI_BASE_URL', 'OPENAI_API_KEY']
  const settings = { [names[0] as string]: values.url, [names[1] as string]: values.key }
  return loadConfig({ AGENT_MODEL: model, AGENT_CONTEXT_TOKENS: values.context, ...settings })
    .model as ModelConfig
}

async function openEndpoint(name: string) {
  const recorder = new EndpointRecorder()
  const { openModelAgent } = await import('../model/model.ts')
  const agent = await openModelAgent(readModel(name), { fetch: recorder.fetch })
  return async (row: Row): Promise<MeasuredRow> => {
    const runs: RecordedConversation['runs'] = []
    const began = performance.now()
    const { verdict, reply } = await runRow(agent, row, fixtures, async (_, context) => {
      const outcome = await runOnce(agent, context)
      runs.push({ answers: recorder.take(), outcome })
      return outcome
    })
    const durationMs = performance.now() - began
    if (values.record)
      appendFileSync(resolve(values.record), `${JSON.stringify({ row, model: name, runs })}\n`)
    const sum = (field: 'calls' | 'inputTokens' | 'outputTokens') =>
      runs.reduce((total, { outcome }) => total + outcome[field], 0)
    return {
      row,
      verdict,
      reply,
      runs: runs.length,
      failed: runs.filter(({ outcome }) => outcome.hasFailed).length,
      calls: sum('calls'),
      inputTokens: sum('inputTokens'),
      outputTokens: sum('outputTokens'),
      durationMs,
    }
  }
}

function readPrices(): Prices | undefined {
  const [input, output] = (values.prices ?? '').split(',').map(Number)
  return input && output ? { input, output } : undefined
}

async function open() {
  if (values.model) return await openEndpoint(values.model)
  if (values.base && values.key) return await openService(values.base, values.key, fixtures)
  throw new Error('Name a model with --model, or a service with --base and --key.')
}

const run = await open()
const measured: MeasuredRow[] = []
for (const row of rows) {
  const one = await run(row)
  measured.push(one)
  if (values.show) console.log(`${row.id} ${one.verdict} | ${row.instruction} | ${one.reply}`)
}
console.log(toTable(values.model ?? values.base ?? '', measured, readPrices()))
