import { readFileSync } from 'node:fs'
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { ModelProvider } from './modelConfig.ts'

const names = [
  'AGENT_CONTEXT_TOKENS',
  'AGENT_MODEL',
  'AGENT_SEES_IMAGES',
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_BASE_URL',
  'OPENAI_API_KEY',
  'OPENAI_BASE_URL',
] as const

type Environment = Record<string, string | undefined>
export type StoredModel = {
  provider: ModelProvider
  model: string
  baseUrl?: string | undefined
  apiKey?: string | undefined
  seesImages: boolean
  contextTokens?: number | undefined
}

export function agentFileOf(dataDir: string): string {
  return join(dataDir, 'agent.env')
}

/**
 * Adds the model that `foyer agent setup` stored in the data folder. It applies only if AGENT_MODEL is not set, and as
 * a whole: a key or URL from another source could send requests to the wrong provider.
 */
export function withAgentFile(environment: Environment): Environment {
  if (environment.AGENT_MODEL?.trim()) return environment
  const stored = readAgentFile(resolve(environment.DATA_DIR?.trim() || './data'))
  if (!stored.AGENT_MODEL) return environment
  const seesImages = environment.AGENT_SEES_IMAGES?.trim() || stored.AGENT_SEES_IMAGES
  const cleared = Object.fromEntries(names.map((name) => [name, undefined]))
  return { ...environment, ...cleared, ...stored, AGENT_SEES_IMAGES: seesImages }
}

function readAgentFile(dataDir: string): Environment {
  let text: string
  try {
    text = readFileSync(agentFileOf(dataDir), 'utf8')
  } catch {
    return {}
  }
  const lines = text.split('\n').map((line) => /^([A-Z_]+)=(\S+)\s*$/.exec(line))
  const pairs = lines.flatMap((match) => (match ? [[match[1] as string, match[2] as string] as const] : []))
  return Object.fromEntries(pairs.filter(([name]) => (names as readonly string[]).includes(name)))
}

/** Stores the model of the service; undefined removes it, so that the built-in agent is used. */
export async function writeAgentFile(dataDir: string, stored: StoredModel | undefined): Promise<string> {
  const path = agentFileOf(dataDir)
  if (!stored) {
    await rm(path, { force: true })
    return path
  }
  const { provider, model, baseUrl, apiKey, seesImages, contextTokens } = stored
  const prefix = provider === 'anthropic' ? 'ANTHROPIC' : 'OPENAI'
  const lines = [
    '# Written by `npx foyer agent setup`. It counts where AGENT_MODEL is not set in the environment.',
    `AGENT_MODEL=${provider}:${model}`,
    ...(baseUrl ? [`${prefix}_BASE_URL=${baseUrl}`] : []),
    ...(apiKey ? [`${prefix}_API_KEY=${apiKey}`] : []),
    ...(seesImages ? [] : ['AGENT_SEES_IMAGES=false']),
    ...(contextTokens ? [`AGENT_CONTEXT_TOKENS=${contextTokens}`] : []),
  ]
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}.new`
  await writeFile(draft, `${lines.join('\n')}\n`, { mode: 0o600 })
  await chmod(draft, 0o600)
  await rename(draft, path)
  return path
}
