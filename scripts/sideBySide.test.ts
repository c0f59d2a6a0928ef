import assert from 'node:assert/strict'
import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { isOlder } from '../server/database/laterSteps.ts'
import { onlyThorough } from '../server/test/environment.ts'
import { emptyFolder, freshDatabase } from '../server/test/launch.ts'
import { startLoad } from './operators/load.ts'
import { runFoyer, spawnNode } from './operators/nodes.ts'

const root = join(import.meta.dirname, '..')
const present = join(root, 'bin', 'foyer.js')
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))

/** Columns of the tables that every request uses, as prepared statements depend on them. */
const expand = `create table later_things (tenant_id text not null, thing_id text not null, primary key (tenant_id, thing_id));
${[
  'tenants',
  'api_keys',
  'accounts',
  'pages',
  'audiences',
  'versions',
  'page_links',
  'visit_sessions',
  'jobs',
]
  .map(
    (table) =>
      `alter table ${table} add column later_note text; create index on ${table} (tenant_id, later_note)`,
  )
  .join(';\n')}`

/** A later version: a copy of this one with another name and more migrations. */
async function makeLater(migrations: Record<string, string>): Promise<string> {
  const folder = await emptyFolder()
  const isCode = (path: string) => !['node_modules', 'release', '.git'].includes(relative(root, path))
  await cp(root, folder, { recursive: true, filter: isCode })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const file = join(folder, 'package.json')
  await writeFile(file, (await readFile(file, 'utf8')).replace(`"${version}"`, '"99.0.0"'))
  for (const [name, sql] of Object.entries(migrations)) await writeFile(join(folder, 'migrations', name), sql)
  return join(folder, 'bin', 'foyer.js')
}

test('a version runs and restarts beside the next one under load: no request fails and no data is lost', {
  skip: onlyThorough,
}, async (t) => {
  const later = await makeLater({
    '9000_expand.sql': expand,
    '9001_contract.sql': `-- contract since ${version}: nothing reads the second copy of the notes\ndrop table if exists later_notes`,
  })
  const key = 'a-key-for-two-versions-of-32-characters'
  const settings = async () => ({
    ...{ DATABASE_URL: url, DATA_DIR: await emptyFolder(), FOYER_API_KEY: key, DRAIN_SECONDS: '1' },
  })
  const url = await freshDatabase()
  const started: ReturnType<typeof spawnNode>[] = []
  t.after(() => Promise.all(started.map((node) => node.kill())))
  const nodes = new Set<string>()
  const start = async (program: string) => {
    const node = spawnNode(program, await settings())
    started.push(node)
    const ready = await node.ready()
    nodes.add(ready.url)
    const stop = async () => {
      await node.stop()
      nodes.delete(ready.url)
    }
    return { url: ready.url, stop }
  }
  const readiness = async (node: string) => (await (await fetch(`${node}/readyz`)).json()) as object

  const first = await start(present)
  const load = await startLoad(nodes, key)
  await load.more(20)
  const next = await start(later)
  const laterMigrations = ['9000_expand.sql', '9001_contract.sql']
  assert.deepEqual(await readiness(first.url), { status: 'ready', laterMigrations })
  assert.deepEqual(await readiness(next.url), { status: 'ready' })
  await load.more(20)
  await first.stop()
  const again = await start(present)
  assert.deepEqual(await readiness(again.url), { status: 'ready', laterMigrations })
  await load.more(20)
  await load.stop()
  for (const node of nodes) await load.demandKept(node)

  const { findings } = runFoyer<{ findings: { what: string; state: string; says: string }[] }>(
    present,
    ['doctor'],
    await settings(),
  )
  const database = findings.find(({ what }) => what === 'Database')
  assert.match(`${database?.state} ${database?.says}`, /^look .*2 migrations ahead/)
})

test('versions are compared as in Semantic Versioning', () => {
  const order = ['0.9.0', '1.0.0-rc.2', '1.0.0-rc.10', '1.0.0', '1.0.1-beta.1', '1.0.1', '1.2.0', '1.10.0']
  for (const [nth, one] of order.entries())
    for (const [other, two] of order.entries()) assert.equal(isOlder(one, two), nth < other, `${one} ${two}`)
})
