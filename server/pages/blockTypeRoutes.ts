import { Type } from 'typebox'
import { blockTypes, Theme } from '../../document/index.ts'
import { closed, NamedObject, Nullable } from '../../shared/typebox.ts'
import type { App } from '../context.ts'
import { operation } from '../web/operation.ts'
import { sendDocument } from '../web/send.ts'

const AnySchema = Type.Unsafe<object>({
  type: 'object',
  additionalProperties: true,
  description: 'A JSON Schema.',
})

const BlockTypeList = NamedObject(
  'BlockTypeList',
  {
    items: Type.Array(
      Type.Object(
        {
          type: Type.String({ examples: ['hero'] }),
          purpose: Type.String({ description: 'What it is for.' }),
          props: AnySchema,
          starter: Nullable(
            Type.Unsafe<object>({
              type: 'object',
              additionalProperties: true,
              description:
                'Props of a new block, with questions in place of what is to be written; null where an asset has to be chosen first.',
            }),
          ),
        },
        { ...closed, title: 'BlockTypeInfo' },
      ),
    ),
    theme: AnySchema,
  },
  {
    items: [{ type: 'hero', purpose: 'The first thing a visitor sees.', props: {}, starter: null }],
    theme: {},
  },
)

const list = {
  items: blockTypes.map(({ name, purpose, props, starter }) => ({ type: name, purpose, props, starter })),
  theme: Theme,
}

/** The block types of documents, for editors that generate forms from them. */
export function blockTypeRoutes(app: App) {
  app.get(
    '/v0/block_types',
    operation('listBlockTypes', 'List the types of blocks', {
      scope: 'read',
      description: 'With the schema of their props and the props of a new block.',
      response: { 200: BlockTypeList },
    }),
    async (_request, reply) => sendDocument(reply.header('cache-control', 'private, max-age=300'), list),
  )
}
