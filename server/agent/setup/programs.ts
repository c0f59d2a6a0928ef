import type { LocalProgram } from '../../config/localModels.ts'
import type { AskServer } from './ask.ts'
import { countOf, fieldsOf, listOf, nameOf, sizeOf } from './read.ts'

/** A model of a local server, with the data that the server reports. */
export type LocalModel = {
  model: string
  sizeBytes?: number | undefined
  /** Context size: as loaded if known, otherwise the maximum. */
  contextTokens?: number | undefined
  supportsTools?: boolean | undefined
  seesImages?: boolean | undefined
  /** Whether the server only forwards requests to another machine. */
  runsElsewhere?: boolean | undefined
}

/** The models of a server; undefined if the responses are not those of this program. */
type ReadModels = (ask: AskServer) => Promise<LocalModel[] | 'wants_key' | undefined>

export const programs: Record<LocalProgram, { title: string; basePath: string; read: ReadModels }> = {
  ollama: { title: 'Ollama', basePath: '/v1', read: readOllama },
  lmstudio: { title: 'LM Studio', basePath: '/v1', read: readLmStudio },
  'llama-server': { title: 'llama-server', basePath: '/v1', read: readLlamaServer },
  docker: { title: 'Docker Model Runner', basePath: '/engines/v1', read: readDocker },
}

const mostShown = 40
const isRefused = (status: number | undefined) => status === 401 || status === 403

/**
 * `/api/tags` lists the models, `/api/show` returns the capabilities and maximum context of each, `/api/ps` the actual
 * context of loaded ones: Ollama loads models with a smaller context than their maximum.
 */
async function readOllama(ask: AskServer): Promise<LocalModel[] | undefined> {
  const [tags, running] = await Promise.all([ask('/api/tags'), ask('/api/ps')])
  const listed = fieldsOf(tags?.body).models
  if (!Array.isArray(listed)) return undefined
  const loaded = new Map(
    listOf(fieldsOf(running?.body).models).map((one) => [one.name, countOf(one.context_length)]),
  )
  const models = listOf(listed).slice(0, mostShown)
  const read = await Promise.all(
    models.map(async (one): Promise<LocalModel[]> => {
      const model = nameOf(one.name)
      if (!model) return []
      const shown = fieldsOf((await ask('/api/show', { body: { model } }))?.body)
      const can = Array.isArray(shown.capabilities) ? shown.capabilities : undefined
      if (can && !can.includes('completion')) return []
      return [
        {
          model,
          sizeBytes: countOf(one.size),
          contextTokens: loaded.get(one.name) ?? ollamaContext(shown),
          supportsTools: can?.includes('tools'),
          seesImages: can?.includes('vision'),
          runsElsewhere: Boolean(one.remote_host ?? shown.remote_host),
        },
      ]
    }),
  )
  return read.flat()
}

function ollamaContext({ parameters, model_info }: Record<string, unknown>): number | undefined {
  const chosen = typeof parameters === 'string' ? /^num_ctx +(\d{1,9})$/m.exec(parameters)?.[1] : undefined
  if (chosen) return countOf(Number(chosen))
  const info = fieldsOf(model_info)
  return countOf(info[`${info['general.architecture']}.context_length`])
}

/** `/api/v1/models` (0.4 and later) includes the size; `/api/v0/models` (0.3.6 and later) does not. */
async function readLmStudio(ask: AskServer): Promise<LocalModel[] | 'wants_key' | undefined> {
  const newer = await ask('/api/v1/models')
  if (isRefused(newer?.status)) return 'wants_key'
  const { models } = fieldsOf(newer?.body)
  if (Array.isArray(models) && listOf(models).every(({ key }) => key !== undefined))
    return listOf(models).flatMap((one) => {
      const model = nameOf(one.key)
      if (!model || one.type !== 'llm') return []
      const { trained_for_tool_use: tools, vision } = fieldsOf(one.capabilities)
      const [instance] = listOf(one.loaded_instances)
      const contextTokens =
        countOf(fieldsOf(instance?.config).context_length) ?? countOf(one.max_context_length)
      const can = { supportsTools: asBoolean(tools), seesImages: asBoolean(vision) }
      return [{ model, sizeBytes: countOf(one.size_bytes), contextTokens, ...can }]
    })
  const { data } = fieldsOf((await ask('/api/v0/models'))?.body)
  if (!Array.isArray(data)) return undefined
  return listOf(data).flatMap((one) => {
    const model = nameOf(one.id)
    if (!model || (one.type !== 'llm' && one.type !== 'vlm')) return []
    const contextTokens = countOf(one.loaded_context_length) ?? countOf(one.max_context_length)
    const tools = Array.isArray(one.capabilities) ? one.capabilities.includes('tool_use') : undefined
    return [{ model, contextTokens, supportsTools: tools, seesImages: one.type === 'vlm' }]
  })
}

/** `/v1/models` names the model, `/props` returns its start options. Many programs use this port. */
async function readLlamaServer(ask: AskServer): Promise<LocalModel[] | 'wants_key' | undefined> {
  const [listed, started] = await Promise.all([ask('/v1/models'), ask('/props')])
  const models = listOf(fieldsOf(listed?.body).data).filter(({ owned_by }) => owned_by === 'llamacpp')
  if (models.length === 0) return undefined
  if (isRefused(started?.status)) return 'wants_key'
  const props = fieldsOf(started?.body)
  const contextTokens = countOf(fieldsOf(props.default_generation_settings).n_ctx)
  const caps = fieldsOf(props.chat_template_caps)
  const { vision } = fieldsOf(props.modalities)
  return models.flatMap((one) => {
    const model = nameOf(one.id)
    const { size, n_ctx_train } = fieldsOf(one.meta)
    return model
      ? [
          {
            model,
            sizeBytes: countOf(size),
            contextTokens: contextTokens ?? countOf(n_ctx_train),
            supportsTools: asBoolean(caps.supports_tools),
            seesImages: asBoolean(vision),
          },
        ]
      : []
  })
}

/** `/models` lists pulled models by tag, without their capabilities. */
async function readDocker(ask: AskServer): Promise<LocalModel[] | undefined> {
  const body = (await ask('/models'))?.body
  if (Array.isArray(body))
    return listOf(body).flatMap((one) => {
      const model = nameOf(Array.isArray(one.tags) ? one.tags[0] : undefined) ?? nameOf(one.id)
      const { size, context_size } = fieldsOf(one.config)
      return model ? [{ model, sizeBytes: sizeOf(size), contextTokens: countOf(context_size) }] : []
    })
  const { data } = fieldsOf((await ask('/engines/v1/models'))?.body)
  if (!Array.isArray(data)) return undefined
  return listOf(data).flatMap(({ id }) => {
    const model = nameOf(id)
    return model ? [{ model }] : []
  })
}

function asBoolean(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined
}
