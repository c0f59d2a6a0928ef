import type { CheckResult } from '../agent/model/check.ts'
import { checkNames } from '../agent/setup/checkNames.ts'
import type { Config } from '../config/config.ts'
import { type ModelConfig, modelName } from '../config/modelConfig.ts'
import { notice, paint, wantsJson } from './output.ts'

export type CheckReport = {
  model: string
  works: number
  of: number
  calls: number
  inputTokens: number
  outputTokens: number
  durationMs: number
  /** The median duration of a change; null if none was made. */
  medianMs: number | null
  /** Of the whole check and of one change, in US dollars; null if the price is unknown. */
  cost: number | null
  costPerChange: number | null
  results: CheckResult[]
}

/** Checks a model and prints each result as soon as it is available. */
export async function checkAndPrint(model: ModelConfig, config: Config): Promise<CheckReport> {
  const { checkModel } = await import('../agent/model/check.ts')
  notice(
    `Checking ${modelName(model)} at ${new URL(model.baseUrl).host}. A model on this machine may take a minute to load.`,
  )
  const results: CheckResult[] = []
  const limitMs = config.agentTimeoutSeconds * 1000
  for await (const result of checkModel(model, { limitMs, settings: config })) {
    results.push(result)
    if (!wantsJson) process.stdout.write(`${lineOf(result)}\n`)
  }
  const report = reportOf(modelName(model), results)
  if (!wantsJson) process.stdout.write(`\n${summaryOf(report)}\n`)
  return report
}

export function isAllRight({ works, of }: CheckReport): boolean {
  return works === of
}

function lineOf({ works, title, problem, durationMs, contextUsed }: CheckResult) {
  const mark = works ? paint('green', '✓') : paint('red', '✗')
  const full = contextUsed === null ? '' : `, ${Math.round(contextUsed * 100)}% full`
  const line = `${mark} ${`${title}${full}`.padEnd(36)} ${paint('dim', inSeconds(durationMs).padStart(7))}`
  return problem ? `${line}\n  ${problem}` : line
}

function reportOf(model: string, results: CheckResult[]): CheckReport {
  const sum = (field: 'calls' | 'inputTokens' | 'outputTokens' | 'durationMs') =>
    results.reduce((total, result) => total + result[field], 0)
  const changes = results.filter(({ check }) => check !== 'answers')
  const times = changes.map(({ durationMs }) => durationMs).sort((a, b) => a - b)
  const cost = totalCost(results)
  const ofChanges = totalCost(changes)
  return {
    model,
    works: results.filter(({ works }) => works).length,
    of: checkNames.length,
    calls: sum('calls'),
    inputTokens: sum('inputTokens'),
    outputTokens: sum('outputTokens'),
    durationMs: sum('durationMs'),
    medianMs: times[Math.floor(times.length / 2)] ?? null,
    cost,
    costPerChange: ofChanges === null || changes.length === 0 ? null : ofChanges / changes.length,
    results,
  }
}

function totalCost(results: CheckResult[]): number | null {
  return results.reduce<number | null>(
    (total, { cost }) => (total === null || cost === null ? null : total + cost),
    0,
  )
}

function summaryOf({ works, of, medianMs, cost, costPerChange, inputTokens, outputTokens }: CheckReport) {
  const lines = [`${works} of ${of} work.`]
  if (medianMs !== null) lines.push(`A change takes ${inSeconds(medianMs)}${costWords(costPerChange)}.`)
  if (cost === null)
    lines.push(
      `The check read ${inputTokens} tokens and wrote ${outputTokens}. The price of this model is not known; set it with AGENT_PRICES.`,
    )
  else if (cost > 0) lines.push(`The check cost ${inDollars(cost)} at list price.`)
  return lines.join('\n')
}

function costWords(cost: number | null): string {
  if (cost === null) return ''
  return cost === 0 ? ' and costs nothing' : ` and costs ${inDollars(cost)}`
}

function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

function inDollars(amount: number): string {
  return amount < 0.01 ? `$${amount.toPrecision(1)}` : `$${amount.toFixed(2)}`
}
