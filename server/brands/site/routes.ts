import { join } from 'node:path'
import type { App, AppContext } from '../../context.ts'
import { ImageWorker } from '../../files/imageWorker.ts'
import { FairQueue } from '../../threads/fairQueue.ts'
import { operation } from '../../web/operation.ts'
import { openOutbound } from '../../web/outbound.ts'
import { SiteProblem } from './fetch.ts'
import { readSite } from './readSite.ts'
import { SiteInput, SiteReading } from './schema.ts'

/** Each takes a few connections for up to twelve seconds. */
const readings = { of: 'site readings', atOnce: 4, ofTenant: 1, waiting: 2, waitMs: 15_000 }

export function siteReadingRoutes(app: App, { config, log }: AppContext) {
  const allowPrivate = config.brandAllowPrivate
  const outbound = openOutbound({ allowPrivate })
  const imageWorker = new ImageWorker(log, join(config.dataDir, 'cache'))
  const running = new FairQueue(readings)
  app.addHook('onClose', async () => {
    running.close()
    await Promise.all([imageWorker.close(), outbound.destroy()])
  })

  app.post(
    '/v0/brands/read_site',
    operation('readSite', 'Read a brand from a site', {
      scope: 'write',
      description:
        'Reads name, logo, colours, fonts, language and one sentence from the public pages of a company’s own site. ' +
        'Nothing is stored: create a brand of what fits. At most 12 seconds; one reading per tenant at a time.',
      body: SiteInput,
      response: { 200: SiteReading },
    }),
    async ({ tenantId, body }) =>
      await running.run(tenantId, async () => {
        try {
          const site = await readSite(body.domain, { tenantId, outbound, allowPrivate, imageWorker })
          return { site, problem: null }
        } catch (error) {
          if (error instanceof SiteProblem) return { site: null, problem: error.message }
          throw error
        }
      }),
  )
}
