import { type TSchema, Type } from 'typebox'
import { blockTypes } from '../../documents/blocks/index.ts'
import { operationKinds } from '../../documents/operations.ts'
import { Source, Theme } from '../../documents/schema.ts'
import { closed, Enum, Nullable } from '../../http/schema.ts'

/** The words that tell a model something. Examples, titles and media types cost tokens and tell it nothing. */
const idle = new Set(['examples', 'title', 'contentMediaType', 'minLength'])

/** Sources are asked for wherever something is said; an operation may leave them out, a model may not. */
const sources = Type.Array(Source, {
  description:
    'The sources of all facts that the block rests on after this; empty when it says nothing personal.',
})
const block = Type.Unsafe<{ type: string; props: object }>({
  anyOf: blockTypes.map(({ name, purpose, props }) =>
    Type.Object({ type: Enum([name]), props }, { ...closed, description: purpose }),
  ),
})
const theme = Type.Partial(
  Type.Object(
    Object.fromEntries(Object.entries(Theme.properties).map(([name, field]) => [name, Nullable(field)])),
  ),
  { ...closed, description: 'What changes; null gives a part back to the brand.' },
)
const { addBlock, updateBlock, moveBlock, removeBlock, setTheme, setMetadata } = operationKinds

/** What each tool takes: the operations' own schemas, without what the desk puts in, and with shapes spelt out. */
export const inputs = {
  addBlock: input(addBlock, { block, sources }),
  updateBlock: input(updateBlock, { sources }),
  moveBlock: input(moveBlock),
  removeBlock: input(removeBlock),
  setTheme: input(setTheme, { theme }),
  setMetadata: input(setMetadata),
  restoreVersion: lean(
    Type.Object(
      { versionNumber: Type.Integer({ minimum: 1, description: 'Number of the version to go back to.' }) },
      closed,
    ),
  ),
  findAssets: lean(
    Type.Object(
      {
        query: Type.String({
          maxLength: 200,
          description:
            'Words that must all occur in its name, purpose, tags or description; empty for the newest.',
        }),
      },
      closed,
    ),
  ),
}

type Shape = { properties: Record<string, TSchema> }

function input({ properties }: Shape, more: Record<string, TSchema> = {}): object {
  const { type: _, documentHash: __, ...rest } = properties
  return lean(Type.Object({ ...rest, ...more }, closed))
}

function lean(schema: object): object {
  return JSON.parse(
    JSON.stringify(schema, function (this: unknown, name, value) {
      const isProperty = typeof value === 'object' && !Array.isArray(value)
      return idle.has(name) && !isProperty ? undefined : value
    }),
  )
}
