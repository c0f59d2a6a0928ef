import { type Static, Type } from 'typebox'
import { ClosedObject, Enum, NamedObject, Nullable } from '../../../shared/typebox.ts'
import { localPrograms } from '../../config/localModels.ts'
import { ModelName, modelFields, Provider } from '../schema.ts'

const LocalModel = ClosedObject({
  model: ModelName,
  sizeBytes: Nullable(Type.Integer({ description: 'Null where the server does not tell.' })),
  contextTokens: Nullable(
    Type.Integer({ description: 'How much it can read at once; null where the server does not tell.' }),
  ),
  supportsTools: Nullable(
    Type.Boolean({ description: 'Whether it can call tools, which agents need; null where unknown.' }),
  ),
  runsElsewhere: Type.Boolean({ description: 'The server passes requests on to another machine.' }),
})

const LocalServer = ClosedObject({
  program: Enum(localPrograms),
  name: Type.String({ description: 'What the program is called.' }),
  address: Type.String({ description: 'Host and port.' }),
  baseUrl: Type.String({ description: 'The `baseUrl` of an `openai-compatible` model.' }),
  state: Enum(['answers', 'wants_key', 'silent'], {
    description: 'Whether the program answers there, asks for a key, or nothing answers.',
  }),
  models: Type.Array(LocalModel),
})

const exampleModel = {
  model: 'qwen3:8b',
  sizeBytes: 5225388164,
  contextTokens: 32768,
  supportsTools: true,
  runsElsewhere: false,
}

export const LocalServers = NamedObject(
  'LocalServers',
  {
    isAllowed: Type.Boolean({
      description: 'Whether the operator allows private addresses. If not, nothing is looked for.',
    }),
    servers: Type.Array(LocalServer),
  },
  {
    isAllowed: true,
    servers: [
      {
        program: 'ollama',
        name: 'Ollama',
        address: 'localhost:11434',
        baseUrl: 'http://127.0.0.1:11434/v1',
        state: 'answers',
        models: [exampleModel],
      },
    ],
  },
)
export type LocalServers = Static<typeof LocalServers>

const { baseUrl, apiKey } = modelFields
export const ProviderModelsInput = NamedObject(
  'ProviderModelsInput',
  { provider: Provider, baseUrl, apiKey },
  { apiKey: 'sk-ant-api03-4f9c' },
)

const Price = ClosedObject({
  inputPerMillion: Type.Number({ description: 'US dollars for a million tokens read.' }),
  outputPerMillion: Type.Number({ description: 'US dollars for a million tokens written.' }),
  asOf: Nullable(Type.String({ description: 'The day of the list price; null for one that was set.' })),
})

export const ProviderModels = NamedObject(
  'ProviderModels',
  {
    models: Type.Array(ClosedObject({ model: ModelName, price: Nullable(Price) }), {
      description: 'The models that the key may use, newest first.',
    }),
    problem: Nullable(Type.String({ description: 'Why there is no list, and what to do.' })),
  },
  {
    models: [
      {
        model: 'claude-sonnet-5-5',
        price: { inputPerMillion: 2, outputPerMillion: 10, asOf: '2026-11-17' },
      },
    ],
  },
)
export type ProviderModels = Static<typeof ProviderModels>
