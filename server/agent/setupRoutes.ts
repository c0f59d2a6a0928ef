import type { App, AppContext } from '../context.ts'
import { FairQueue } from '../threads/fairQueue.ts'
import { operation } from '../web/operation.ts'
import { findHostFault } from '../web/outbound.ts'
import { AgentFailure } from './agent.ts'
import { readModelToTest } from './settings.ts'
import { discoverServers, type LocalServer } from './setup/discover.ts'
import { findPrice } from './setup/prices.ts'
import { listProviderModels } from './setup/providerModels.ts'
import { LocalServers, ProviderModels, ProviderModelsInput } from './setup/schema.ts'

/** Each takes a few connections for up to five seconds. */
const searches = { of: 'searches for language models', atOnce: 8, ofTenant: 2, waiting: 4 }

export function addSetupRoutes(app: App, context: AppContext) {
  const { db, config } = context
  const running = new FairQueue(searches)
  app.get(
    '/v0/agent/local_servers',
    operation('findLocalServers', 'Find language models on this machine', {
      scope: 'admin',
      description:
        'Looks for Ollama, LM Studio, llama-server and Docker Model Runner on the machine of the service and lists their models. Needs the setting `AGENT_ALLOW_PRIVATE`.',
      response: { 200: LocalServers },
    }),
    async ({ tenantId }) => {
      if (!config.agentAllowPrivate) return { isAllowed: false, servers: [] }
      const servers = await running.run(tenantId, () => discoverServers(config.localPorts))
      return { isAllowed: true, servers: servers.map(presentServer) }
    },
  )

  app.post(
    '/v0/agent/models',
    operation('listProviderModels', 'List the models of a provider', {
      scope: 'admin',
      description:
        'Lists the models that a key may use, with their list prices where known. Without a key, the stored one is used for the provider and address it was stored for. Nothing is stored.',
      body: ProviderModelsInput,
      response: { 200: ProviderModels },
    }),
    async ({ tenantId, body }) => {
      const place = await readModelToTest(context, db.read, tenantId, { ...body, model: 'any' }).catch(failed)
      if (!place || 'problem' in place) return { models: [], problem: place?.problem ?? null }
      const fault = await findHostFault(place.baseUrl, place)
      if (fault) return { models: [], problem: fault }
      const { models, problem } = await running.run(tenantId, () => listProviderModels(place))
      const priceOf = (name: string) => findPrice({ ...place, name }, config.modelPrices)
      return {
        models: models.map((model) => ({ model, price: presentPrice(priceOf(model)) })),
        problem: problem ?? null,
      }
    },
  )
}

function presentServer({ title, models, program, address, baseUrl, state }: LocalServer) {
  return {
    program,
    name: title,
    address,
    baseUrl,
    state,
    models: models.map(({ model, sizeBytes, contextTokens, supportsTools, runsElsewhere }) => ({
      model,
      sizeBytes: sizeBytes ?? null,
      contextTokens: contextTokens ?? null,
      supportsTools: supportsTools ?? null,
      runsElsewhere: runsElsewhere ?? false,
    })),
  }
}

function presentPrice(price: ReturnType<typeof findPrice>) {
  return price ? { ...price, asOf: price.asOf ?? null } : null
}

function failed(error: unknown): { problem: string } {
  if (error instanceof AgentFailure) return { problem: error.message }
  throw error
}
