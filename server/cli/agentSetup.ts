import { type Command, Option } from 'commander'
import { type Config, loadConfig } from '../config/config.ts'
import { type ModelConfig, modelName } from '../config/modelConfig.ts'
import { StartError } from '../start/startError.ts'
import { type CheckReport, checkAndPrint, isAllRight } from './agentCheck.ts'
import { chooseModel, type SetupOptions, setupProviders, WrongOptions } from './agentChoice.ts'
import { storeForService, storeForTenant } from './agentStore.ts'
import { notice, print } from './output.ts'
import { canAsk, confirm } from './questions.ts'

const exitCodes = { checkFailed: 3 }

const help = `
Without options, it looks for models on this machine and asks. In scripts, name one:
  npx foyer agent setup --yes                                   the first model found that supports tools
  npx foyer agent setup --provider ollama --model qwen3:8b      one of a server on this machine
  npx foyer agent setup --provider anthropic --model <name> --key-from-stdin < key.txt
  npx foyer agent setup --provider openai-compatible --address https://models.example.com/v1 --model <name>
  npx foyer agent setup --provider builtin                      back to the built-in agent
  npx foyer agent setup --tenant acme --yes                     for one tenant only

Keys are taken from standard input (--key-from-stdin), ANTHROPIC_API_KEY or OPENAI_API_KEY, never from options.
The model is checked before it is stored; one that fails is stored only with --anyway.
Exit codes: 0 stored, 1 nothing found or refused, 2 wrong options, ${exitCodes.checkFailed} the check failed and nothing was stored.`

export function setupCommand(agent: Command) {
  agent
    .command('setup')
    .description('find a language model or take a key, check it, and let it edit your pages')
    .addOption(new Option('--provider <provider>', 'where the model runs').choices([...setupProviders]))
    .option('--model <name>', 'name of the model')
    .option('--address <url>', 'URL of an endpoint with the OpenAI or Anthropic API')
    .option('--key-from-stdin', 'read the key from standard input')
    .option('--tenant <tenant>', 'set it up for this tenant (slug or id) instead of the whole service')
    .option('--yes', 'ask nothing: take the first model found')
    .option('--anyway', 'store the model even if a check fails')
    .addHelpText('after', help)
    .action(async (options: SetupOptions, command: Command) => {
      try {
        await setUp(options)
      } catch (error) {
        if (error instanceof WrongOptions) command.error(`error: ${error.message}`)
        throw error
      }
    })
}

async function setUp(options: SetupOptions) {
  const config = loadConfig()
  if (options.provider === 'builtin') return print(...(await store(undefined, options, config)))
  const model = await chooseModel(options, config)
  if (model === 'builtin') return print(...(await store(undefined, options, config)))
  const report = await checkAndPrint(model, config)
  if (!isAllRight(report) && !(await wantsAnyway(options, report))) {
    process.exitCode = exitCodes.checkFailed
    return print({ stored: false, check: report }, 'Nothing was stored.')
  }
  const [value, text] = await store(model, options, config)
  print({ ...value, check: report }, text)
}

async function wantsAnyway({ anyway, yes }: SetupOptions, { works, of }: CheckReport): Promise<boolean> {
  if (anyway) return true
  if (yes || !canAsk) {
    notice(`It fails ${of - works} of ${of} checks. Add --anyway to use it all the same.`)
    return false
  }
  return await confirm('Use it anyway?')
}

async function store(
  model: ModelConfig | undefined,
  { tenant }: SetupOptions,
  config: Config,
): Promise<[value: object, text: string]> {
  const agent = model ? modelName(model) : 'builtin'
  const shown = model ? model.name : 'The built-in agent'
  if (tenant !== undefined) {
    await storeForTenant(tenant, model)
    return [{ stored: true, agent, tenant }, `${shown} edits the pages of ${tenant} from the next message.`]
  }
  if (config.model && !config.isModelStored)
    throw new StartError(
      `AGENT_MODEL is set in the environment (${modelName(config.model)}), which goes before what is stored. Unset it, or change it there.`,
    )
  const file = await storeForService(config.dataDir, model)
  return [
    { stored: true, agent, file },
    `${shown} edits the pages of all tenants that chose no agent of their own${model ? `. Stored in ${file}` : ''}.\nRestart Foyer for it to take effect.`,
  ]
}
