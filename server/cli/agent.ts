import type { Command } from 'commander'
import { AgentFailure } from '../agent/agent.ts'
import { findModelConfig } from '../agent/settings.ts'
import { loadConfig } from '../config/config.ts'
import type { ModelConfig } from '../config/modelConfig.ts'
import { Encryption } from '../secrets/encryption.ts'
import { StartError } from '../start/startError.ts'
import { checkAndPrint, isAllRight } from './agentCheck.ts'
import { setupCommand } from './agentSetup.ts'
import { withDatabase } from './database.ts'
import { getNamedTenant } from './namedTenant.ts'
import { print, wantsJson } from './output.ts'

const exitCodes = { someFailed: 3 }

export function agentCommands(program: Command) {
  const agent = program.command('agent').description('set up and check the language model that edits pages')
  setupCommand(agent)

  agent
    .command('check')
    .description('check the model with six tasks on a scratch page and report results, time and cost')
    .option('--tenant <tenant>', 'check the model chosen by this tenant (slug or id) instead of AGENT_MODEL')
    .addHelpText(
      'after',
      `\nExit codes: 0 all passed, 1 no model to check, ${exitCodes.someFailed} some failed.`,
    )
    .action(async ({ tenant }: { tenant?: string }) => {
      const config = loadConfig()
      const model = tenant === undefined ? config.model : await readTenantModel(tenant)
      if (!model)
        throw new StartError(
          `No model to check: ${tenant === undefined ? 'AGENT_MODEL is not set' : `${tenant} uses the built-in agent`}. The built-in agent needs no model. Set one up with \`npx foyer agent setup\`.`,
        )
      const report = await checkAndPrint(model, config)
      if (wantsJson) print(report, '')
      if (!isAllRight(report)) process.exitCode = exitCodes.someFailed
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
