import { discoverServers, type LocalServer } from '../agent/setup/discover.ts'
import type { LocalModel } from '../agent/setup/programs.ts'
import { listProviderModels } from '../agent/setup/providerModels.ts'
import type { Config } from '../config/config.ts'
import { type LocalProgram, localPrograms } from '../config/localModels.ts'
import { type ModelConfig, type ModelProvider, modelAddress, modelProviders } from '../config/modelConfig.ts'
import { baseUrl as readBaseUrl, secret } from '../config/settingValues.ts'
import { StartError } from '../start/startError.ts'
import { notice, table } from './output.ts'
import { ask, canAsk, readStandardInput } from './questions.ts'

export const setupProviders = [...modelProviders, ...localPrograms, 'builtin'] as const

export type SetupOptions = {
  provider?: (typeof setupProviders)[number]
  model?: string
  address?: string
  keyFromStdin?: true
  tenant?: string
  yes?: true
  anyway?: true
}

/** Options are missing or contradict each other. */
export class WrongOptions extends StartError {}

const nothingFound = `No language model answers on this machine. Start one: \`ollama pull qwen3:8b\` with Ollama (https://ollama.com), or the server of LM Studio.
Or use a provider with your key: \`npx foyer agent setup --provider anthropic --model <name> --key-from-stdin\`.`

/** The model given by options, or chosen by the user among those found. */
export async function chooseModel(options: SetupOptions, config: Config): Promise<ModelConfig | 'builtin'> {
  const { provider, address } = options
  if (provider && isProvider(provider)) return await readProvider(provider, options, config)
  if (address !== undefined) return await readProvider('openai-compatible', options, config)
  const servers = await discoverServers(config.localPorts)
  const found = offersOf(servers, options)
  if (options.model !== undefined) return namedModel(found, options.model)
  if (canAsk && !options.yes) return await pick(found, servers, options, config)
  if (found.length === 0) throw new StartError(nothingFound)
  if (!options.yes)
    throw new WrongOptions(
      `${listOf(found)}\nName one with --model, or take the first that can be used with --yes.`,
    )
  const first = found.find(({ model }) => model.supportsTools !== false && !model.runsElsewhere)
  if (!first)
    throw new StartError(
      `None of the models found both supports tools and runs on this machine. Name one with --model.\n${listOf(found)}`,
    )
  return toConfig(first)
}

type OfferedModel = { server: LocalServer; model: LocalModel }

function offersOf(servers: LocalServer[], { provider }: SetupOptions): OfferedModel[] {
  const wanted = localPrograms.find((program): program is LocalProgram => program === provider)
  return servers
    .filter(({ program }) => !wanted || program === wanted)
    .flatMap((server) => server.models.map((model) => ({ server, model })))
}

/** The minimum of AGENT_CONTEXT_TOKENS; a model with less can't hold a page. */
const leastContext = 4_096

function namedModel(found: OfferedModel[], name: string): ModelConfig {
  const offer = found.find(({ model }) => model.model === name)
  if (offer) return toConfig(offer)
  throw new StartError(
    found.length === 0
      ? nothingFound
      : `There is no model ${name} on this machine. These were found:\n${listOf(found)}`,
  )
}

async function pick(
  found: OfferedModel[],
  servers: LocalServer[],
  options: SetupOptions,
  config: Config,
): Promise<ModelConfig | 'builtin'> {
  const silent = servers
    .filter(({ state }) => state === 'silent')
    .map(({ title, address }) => `${title} (${address})`)
  if (found.length > 0) process.stderr.write(`${listOf(found)}\n`)
  if (silent.length > 0) notice(`Nothing answers at ${silent.join(', ')}.`)
  for (const { title, state } of servers)
    if (state === 'wants_key') notice(`${title} asks for a key: choose "c" and enter its address.`)
  process.stderr.write(
    '  a  Anthropic, with your key\n  o  OpenAI, with your key\n  c  another address with the OpenAI API\n  b  the built-in agent, which needs no model\n',
  )
  for (;;) {
    const answer = await ask(
      found.length > 0 ? `Which one? [1–${found.length}, a, o, c, b] ` : 'Which one? [a, o, c, b] ',
    )
    const offer = found[Number(answer) - 1]
    if (offer) return toConfig(offer)
    if (answer === 'b') return 'builtin'
    const provider = ({ a: 'anthropic', o: 'openai', c: 'openai-compatible' } as const)[answer]
    if (provider) return await readProvider(provider, options, config)
  }
}

async function readProvider(
  provider: ModelProvider,
  options: SetupOptions,
  config: Config,
): Promise<ModelConfig> {
  const baseUrl = await readAddress(provider, options)
  const apiKey = await readKey(provider, options, config)
  const place = { provider, baseUrl, apiKey, chosenBy: 'service', allowPrivate: true } as const
  const isAnyPlace = provider === 'openai-compatible'
  const name = options.model ?? (await pickName({ ...place, name: 'any', seesImages: false }))
  if (!/^[\x21-\x7e]{1,200}$/.test(name)) throw new StartError('The name of a model has no spaces.')
  return { ...place, name, seesImages: !isAnyPlace }
}

async function readAddress(provider: ModelProvider, { address, yes }: SetupOptions): Promise<string> {
  if (address === undefined && provider !== 'openai-compatible') return modelAddress(provider, undefined)
  const canAskAgain = address === undefined && canAsk && !yes
  for (;;) {
    const given = canAskAgain
      ? await ask('Address, such as https://models.example.com/v1: ')
      : (address ?? '')
    const baseUrl = readBaseUrl(given)
    if (baseUrl) return modelAddress(provider, baseUrl)
    if (!canAskAgain) throw new WrongOptions('--address must be an http or https address without a query.')
  }
}

/** A key from the environment is sent only to its own provider, never to another URL. */
async function readKey(
  provider: ModelProvider,
  { keyFromStdin, yes }: SetupOptions,
  { providerKeys }: Config,
): Promise<string | undefined> {
  const isNeeded = provider !== 'openai-compatible'
  const given = keyFromStdin ? await readStandardInput() : isNeeded ? providerKeys[provider] : undefined
  const key =
    given ||
    (canAsk && !yes ? await ask(isNeeded ? 'Key: ' : 'Key, if it wants one: ', { isSecret: true }) : '')
  if (!key && isNeeded)
    throw new WrongOptions(
      `A key is needed: pass it with --key-from-stdin, or set ${provider.toUpperCase()}_API_KEY.`,
    )
  if (key && !secret(key))
    throw new StartError('The key contains spaces or other characters that no key has.')
  return key || undefined
}

async function pickName(place: ModelConfig): Promise<string> {
  const { models, problem } = await listProviderModels(place)
  if (problem && models.length === 0) notice(problem)
  if (!canAsk)
    throw new WrongOptions(
      `--model is required.${models.length > 0 ? ` The key may use ${models.slice(0, 20).join(', ')}.` : ''}`,
    )
  const shown = models.slice(0, 20)
  for (const [index, name] of shown.entries()) process.stderr.write(`  ${index + 1}  ${name}\n`)
  const answer = await ask('Name of the model: ')
  return shown[Number(answer) - 1] ?? answer
}

function toConfig({ server, model }: OfferedModel): ModelConfig {
  return {
    provider: 'openai-compatible',
    name: model.model,
    apiKey: undefined,
    baseUrl: server.baseUrl,
    seesImages: model.seesImages ?? false,
    contextTokens:
      model.contextTokens && model.contextTokens >= leastContext ? model.contextTokens : undefined,
    chosenBy: 'service',
    allowPrivate: true,
  }
}

function listOf(found: OfferedModel[]): string {
  const rows = found.map(
    ({ server, model: { model, sizeBytes, contextTokens, supportsTools, runsElsewhere } }, index) => [
      String(index + 1),
      model,
      `${server.title} (${server.address})`,
      sizeBytes ? `${(sizeBytes / 1e9).toFixed(1)} GB` : '',
      contextTokens ? contextTokens.toLocaleString('en') : '',
      runsElsewhere
        ? 'runs on another machine'
        : supportsTools === undefined
          ? 'unknown'
          : supportsTools
            ? 'yes'
            : 'no',
    ],
  )
  return table(['', 'MODEL', 'SERVER', 'SIZE', 'CONTEXT', 'TOOLS'], rows)
}

function isProvider(provider: string): provider is ModelProvider {
  return (modelProviders as readonly string[]).includes(provider)
}
