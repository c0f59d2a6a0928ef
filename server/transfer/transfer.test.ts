import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openSession } from '../database/session.ts'
import { emptyFolder, foyer, freshDatabase, launch, type Ran } from '../test/launch.ts'
import { uploadLogo } from '../test/uploadLogo.ts'
import { visit } from '../test/visitor.ts'
import { columnsOf, moved } from './tables.ts'

async function json(running: Promise<Ran>) {
  const run = await running
  assert.equal(run.code, 0, run.stderr)
  return JSON.parse(run.stdout)
}

/** SVGs are sanitised again, which may change their serialisation. */
const isUnchanged = (column: string) => column !== 'sha256' && column !== 'size'

/** One fingerprint per moved table of all rows of a tenant. */
async function fingerprints(url: string, tenantId: string): Promise<Record<string, string>> {
  const session = await openSession({ url })
  const prints: Record<string, string> = {}
  for (const [name, rule] of Object.entries(moved)) {
    const rows = await session<{ line: string }[]>`
      select to_jsonb(t)::text as line from (
        select ${session.identifier(columnsOf(rule).filter(isUnchanged))} from ${session.identifier(name)}
        where tenant_id = ${tenantId}) as t
      order by 1`
    prints[name] = `${rows.length} ${createHash('sha256').update(JSON.stringify(rows)).digest('hex')}`
  }
  await session.end()
  return prints
}

test('a tenant moves to another database with its rows, files and public pages', async () => {
  const [from, to] = [await freshDatabase(), await freshDatabase()]
  const [fromFolder, toFolder] = [await emptyFolder(), await emptyFolder()]
  const service = await launch({ DATABASE_URL: from, DATA_DIR: fromFolder, FOYER_DEMO: 'true' })
  const get = async (url: string, slug: string) => {
    const { status, text } = await visit(url, `${slug}.localhost:${new URL(url).port}`, '/meridian')
    assert.equal(status, 200)
    return text.replaceAll(/localhost:\d+/g, 'localhost')
  }
  await uploadLogo(service.url, service.key as string)
  const chosen = await fetch(`${service.url}/v0/console_channel`, {
    method: 'PATCH',
    headers: { 'x-api-key': service.key as string, 'content-type': 'application/json' },
    body: JSON.stringify({ kinds: ['form'] }),
  })
  assert.equal(chosen.status, 200)
  const before = await get(service.url, 'demo')
  await service.stop()
  const file = join(await emptyFolder(), 'demo.tar.gz')
  const exported = await json(
    foyer(['tenants', 'export', 'demo', file, '--json'], { DATABASE_URL: from, DATA_DIR: fromFolder }),
  )
  assert.ok(exported.rows > 50)
  assert.ok(exported.files > 0)

  const at = { DATABASE_URL: to, DATA_DIR: toFolder }
  await json(foyer(['tenants', 'create', 'other', '--json'], at))
  const imported = await json(foyer(['tenants', 'import', file, '--json'], at))
  assert.deepEqual([imported.rows, imported.files], [exported.rows, exported.files])
  assert.deepEqual(await fingerprints(to, exported.tenantId), await fingerprints(from, exported.tenantId))
  const second = await launch({ ...at, FOYER_DEMO: 'false' })
  const after = await get(second.url, 'demo')
  await second.stop()
  // Signatures in attributes differ, as each service has its own secret; the visible text does not.
  const textOf = (html: string) =>
    html.replaceAll(/<(style|script)\b[\s\S]*?<\/\1>/g, '').replaceAll(/<[^>]*>/g, '')
  assert.match(textOf(before), /Gdańsk/)
  assert.equal(textOf(after), textOf(before))

  const again = await foyer(['tenants', 'import', file], at)
  assert.equal(again.code, 1)
  assert.match(again.stderr, /A tenant with the id .* or the slug demo already exists/)
  const bad = join(await emptyFolder(), 'bad.tar.gz')
  await writeFile(bad, 'nothing')
  assert.match((await foyer(['tenants', 'import', bad], at)).stderr, /could not be imported|not an export/)
})
