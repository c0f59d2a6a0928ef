import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAudience } from '../server/audiences/verbs.ts'
import type { AppContext } from '../server/context.ts'
import { createLink } from '../server/links/verbs.ts'
import { createPage, publishPage } from '../server/pages/verbs.ts'
import { createTenant } from '../server/tenants/queries.ts'
import { openService } from './service.ts'

// A server in a child process: the site, or bare servers that send the same headers and bytes for every request.
export type Role =
  | { role: 'site'; folder: string; databaseUrl: string; path: string }
  | { role: 'bare'; answers: { head: string[]; body: string }[] }

process.once('message', async (given: Role) => {
  const ports =
    given.role === 'site' ? [await startSite(given)] : await Promise.all(given.answers.map(startBare))
  process.send?.(ports)
})
process.once('disconnect', () => process.exit())

async function startSite({ folder, databaseUrl, path }: Extract<Role, { role: 'site' }>): Promise<number> {
  const { context, port } = await openService(databaseUrl, folder)
  await showPage(context, path)
  return port
}

/** Publishes a page from a template. */
async function showPage(context: AppContext, path: string) {
  await context.db.inTransaction(async (tx) => {
    const { tenantId } = (await createTenant(tx, 'bench', 'Bench')) ?? { tenantId: '' }
    const { pageId } = await createPage(context, tx, tenantId, { name: 'Bench', pageType: 'inbound' })
    const { audienceId } = await createAudience(tx, tenantId, pageId, { publish: true })
    await publishPage(context, tx, tenantId, pageId)
    await createLink(tx, tenantId, { path, target: { targetType: 'audience', audienceId } })
  })
}

async function startBare({ head, body }: { head: string[]; body: string }): Promise<number> {
  const bytes = Buffer.from(body, 'base64')
  const server = createServer((_request, response) => {
    response.writeHead(200, head)
    response.end(bytes)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
