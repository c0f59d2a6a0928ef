import { type LocalPorts, type LocalProgram, localPrograms } from '../../config/localModels.ts'
import type { ModelConfig } from '../../config/modelConfig.ts'
import { openAsk } from './ask.ts'
import { type LocalModel, programs } from './programs.ts'

/** A server that answers does so within milliseconds; one that loads a model may take longer, and is found next time. */
const limitMs = 1_000

export type LocalServer = {
  program: LocalProgram
  title: string
  /** For people. */
  address: string
  /** For the model's settings. */
  baseUrl: string
  state: 'answers' | 'wants_key' | 'silent'
  models: LocalModel[]
}

/** Looks for servers with language models on this machine: on loopback, at the ports that the operator set. */
export async function discoverServers(ports: LocalPorts): Promise<LocalServer[]> {
  return await Promise.all(
    localPrograms.flatMap((program) => {
      const port = ports[program]
      return port === undefined ? [] : [lookAt(program, port)]
    }),
  )
}

async function lookAt(program: LocalProgram, port: number): Promise<LocalServer> {
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

/** What the server on this machine tells about a model that is set up; undefined for any other address. */
export async function findLocalModel(
  { baseUrl, name }: Pick<ModelConfig, 'baseUrl' | 'name'>,
  ports: LocalPorts,
): Promise<LocalModel | undefined> {
  if (!isLoopback(baseUrl)) return undefined
  const port = Number(new URL(baseUrl).port)
  const program = localPrograms.find((one) => ports[one] === port)
  if (!program) return undefined
  const { models } = await lookAt(program, port)
  return models.find(({ model }) => model === name)
}

export function isLoopback(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl)
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}
