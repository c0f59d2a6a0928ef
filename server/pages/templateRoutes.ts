import type { App } from '../context.ts'
import { templateList } from '../documents/templates/index.ts'
import { type Template, TemplateList } from './schema.ts'

const items = [...templateList].map(
  ([name, { pageType, look, title, description, document }]): Template => ({
    ...{ name, title, description, pageType, look: look ?? null, document },
  }),
)
const list = { items, hasMore: false, nextCursor: null, totalCount: items.length }

export function templateRoutes(app: App) {
  app.get(
    '/v0/templates',
    {
      schema: {
        operationId: 'listTemplates',
        summary: 'List the templates of pages',
        description: 'What a new page can start as. There are few, so one page holds them all.',
        tags: ['Pages'],
        response: { 200: TemplateList },
      },
      config: { scope: 'read', beyond: true },
    },
    async (_request, reply) =>
      // Fifteen kinds of block need not be told apart to send what never changes.
      reply.type('application/json; charset=utf-8').serializer(JSON.stringify).send(list),
  )
}
