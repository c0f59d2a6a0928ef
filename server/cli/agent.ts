import type { Command } from 'commander'
import { AgentFailure } from '../agent/agent.ts'
import type { CheckResult } from '../agent/model/check.ts'
import { findModelConfig } from '../agent/settings.ts'
import { type Config, loadConfig } from '../config/config.ts'
import { type ModelConfig, modelName } from '../config/modelConfig.ts'
import { Encryption } from '../secrets/encryption.ts'
import { StartError } from '../start/startError.ts'
import { withDatabase } from './database.ts'
import { notice, paint, print, wantsJson } from './output.ts'
import { getNamedTenant } from './tenants.ts'

const exitCodes = { someFailed: 3 }

export function agentCommands(program: Command) {
  const agent = program.command('agent').description('test the language model that edits pages')

  agent
    .command('check')
    .description(
      'test the model with five instructions on a scratch page and report results, tokens and time',
    )
    .option('--tenant <tenant>', 'test the model chosen by this tenant (slug or id) instead of AGENT_MODEL')
    .addHelpText(
      'after',
      `\nExit codes: 0 all passed, 1 no model to check, ${exitCodes.someFailed} some failed.`,
    )
    .action(async ({ tenant }: { tenant?: string }) => {
      const config = loadConfig()
      const model = tenant === undefined ? config.model : await readTenantModel(tenant)
      if (!model)
        throw new StartError(
          `No model to check: ${tenant === undefined ? 'AGENT_MODEL is not set' : `${tenant} uses the built-in agent`}. The built-in agent needs no model.`,
        )
      await check(model, config)
    })
}

async function readTenantModel(name: string): Promise<ModelConfig | undefined> {
  return await withDatabase(async ({ read }, config) => {
    const { tenantId } = await getNamedTenant(read, name)
    try {
      return await findModelConfig({ config, encryption: new Encryption(config) }, read, tenantId)
    } catch (error) {
      throw error instanceof AgentFailure ? new StartError(error.message) : error
    }
  })
}

async function check(model: ModelConfig, { agentTimeoutSeconds }: Config) {
  const { checkModel, mostInstructions } = await import('../agent/model/check.ts')
  const seconds = agentTimeoutSeconds * mostInstructions
  notice(
    `Testing ${modelName(model)} at ${new URL(model.baseUrl).host} with ${mostInstructions} instructions.`,
  )
  const results: CheckResult[] = []
  for await (const result of checkModel(model, { signal: AbortSignal.timeout(seconds * 1000) })) {
    results.push(result)
    if (!wantsJson) process.stdout.write(`${lineOf(result)}\n`)
  }
  const total = totalOf(results)
  const works = results.filter((result) => result.works).length
  const value = { model: modelName(model), works, of: mostInstructions, ...total, results }
  if (wantsJson) print(value, '')
  else process.stdout.write(`\n${summaryOf(works, mostInstructions, total)}\n`)
  if (works < mostInstructions) process.exitCode = exitCodes.someFailed
}

function lineOf({ works, instruction, problem, calls, inputTokens, outputTokens, durationMs }: CheckResult) {
  const mark = works ? paint('green', '✓') : paint('red', '✗')
  const cost = `${calls} ${calls === 1 ? 'call' : 'calls'}, ${inputTokens} + ${outputTokens} tokens, ${inSeconds(durationMs)}`
  return `${mark} ${instruction}\n  ${paint('dim', cost)}${problem ? `\n  ${problem}` : ''}`
}

type Total = { calls: number; inputTokens: number; outputTokens: number; durationMs: number }

function totalOf(results: CheckResult[]): Total {
  const sum = (field: keyof Total) => results.reduce((total, result) => total + result[field], 0)
  return {
    calls: sum('calls'),
    inputTokens: sum('inputTokens'),
    outputTokens: sum('outputTokens'),
    durationMs: sum('durationMs'),
  }
}

function summaryOf(
  works: number,
  count: number,
  { calls, inputTokens, outputTokens, durationMs }: Total,
): string {
  const mean = (value: number) => Math.round(value / count)
  return [
    `${works} of ${count} work.`,
    `On average ${(calls / count).toFixed(1)} calls, ${mean(inputTokens)} tokens read and ${mean(outputTokens)} written, ${inSeconds(durationMs / count)} a message.`,
    'Multiply the tokens by your provider’s prices to estimate the cost of a message.',
  ].join('\n')
}

function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
