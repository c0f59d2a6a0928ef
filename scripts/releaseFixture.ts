import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openSession } from '../server/database/session.ts'
import { startPostgres } from '../server/embedded/postgres.ts'
import { dumpRelease, writeRelease } from './releaseData.ts'
import { startService } from './service.ts'

// Writes migrations/releases/<version>.rows: the migrations and sample rows of a release. Tests upgrade from each of them.
// `npx node scripts/releaseFixture.ts <checkout>` does it for an older checkout with its packages installed.

const here = join(import.meta.dirname, '..')
const checkout = resolve(process.argv[2] ?? here)
const { version } = (await import(join(checkout, 'package.json'), { with: { type: 'json' } })).default
const folder = await mkdtemp(join(tmpdir(), 'foyer-fixture-'))
const database = await startPostgres(join(folder, 'database'))
try {
  const settings = {
    DATABASE_URL: database.url,
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    LOG_LEVEL: 'warn',
  }
  const service = await startService(settings, { checkout })
  await sendMessage(service)
  await service.stop()
  const session = await openSession({ url: database.url })
  const release = await dumpRelease(session, version)
  await session.end()
  const file = join('migrations', 'releases', `${version}.rows`)
  await writeFile(join(here, file), writeRelease(release))
  process.stdout.write(`${file}: ${release.rows.length} rows\n`)
} finally {
  await database.stop()
  await rm(folder, { recursive: true, force: true })
}

/** A run of the agent and a webhook add rows to tables that are empty in the sample data. */
async function sendMessage({ url, key }: { url: string; key: string }) {
  const call = async (path: string, body?: object) => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    const answer = await fetch(`${url}/v0${path}`, init)
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { items: Record<string, string>[] }
  }
  const [page] = (await call('/pages')).items
  const audiences = `/pages/${page?.pageId}/audiences`
  const [audience] = (await call(audiences)).items
  await call('/webhook_subscriptions', { url: 'https://hooks.example/', events: ['*'], active: false })
  await call(`${audiences}/${audience?.audienceId}/messages`, { message: 'Change the headline to "Hello"' })
  for (let tries = 0; tries < 300; tries++) {
    const [version] = (await call(`${audiences}/${audience?.audienceId}/versions`)).items
    if (version?.status === 'draft') return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('The message was not carried out.')
}
