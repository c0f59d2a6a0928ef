import { type LocalPorts, type LocalProgram, localPrograms } from '../../config/localModels.ts'
import type { ModelConfig } from '../../config/modelConfig.ts'
import { openAsk } from './ask.ts'
import { type LocalModel, programs } from './programs.ts'

/** A running server responds within milliseconds; one that is loading a model may take longer, and is found next time. */
const limitMs = 1_000

export type LocalServer = {
  program: LocalProgram
  title: string
  /** Shown to users. */
  address: string
  /** Stored in the model's settings. */
  baseUrl: string
  state: 'answers' | 'wants_key' | 'silent'
  models: LocalModel[]
}

/** Finds servers with language models on this machine: on loopback, at the configured ports. */
export async function discoverServers(ports: LocalPorts): Promise<LocalServer[]> {
  return await Promise.all(
    localPrograms.flatMap((program) => {
      const port = ports[program]
      return port === undefined ? [] : [probeServer(program, port)]
    }),
  )
}

async function probeServer(program: LocalProgram, port: number): Promise<LocalServer> {
  const { title, basePath, read } = programs[program]
  const origin = `http://127.0.0.1:${port}`
  const found = await read(openAsk(origin, { allowPrivate: true, limitMs }))
  return {
    program,
    title,
    address: `localhost:${port}`,
    baseUrl: origin + basePath,
    state: found === undefined ? 'silent' : found === 'wants_key' ? found : 'answers',
    models: Array.isArray(found) ? found : [],
  }
}

/** What a local server reports about a configured model; undefined for any other URL. */
export async function findLocalModel(
  { baseUrl, name }: Pick<ModelConfig, 'baseUrl' | 'name'>,
  ports: LocalPorts,
): Promise<LocalModel | undefined> {
  if (!isLoopback(baseUrl)) return undefined
  const port = Number(new URL(baseUrl).port)
  const program = localPrograms.find((one) => ports[one] === port)
  if (!program) return undefined
  const { models } = await probeServer(program, port)
  return models.find(({ model }) => model === name)
}

export function isLoopback(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl)
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}
