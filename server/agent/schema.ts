import { type Static, Type } from 'typebox'
import { ClosedObject, Enum, NamedObject, Nullable } from '../../shared/typebox.ts'
import { modelProviders } from '../config/modelConfig.ts'
import { Timestamp } from '../web/schema.ts'
import { checkNames } from './setup/checkNames.ts'

const exampleModel = 'anthropic:claude-sonnet-4-5'
export const Provider = Enum(modelProviders, { description: 'The API that the endpoint speaks.' })
export const ModelName = Type.String({
  pattern: '^[\\x21-\\x7e]{1,200}$',
  description: 'What the provider calls the model.',
  examples: ['claude-sonnet-4-5'],
})

/** The agent that edits the pages of a tenant. */
export const WorkingAgent = NamedObject(
  'WorkingAgent',
  {
    kind: Enum(['builtin', 'model'], {
      description: 'The built-in agent follows rules and is basic; a model is a language model.',
    }),
    model: Nullable(Type.String({ description: 'The language model, as `provider:name`.' })),
    chosenBy: Enum(['service', 'tenant'], {
      description: 'Whether it is the default of the service or the choice of this tenant.',
    }),
  },
  { kind: 'model', model: exampleModel },
)
export type WorkingAgent = Static<typeof WorkingAgent>

const agentChoices = ['service', 'builtin', 'model'] as const

export const AgentSettings = NamedObject(
  'AgentSettings',
  {
    choice: Enum(agentChoices, {
      description: 'The default of the service, the built-in agent, or your own model.',
    }),
    provider: Nullable(Provider),
    model: Nullable(ModelName),
    baseUrl: Nullable(
      Type.String({ description: 'URL of the model endpoint; null for the provider’s default.' }),
    ),
    hasApiKey: Type.Boolean({ description: 'Whether a key is stored. The key itself is never shown.' }),
    serviceModel: Nullable(
      Type.String({ description: 'The default model of the service; null for the built-in agent.' }),
    ),
    contextTokens: Nullable(
      Type.Integer({ description: 'Tokens that the context of your model holds; null where it is large.' }),
    ),
    allowsPrivateAddresses: Type.Boolean({
      description: 'Whether `baseUrl` may be a private address. Set by the operator.',
    }),
    updatedAt: Nullable(Timestamp),
  },
  {
    choice: 'model',
    provider: 'anthropic',
    model: 'claude-sonnet-4-5',
    hasApiKey: true,
    updatedAt: '+1794614400000',
  },
)
export type AgentSettings = Static<typeof AgentSettings>

export const modelFields = {
  provider: Type.Optional(Provider),
  model: Type.Optional(ModelName),
  baseUrl: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 2000,
        description: 'An https address; an `openai-compatible` model needs one.',
        examples: ['https://models.example.com/v1'],
      }),
    ),
  ),
  contextTokens: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 4096,
        maximum: 2_000_000,
        description:
          'Tokens that its context holds, if fewer than 64,000: what it is sent is shortened to fit.',
      }),
    ),
  ),
  apiKey: Type.Optional(
    Type.String({
      pattern: '^[\\x21-\\x7e]{1,1000}$',
      writeOnly: true,
      description:
        'Stored encrypted and never shown again. Without it, the stored key is kept while provider and URL stay the same.',
    }),
  ),
}

export const AgentSettingsInput = NamedObject(
  'AgentSettingsInput',
  { choice: Enum(agentChoices), ...modelFields },
  { choice: 'builtin' },
)
export type AgentSettingsInput = Static<typeof AgentSettingsInput>

const ModelInput = ClosedObject(modelFields)
export type ModelInput = Static<typeof ModelInput>

const CheckName = Enum(checkNames, {
  description:
    'What to check: that it answers, that it uses tools, that it changes one text and nothing else, that it changes one entry of a list and keeps the others, that it ignores orders in a note, that a long page fits.',
})

export const AgentTestInput = NamedObject('AgentTestInput', {
  ...modelFields,
  check: Type.Optional(CheckName),
})
export type AgentTestInput = Static<typeof AgentTestInput>

export const AgentTestResult = NamedObject(
  'AgentTestResult',
  {
    success: Type.Boolean(),
    message: Type.String({ description: 'What was found, or what to do.' }),
    model: Nullable(Type.String()),
    durationMs: Nullable(Type.Integer()),
    inputTokens: Nullable(Type.Integer()),
    outputTokens: Nullable(Type.Integer()),
    check: Type.Optional(CheckName),
    title: Type.Optional(Type.String({ description: 'What was checked, in words.' })),
    cost: Type.Optional(
      Nullable(Type.Number({ description: 'In US dollars, by list price; null when the price is unknown.' })),
    ),
    contextUsed: Type.Optional(
      Nullable(
        Type.Number({
          minimum: 0,
          maximum: 1,
          description: 'How much of the context of the model was used; null when its size is unknown.',
        }),
      ),
    ),
  },
  {
    success: true,
    message: 'It changed a headline on a scratch page, as asked.',
    model: exampleModel,
    durationMs: 1840,
    inputTokens: 4100,
    outputTokens: 60,
  },
)
export type AgentTestResult = Static<typeof AgentTestResult>
