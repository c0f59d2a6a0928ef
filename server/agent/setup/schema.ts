import { type Static, Type } from 'typebox'
import { closed, Enum, Nullable } from '../../../shared/typebox.ts'
import { localPrograms } from '../../config/localModels.ts'
import { ModelName, modelFields, Provider } from '../schema.ts'

const LocalModel = Type.Object(
  {
    model: ModelName,
    sizeBytes: Nullable(Type.Integer({ description: 'Null where the server does not tell.' })),
    contextTokens: Nullable(
      Type.Integer({ description: 'How much it can read at once; null where the server does not tell.' }),
    ),
    supportsTools: Nullable(
      Type.Boolean({ description: 'Whether it can call tools, which agents need; null where unknown.' }),
    ),
    runsElsewhere: Type.Boolean({ description: 'The server passes requests on to another machine.' }),
  },
  closed,
)

const LocalServer = Type.Object(
  {
    program: Enum(localPrograms),
    name: Type.String({ description: 'What the program is called.' }),
    address: Type.String({ description: 'Host and port.' }),
    baseUrl: Type.String({ description: 'The `baseUrl` of an `openai-compatible` model.' }),
    state: Enum(['answers', 'wants_key', 'silent'], {
      description: 'Whether the program answers there, asks for a key, or nothing answers.',
    }),
    models: Type.Array(LocalModel),
  },
  closed,
)

const exampleModel = {
  model: 'qwen3:8b',
  sizeBytes: 5225388164,
  contextTokens: 32768,
  supportsTools: true,
  runsElsewhere: false,
}

export const LocalServers = Type.Object(
  {
    isAllowed: Type.Boolean({
      description: 'Whether the operator allows private addresses. If not, nothing is looked for.',
    }),
    servers: Type.Array(LocalServer),
  },
  {
    ...closed,
    title: 'LocalServers',
    examples: [
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
    ],
  },
)
export type LocalServers = Static<typeof LocalServers>

const { baseUrl, apiKey } = modelFields
export const ProviderModelsInput = Type.Object(
  { provider: Provider, baseUrl, apiKey },
  {
    ...closed,
    title: 'ProviderModelsInput',
    examples: [{ provider: 'anthropic', apiKey: 'sk-ant-api03-4f9c' }],
  },
)

const Price = Type.Object(
  {
    inputPerMillion: Type.Number({ description: 'US dollars for a million tokens read.' }),
    outputPerMillion: Type.Number({ description: 'US dollars for a million tokens written.' }),
    asOf: Nullable(Type.String({ description: 'The day of the list price; null for one that was set.' })),
  },
  closed,
)

export const ProviderModels = Type.Object(
  {
    models: Type.Array(Type.Object({ model: ModelName, price: Nullable(Price) }, closed), {
      description: 'The models that the key may use, newest first.',
    }),
    problem: Nullable(Type.String({ description: 'Why there is no list, and what to do.' })),
  },
  {
    ...closed,
    title: 'ProviderModels',
    examples: [
      {
        models: [
          {
            model: 'claude-sonnet-5-5',
            price: { inputPerMillion: 2, outputPerMillion: 10, asOf: '2026-11-17' },
          },
        ],
        problem: null,
      },
    ],
  },
)
export type ProviderModels = Static<typeof ProviderModels>
