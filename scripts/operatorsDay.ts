import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isOlder } from '../server/database/laterSteps.ts'
import { type DatabaseSession, openSession } from '../server/database/session.ts'
import { startPostgres } from '../server/embedded/postgres.ts'
import { visit } from '../server/test/visitor.ts'
import { callApi, startLoad } from './operators/load.ts'
import { killAll, type NodeSettings, runFoyer, spawnNode } from './operators/nodes.ts'
import { findPrevious, installCommit } from './operators/previousRelease.ts'
import { findLostRows, installRelease, type ReleaseData, readRelease } from './releaseData.ts'

// An operator's day with the files of `npm run release`: install, start, make a tenant with a domain, back up, restore,
// rotate secrets, upgrade from the previous release with a kill during the migration, add a node and drain the first, and run the
// previous release beside this one.
// Fails if anything acknowledged is lost, or if a request fails that was not sent to a killed process. Takes two to four minutes.

const root = join(import.meta.dirname, '..')
const folder = await mkdtemp(join(tmpdir(), 'foyer-operator-'))
const data = (name: string) => join(folder, name)
/** Tables that a running service doesn't change by itself. */
const steady = [
  'pages',
  'audiences',
  'versions',
  'version_documents',
  'accounts',
  'persons',
  'account_logs',
  'activity',
  'page_links',
  'assets',
]
/** The first version that starts beside the migrations of a later one. */
const startsBeside = '1.0.0-rc.1'
/** Accounts and visits created before and after each change under load. */
const enough = 25
let program = ''

try {
  await step('install the release in an empty folder', install)
  await step(
    'run on its own database: a tenant with a domain, a backup under load, rotated secrets, a restore',
    runAlone,
  )
  await step('upgrade from the previous release, killed during the migration, and from its backup', upgrade)
  await step('add a second node and drain the first, under load', changeNodes)
  await step('run the previous release and this one side by side, under load', runBesidePrevious)
} finally {
  await killAll()
  await rm(folder, { recursive: true, force: true })
}

async function install() {
  const [file] = globSync('release/foyer-[0-9]*.tgz', { cwd: root })
  if (!file) throw new Error('There is no release. Run `npm run release` first.')
  await mkdir(data('installed'))
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', join(root, file)], {
    cwd: data('installed'),
  })
  program = join(data('installed'), 'node_modules', 'foyer', 'bin', 'foyer.js')
}

async function runAlone() {
  const settings = { DATA_DIR: data('alone') }
  const node = spawnNode(program, settings)
  const { url } = await node.ready()
  const made = runFoyer<{ key: { key: string } }>(program, ['tenants', 'create', 'shop'], settings)
  const { key } = made.key
  const { hostname } = await addDomain(url, key, settings)
  const load = await startLoad(new Set([url]), key)
  const before = await load.more(enough)
  runFoyer(program, ['backup', data('backup.tar.gz')], settings)
  runFoyer(program, ['secrets', 'rotate'], settings)
  await load.more(enough)
  await load.stop()
  const shown = await visit(url, hostname, '/')
  demand(shown.status === 200, `the domain of the tenant answers with ${shown.status}`)
  await load.demandKept(url)
  await node.kill()
  const again = spawnNode(program, settings)
  await load.demandKept((await again.ready()).url)
  await again.stop()
  const restored = { DATA_DIR: data('restored') }
  runFoyer(program, ['restore', data('backup.tar.gz')], restored)
  const other = spawnNode(program, restored)
  await load.demandKept((await other.ready()).url, before)
  await other.stop()
}

/** There is no DNS here, so the owner of the database marks the domain as verified. */
async function addDomain(url: string, key: string, settings: NodeSettings) {
  const hostname = 'pages.shop.example'
  const call = (path: string, body: object) => callApi(url, key, path, body)
  const { tenantDomainId = '' } = await call('/tenant_domains', { hostname })
  const owner = await openOwner(settings.DATA_DIR ?? '')
  await owner`update tenant_domains set verified_at = now() where tenant_domain_id = ${tenantDomainId}`
  await owner`
    insert into verified_hostnames (hostname, tenant_id, tenant_domain_id)
    select hostname, tenant_id, tenant_domain_id from tenant_domains where tenant_domain_id = ${tenantDomainId}`
  await owner.end()
  const { pageId } = await call('/pages', { name: 'Shop', pageType: 'custom' })
  const { audienceId } = await call(`/pages/${pageId}/audiences`, { publish: true })
  await call(`/pages/${pageId}/publish`, {})
  await call('/page_links', { path: '/', tenantDomainId, target: { targetType: 'audience', audienceId } })
  return { hostname }
}

/** Opens a session as the owner of the database below a data folder. */
async function openOwner(dataDir: string): Promise<DatabaseSession> {
  const place = join(dataDir, 'postgres')
  for (let tries = 0; tries < 600; tries++) {
    const [, , , port, , , , state] = (
      await readFile(join(place, 'postmaster.pid'), 'utf8').catch(() => '')
    ).split('\n')
    if (state?.startsWith('ready')) {
      const password = encodeURIComponent((await readFile(join(place, 'foyer.password'), 'utf8')).trim())
      return await openSession({ url: `postgres://foyer:${password}@127.0.0.1:${port}/foyer` })
    }
    await sleep(50)
  }
  throw new Error('The database does not start.')
}

async function upgrade() {
  const release = readRelease(await readFile(join(root, 'migrations/releases/0.1.0.rows'), 'utf8'))
  const settings = { DATA_DIR: data('upgraded') }
  const database = await startPostgres(settings.DATA_DIR)
  const session = await openSession({ url: database.url })
  await installRelease(database.url, session, release)
  await session.end()
  await database.stop()
  await killDuringMigration(settings)
  await demandRows(settings, release)
  const [backup = ''] = await readdir(join(settings.DATA_DIR, 'backups'))
  const restored = { DATA_DIR: data('way-back') }
  runFoyer(program, ['restore', join(settings.DATA_DIR, 'backups', backup)], restored)
  await demandRows(restored, release)
}

/**
 * Kills everything during a migration: a transaction that reads `batches` blocks a migration in the middle long
 * enough.
 */
async function killDuringMigration(settings: { DATA_DIR: string }) {
  const node = spawnNode(program, settings)
  node.ready().catch(() => {})
  const owner = await openOwner(settings.DATA_DIR)
  await owner.execute('begin; lock table batches in access share mode')
  const other = await openOwner(settings.DATA_DIR)
  const count = async () =>
    (await other<{ n: number }[]>`select count(*)::int as n from migrations`)[0]?.n ?? 0
  const before = await count()
  const isWaiting = async () =>
    (await other<{ n: number }[]>`select count(*)::int as n from pg_locks where not granted`)[0]?.n
  while (!(await isWaiting())) await sleep(20)
  demand((await count()) > before, 'no migration was applied before the kill')
  await node.kill()
  for (const one of [owner, other]) await one.end().catch(() => {})
}

async function demandRows(settings: { DATA_DIR: string }, release: ReleaseData) {
  const node = spawnNode(program, settings)
  await node.ready()
  const session = await openOwner(settings.DATA_DIR)
  const rows = release.rows.filter(([table]) => steady.includes(table))
  const lost = await findLostRows(session, rows)
  await session.end()
  await node.stop()
  demand(rows.length > 50 && lost.length === 0, `lost in the upgrade: ${lost.slice(0, 3).join('; ')}`)
}

async function changeNodes() {
  const database = await startPostgres(data('shared'))
  const settings = {
    DATABASE_URL: database.url,
    DRAIN_SECONDS: '2',
    FOYER_API_KEY: 'a-key-for-a-day-of-32-characters',
  }
  const first = spawnNode(program, { ...settings, DATA_DIR: data('first') })
  const { url } = await first.ready()
  const nodes = new Set([url])
  const load = await startLoad(nodes, settings.FOYER_API_KEY)
  await load.more(enough)
  const second = spawnNode(program, { ...settings, DATA_DIR: data('second') })
  const { url: secondUrl } = await second.ready()
  nodes.add(secondUrl)
  await load.more(enough)
  await first.stop()
  nodes.delete(url)
  await load.more(enough)
  await load.stop()
  await load.demandKept(secondUrl)
  await second.stop()
  await database.stop()
}

/**
 * The previous release keeps running while this one migrates its database and serves too; then the previous one is
 * restarted and stopped.
 */
async function runBesidePrevious() {
  const { version, commit } = findPrevious()
  if (!commit) {
    process.stdout.write(`NOT RUN: the history of this checkout doesn't have ${version}.\n`)
    return
  }
  const former = installCommit(commit, data('previous'))
  const database = await startPostgres(data('beside'))
  const key = 'a-key-for-a-day-of-32-characters'
  const shared = { DATABASE_URL: database.url, DRAIN_SECONDS: '2', FOYER_API_KEY: key }
  const nodes = new Set<string>()
  const start = async (program: string, name: string) => {
    const node = spawnNode(program, { ...shared, DATA_DIR: data(name) })
    const { url } = await node.ready()
    nodes.add(url)
    return { url, stop: () => node.stop().then(() => nodes.delete(url)) }
  }
  let old = await start(former, 'former')
  const load = await startLoad(nodes, key)
  await load.more(enough)
  const next = await start(program, 'latter')
  await load.more(enough)
  if (isOlder(version, startsBeside))
    process.stdout.write(`${version} can't start again beside this version.\n`)
  else {
    await old.stop()
    old = await start(former, 'former')
    await load.more(enough)
  }
  await old.stop()
  await load.more(enough)
  await load.stop()
  await load.demandKept(next.url)
  await next.stop()
  await database.stop()
}

function demand(isTrue: boolean, complaint: string) {
  if (!isTrue) throw new Error(complaint)
}

async function step(name: string, work: () => Promise<void>) {
  const began = performance.now()
  await work()
  process.stdout.write(`${name}: ${((performance.now() - began) / 1000).toFixed(1)} s\n`)
}
