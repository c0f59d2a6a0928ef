import { examples, templateList } from '../../document/index.ts'
import { promptsIn } from '../../shared/prompts.ts'
import type { App, AppContext } from '../context.ts'
import { operation } from '../web/operation.ts'
import { sendDocument } from '../web/send.ts'
import { bareText } from './exampleText.ts'
import {
  type PageExample,
  PageExamples,
  PageTemplate,
  PageTemplateInput,
  PageTemplates,
  type Template,
  TemplateList,
} from './schema.ts'
import { deleteTemplate, listTemplates, renameTemplate } from './templates.ts'
import { savePageAsTemplate } from './verbs.ts'

const items = [...templateList].map(
  ([name, { pageType, look, title, description, document }]): Template => ({
    ...{ name, title, description, pageType, look: look ?? null, document },
  }),
)
const list = { items, hasMore: false, nextCursor: null, totalCount: items.length }

const exampleItems = [...examples].map(
  ([name, { trade, pageType, brand, shown, start, proposals }]): PageExample => ({
    ...{ name, trade, pageType, proposals },
    look: brand.look,
    companyName: brand.name,
    text: bareText(shown),
    blocks: shown.blocks.length,
    questions: promptsIn(JSON.stringify(start)).length,
  }),
)

export function templateRoutes(app: App, context: AppContext) {
  ownTemplateRoutes(app, context)
  app.get(
    '/v0/templates',
    operation('listTemplates', 'List the templates of pages', {
      scope: 'read',
      description: 'Templates for new pages. The list is not paginated.',
      response: { 200: TemplateList },
    }),
    async (_request, reply) => sendDocument(reply, list),
  )
  app.get(
    '/v0/page_examples',
    operation('listPageExamples', 'List examples of pages', {
      scope: 'read',
      description:
        'Finished pages of fictional companies, to start from. `GET /v0/templates/preview` shows one in its own colours, or in those of a brand.',
      response: { 200: PageExamples },
    }),
    async () => ({ items: exampleItems }),
  )
}

function ownTemplateRoutes(app: App, { db }: AppContext) {
  app.get(
    '/v0/page_templates',
    operation('listPageTemplates', 'List your own templates', {
      scope: 'read',
      description: 'Pages that were saved as templates, newest first. A tenant has at most 100.',
      response: { 200: PageTemplates },
    }),
    async ({ tenantId }) => ({ items: await listTemplates(db.read, tenantId) }),
  )

  app.post(
    '/v0/pages/:page_id/template',
    operation('createPageTemplate', 'Save a page as a template', {
      scope: 'write',
      description:
        'Keeps the document with its placeholders, and the settings of the page. Later changes of the page do not change the template.',
      body: PageTemplateInput,
      response: { 201: PageTemplate },
      problems: ['template_limit'],
    }),
    ({ tenantId, params, body: { name } }) =>
      db.inTransaction((tx) => savePageAsTemplate(tx, tenantId, params.page_id, name)),
  )

  app.patch(
    '/v0/page_templates/:template_id',
    operation('updatePageTemplate', 'Rename a template', {
      scope: 'write',
      body: PageTemplateInput,
      response: { 200: PageTemplate },
    }),
    ({ tenantId, params, body: { name } }) =>
      db.inTransaction((tx) => renameTemplate(tx, tenantId, params.template_id, name)),
  )

  app.delete(
    '/v0/page_templates/:template_id',
    operation('deletePageTemplate', 'Delete a template', {
      scope: 'write',
      description: 'Pages created from it do not change.',
    }),
    async ({ tenantId, params }) => {
      await db.inTransaction((tx) => deleteTemplate(tx, tenantId, params.template_id))
    },
  )
}
