import { randomBytes } from 'node:crypto'
import { migrate } from '../database/migrate.ts'
import { serviceRoleOf } from '../database/serviceRole.ts'
import { openSession } from '../database/session.ts'
import { startPostgres } from '../embedded/postgres.ts'
import { finish } from './closing.ts'
import { sharedDatabaseUrl, testServerUrl } from './environment.ts'

const template = 'foyer_template'

/** No durability is needed. */
const settings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=400',
  // It would constantly process about thirty small databases.
  'autovacuum=off',
]

/** A server for a test run with a migrated database to clone: that at `givenUrl`, or one started in `folder`. */
export async function startTestDatabase(folder: string, givenUrl?: string) {
  const { url, stop } = givenUrl
    ? { url: givenUrl, stop: async () => {} }
    : await startPostgres(folder, settings)
  const admin = await openSession({ url })
  await admin`drop database if exists ${admin.identifier(template)}`
  await admin`create database ${admin.identifier(template)}`
  await migrate(inDatabase(url, template))
  await admin.end()
  return { url, stop }
}

/** Clones the migrated database. */
export async function cloneDatabase(serverUrl = testServerUrl()) {
  if (sharedDatabaseUrl) return { url: sharedDatabaseUrl, drop: async () => {} }
  const name = `foyer_${randomBytes(6).toString('hex')}`
  const admin = await openSession({ url: serverUrl })
  await admin`create database ${admin.identifier(name)} template ${admin.identifier(template)} strategy file_copy`
  const url = inDatabase(serverUrl, name)
  // Creates the role of this database; the cloned privileges are those of the template's role.
  await migrate(url)
  return {
    url,
    async drop() {
      await finish(
        () => admin`drop database ${admin.identifier(name)} with (force)`,
        () => admin`drop role ${admin.identifier(serviceRoleOf(url))}`,
        () => admin.end(),
      )
    },
  }
}

function inDatabase(url: string, name: string) {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

/** A database without tables, dropped afterwards. */
export async function withEmptyDatabase(work: (url: string) => Promise<void>) {
  const name = `foyer_empty_${process.pid}_${Math.random().toString(36).slice(2, 8)}`
  const serverUrl = testServerUrl()
  const admin = await openSession({ url: serverUrl })
  await admin`create database ${admin.identifier(name)}`
  const url = inDatabase(serverUrl, name)
  try {
    await work(url)
  } finally {
    await admin`drop database ${admin.identifier(name)} with (force)`
    await admin`drop role if exists ${admin.identifier(serviceRoleOf(url))}`
    await admin.end()
  }
}
