import { noteChange } from '../audit/cause.ts'
import { type ModelConfig, modelName } from '../config/modelConfig.ts'
import type { App, AppContext } from '../context.ts'
import { FairQueue } from '../threads/fairQueue.ts'
import { demandLimitedSize } from '../web/freeForm.ts'
import { operation } from '../web/operation.ts'
import { findHostFault } from '../web/outbound.ts'
import { AgentFailure } from './agent.ts'
import { PageMessageAnswer, PageMessageInput } from './pageMessageSchema.ts'
import { PageMessages } from './pageMessages.ts'
import { AgentSettings, AgentSettingsInput, AgentTestInput, AgentTestResult, WorkingAgent } from './schema.ts'
import {
  changeAgentSettings,
  describeWorkingAgent,
  getAgentSettings,
  protectKey,
  readModelToTest,
} from './settings.ts'
import type { CheckName } from './setup/checkNames.ts'
import { addSetupRoutes } from './setupRoutes.ts'
import { addUsage } from './usageQueries.ts'

const longestTestMs = 60_000
/** A test holds a connection for up to a minute. */
const tests = { of: 'tests of a language model', atOnce: 8, ofTenant: 2, waiting: 0 }

export function agentRoutes(app: App, context: AppContext) {
  const { db } = context
  app.get(
    '/v0/agent',
    operation('getAgent', 'Get the active agent', { scope: 'read', response: { 200: WorkingAgent } }),
    async ({ tenantId }) => await describeWorkingAgent(context, db.read, tenantId),
  )

  app.get(
    '/v0/agent/settings',
    operation('getAgentSettings', 'Get the agent settings', {
      scope: 'admin',
      response: { 200: AgentSettings },
    }),
    async ({ tenantId }) => await getAgentSettings(context, db.read, tenantId),
  )

  app.put(
    '/v0/agent/settings',
    operation('setAgentSettings', 'Choose the agent', {
      scope: 'admin',
      description:
        'Applies from the next message. A key is stored encrypted and never shown again. Choosing anything but a model deletes it.',
      body: AgentSettingsInput,
      response: { 200: AgentSettings },
    }),
    async ({ tenantId, body }) => {
      const key = await protectKey(context, tenantId, body)
      return await db.inTransaction(async (tx) => {
        noteChange(tx, { before: await getAgentSettings(context, tx, tenantId) })
        await changeAgentSettings(context, tx, tenantId, body, key)
        return await getAgentSettings(context, tx, tenantId)
      })
    },
  )

  const messages = new PageMessages(context)
  app.post(
    '/v0/pages/:page_id/document/messages',
    operation('askForPageChanges', 'Ask the agent to change a page', {
      scope: 'write',
      description:
        'The agent turns the message into operations on the page’s own document and answers with them. Nothing is ' +
        'stored: apply them with `POST …/document/operations`. The response arrives when the agent is done, which takes up to ' +
        'two minutes with a language model. Closing the connection stops it.',
      tags: ['Pages'],
      body: PageMessageInput,
      response: { 200: PageMessageAnswer },
    }),
    async ({ tenantId, params: { page_id }, body }, reply) => {
      if (body.selectedElement) demandLimitedSize(body.selectedElement, '/selectedElement')
      const disconnected = new AbortController()
      reply.raw.once('close', () => disconnected.abort())
      return await messages.answer(tenantId, page_id, body, disconnected.signal)
    },
  )

  const running = new FairQueue(tests)
  app.post(
    '/v0/agent/test',
    operation('testAgent', 'Test a language model', {
      scope: 'admin',
      description:
        'Lets the model change a headline on a scratch page, or does the given check. Without a model, it tests the active one. Nothing is stored.',
      body: AgentTestInput,
      response: { 200: AgentTestResult },
    }),
    async ({ tenantId, body: { check, ...given } }, reply) => {
      const model = await readModelToTest(context, db.read, tenantId, given).catch(failed)
      if (!model) return untested('The built-in agent is active. It needs no key and no test.', true)
      if ('success' in model) return model
      const fault = await findHostFault(model.baseUrl, model)
      if (fault) return untested(fault, false)
      const disconnected = new AbortController()
      reply.raw.once('close', () => disconnected.abort())
      const result = await running.run(tenantId, () => testModel(context, model, check, disconnected.signal))
      const { inputTokens, outputTokens } = result
      if (inputTokens && outputTokens !== null)
        await addUsage(db, tenantId, { inputTokens, outputTokens, runs: 1 })
      return result
    },
  )

  addSetupRoutes(app, context)
}

async function testModel(
  { config }: AppContext,
  model: ModelConfig,
  check: CheckName | undefined,
  signal: AbortSignal,
): Promise<AgentTestResult> {
  const { checkModel } = await import('./model/check.ts')
  const limitMs = check ? config.agentTimeoutSeconds * 1000 : longestTestMs
  for await (const result of checkModel(model, {
    only: check ?? 'text',
    limitMs,
    settings: config,
    signal,
  })) {
    const { works, problem, durationMs, inputTokens, outputTokens, title, cost, contextUsed } = result
    const done = check ? 'It did as asked.' : 'It changed a headline on a scratch page, as asked.'
    const message = works ? done : problem
    const tested = { success: works, message, model: modelName(model), durationMs, inputTokens, outputTokens }
    return check ? { ...tested, check, title, cost, contextUsed } : tested
  }
  throw new Error('a check without a result')
}

function failed(error: unknown): AgentTestResult {
  if (error instanceof AgentFailure) return untested(error.message, false)
  throw error
}

function untested(message: string, success: boolean): AgentTestResult {
  return { success, message, model: null, durationMs: null, inputTokens: null, outputTokens: null }
}
