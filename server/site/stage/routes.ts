import type { App, AppContext } from '../../context.ts'
import { databaseNow } from '../../database/clock.ts'
import { validateInput } from '../../documents/validate.ts'
import { getTenant } from '../../tenants/queries.ts'
import { toTimestamp } from '../../time.ts'
import { operation } from '../../web/operation.ts'
import { sendJson } from '../../web/send.ts'
import { previewUse } from '../components.ts'
import { stageMs, stagePath } from './path.ts'
import { renderDocument } from './render.ts'
import { RenderInput, Rendering, Stage } from './schema.ts'

export function stageRoutes(app: App, { db, sign, siteUrl, publicUrl }: AppContext) {
  app.post(
    '/v0/documents/render',
    operation('renderDocument', 'Draw a document', {
      scope: 'read',
      description:
        'The rendered page in parts, with the sources of its statements. For editors and previews. Nothing is stored, and scripts of the page are not included.',
      body: RenderInput,
      response: { 200: Rendering },
    }),
    async ({ tenantId, body: { document, ...named } }, reply) => {
      const checked = await validateInput(tenantId, document, '/document')
      const rendering = await renderDocument(db.read, tenantId, checked, named, {
        sign,
        componentUse: previewUse(sign, tenantId),
      })
      return rendering instanceof Uint8Array ? sendJson(reply, rendering) : rendering
    },
  )

  app.get(
    '/v0/stage',
    operation('getStage', 'Create a URL for page previews in the console', {
      scope: 'read',
      description:
        'A page on the site’s origin that draws what the console sends by `postMessage`. It accepts messages from the console only and is valid for an hour.',
      response: { 200: Stage },
    }),
    async ({ tenantId }) => {
      const { slug } = await getTenant(db.read, tenantId)
      const expires = databaseNow() + stageMs
      return {
        url: siteUrl(slug) + stagePath(sign, tenantId, expires),
        consoleOrigin: publicUrl(),
        expiresAt: toTimestamp(expires),
      }
    },
  )
}
