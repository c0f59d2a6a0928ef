import { invalid } from '../../shared/problem.ts'
import { findBrand } from '../brands/queries.ts'
import type { App, AppContext } from '../context.ts'
import { databaseNow } from '../database/clock.ts'
import { findTemplate } from '../pages/templates.ts'
import { getTenant } from '../tenants/queries.ts'
import { toTimestamp } from '../time.ts'
import { getVersionDocument } from '../versions/documents.ts'
import { getVersion } from '../versions/queries.ts'
import { VersionCheck } from '../versions/schema.ts'
import { operation } from '../web/operation.ts'
import { checkPage, checkVersion } from './check.ts'
import { previewMs, previewPath } from './preview.ts'
import { Preview, TemplateQuery } from './schema.ts'
import { templatePath } from './templatePreview.ts'

export function previewRoutes(app: App, { db, sign, siteUrl }: AppContext) {
  app.get(
    '/v0/pages/:page_id/audiences/:audience_id/versions/:version_id/preview',
    operation('previewAudienceVersion', 'Create a preview URL of a version', {
      scope: 'read',
      description:
        'Shows any finished version, published or not, for an hour to anyone with the URL. Search engines are told not to index it.',
      response: { 200: Preview },
      problems: ['state_conflict'],
    }),
    async ({ tenantId, params: { page_id, audience_id, version_id } }) => {
      const place = { pageId: page_id, audienceId: audience_id, versionId: version_id }
      await getVersionDocument(db.read, tenantId, await getVersion(db.read, tenantId, place))
      const { slug } = await getTenant(db.read, tenantId)
      const expires = databaseNow() + previewMs
      const path = previewPath(sign, { tenantId, audienceId: audience_id, versionId: version_id }, expires)
      return { url: siteUrl(slug) + path, expiresAt: toTimestamp(expires) }
    },
  )

  app.get(
    '/v0/pages/:page_id/audiences/:audience_id/versions/:version_id/check',
    operation('checkAudienceVersion', 'Check a version before publishing it', {
      scope: 'read',
      description: 'Errors prevent publishing; warnings do not. Nothing is changed.',
      response: { 200: VersionCheck },
      problems: ['state_conflict'],
    }),
    async ({ tenantId, params: { page_id, audience_id, version_id } }) =>
      checkVersion(db.read, tenantId, {
        pageId: page_id,
        audienceId: audience_id,
        versionId: version_id,
      }),
  )

  app.get(
    '/v0/pages/:page_id/document/check',
    operation('checkPageDocument', 'Check the document of a page before publishing it', {
      scope: 'read',
      description:
        'As everyone would see it. Errors prevent publishing; warnings do not. Nothing is changed.',
      tags: ['Pages'],
      response: { 200: VersionCheck },
    }),
    async ({ tenantId, params: { page_id } }) => checkPage(db.read, tenantId, page_id),
  )

  app.get(
    '/v0/templates/preview',
    operation('previewTemplate', 'Create a preview URL of a template', {
      scope: 'read',
      description:
        'Shows for an hour what a new page with this template would look like, personalised for a fictitious person.',
      tags: ['Pages'],
      querystring: TemplateQuery,
      response: { 200: Preview },
    }),
    async ({ tenantId, query: { template: name, templateId, brandId } }) => {
      const template = templateId ?? name
      if (!template || (templateId && name))
        throw invalid('/template', 'or templateId must be given, not both')
      if (templateId && !(await findTemplate(db.read, tenantId, templateId)))
        throw invalid('/templateId', 'does not match a template')
      if (brandId !== undefined && !(await findBrand(db.read, tenantId, brandId)))
        throw invalid('/brandId', 'does not match a brand')
      const { slug } = await getTenant(db.read, tenantId)
      const expires = databaseNow() + previewMs
      const path = templatePath(sign, { tenantId, template, brandId }, expires)
      return { url: siteUrl(slug) + path, expiresAt: toTimestamp(expires) }
    },
  )
}
