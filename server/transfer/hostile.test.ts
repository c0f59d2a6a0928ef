import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { before, test } from 'node:test'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { readArchive } from '../backup/archive.ts'
import { type DatabaseSession, openSession } from '../database/session.ts'
import { newId } from '../ids.ts'
import { StartError } from '../start/startError.ts'
import { DiskStorage } from '../storage/disk.ts'
import { emptyFolder, freshDatabase } from '../test/launch.ts'
import { newAudience, newLink, newPage } from '../test/sites.ts'
import { world } from '../test/world.ts'
import { exportTenant } from './export.ts'
import { importTenant } from './import.ts'
import { columnsOf, kept, moved } from './tables.ts'

type Entry = {
  name: string
  content: string | Buffer
  type?: 'file' | 'symlink' | 'directory'
  linkname?: string
}

/** A valid export, entry by entry. */
let honest: Entry[]
let tenantId: string
let target: string
let session: DatabaseSession
let folder: string

before(async () => {
  const here = await world()
  tenantId = here.acme.tenantId
  const pageId = await newPage(here.acme, 'Hello')
  const { audienceId } = await newAudience(here.acme, pageId)
  await newLink(here.acme, '/hello', audienceId)
  await here.acme.upload('a.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  await here.acme.post('/v0/tenant_domains', { hostname: 'pages.acme.example' })
  const { accountId } = (await here.acme.post('/v0/accounts', { domain: 'known.example' })).body
  await here.acme.post(`/v0/accounts/${accountId}/logs`, { text: 'Called' })
  await here.acme.post(`/v0/accounts/${accountId}/activity`, {
    type: 'meeting.held',
    payload: { minutes: 5 },
  })
  await here.acme.post(`/v0/pages/${pageId}/audiences/${audienceId}/messages`, {
    message: 'Change the headline to "Hi"',
  })
  const file = join(await emptyFolder(), 'honest.tar.gz')
  await exportTenant(here.databaseUrl, here.context.storage, here.acme, file)
  honest = []
  for await (const entry of readArchive(file)) {
    const chunks: Buffer[] = []
    for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk)
    honest.push({ name: entry.header.name, content: Buffer.concat(chunks) })
  }
  target = await freshDatabase()
  session = await openSession({ url: target })
  folder = await emptyFolder()
  await session`insert into tenants (tenant_id, slug, name) values (${other}, 'other', 'Other')`
})

const other = newId('tenant')

async function write(entries: Entry[]): Promise<string> {
  const file = join(await emptyFolder(), 'archive.tar.gz')
  const archive = pack()
  const written = pipeline(archive, createGzip(), createWriteStream(file))
  for (const { name, content, type = 'file', linkname } of entries)
    await new Promise<void>((resolve, reject) => {
      const header = { name, type, ...(linkname && { linkname }) }
      archive.entry(header, type === 'file' ? content : '', (error) => (error ? reject(error) : resolve()))
    })
  archive.finalize()
  await written
  return file
}

async function storedFiles(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

/** Every row of the target database, and every file of its storage. */
async function everything(): Promise<string> {
  const tables = await session<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public'`
  const all = tables.map(({ name }) => `select '${name}' as name, to_jsonb(t) as row from "${name}" t`)
  const rows = await session`${session.raw(all.join(' union all '))} order by 1, 2`
  assert.ok(rows.length > 0)
  return JSON.stringify([rows, await storedFiles()])
}

const linesOf = (name: string) =>
  String(honest.find((entry) => entry.name === `tables/${name}.jsonl`)?.content)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

/** The valid archive with other rows in a table. */
function withRows(table: string, rows: object[]): Entry[] {
  const content = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  return honest.map((entry) => (entry.name === `tables/${table}.jsonl` ? { ...entry, content } : entry))
}
const changed = (table: string, change: object) =>
  withRows(
    table,
    linesOf(table).map((row) => ({ ...row, ...change })),
  )
/** The valid archive with another table, before its files: for each import that reads files, a process starts. */
const withTable = (name: string, row: object): Entry[] => {
  const files = honest.findIndex((entry) => entry.name.startsWith('files/'))
  return honest.toSpliced(files, 0, { name: `tables/${name}.jsonl`, content: json(row) })
}
const adding = (name: string, content: string | Buffer, more: Partial<Entry> = {}) => [
  ...honest,
  { name, content, ...more },
]
const json = (value: object) => `${JSON.stringify(value)}\n`
const withHead = (change: object) =>
  honest.map((entry) =>
    entry.name === 'tenant.json'
      ? { ...entry, content: JSON.stringify({ ...JSON.parse(String(entry.content)), ...change }) }
      : entry,
  )

const key = (of: string) => ({
  ...{ tenant_id: of, key_id: newId('key'), name: 'Mine', scopes: ['admin'], hash: '\\x00' },
  created_at: new Date().toISOString(),
})

test('every table and column of the database is listed as either imported or not', async () => {
  const columns = await session<{ table: string; column: string; type: string }[]>`
    select table_name as table, column_name as column, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name in (
      select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE')`
  const tables = Map.groupBy(columns, ({ table }) => table)
  assert.deepEqual(
    [...tables.keys()].sort(),
    [...Object.keys(moved), ...Object.keys(kept)].sort(),
    'a table is named in neither `moved` nor `kept` of server/transfer/tables.ts, or is no more',
  )
  for (const [table, rule] of Object.entries(moved)) {
    const listed = [...columnsOf(rule), ...(rule.leave?.split(' ') ?? [])]
    assert.deepEqual(
      tables
        .get(table)
        ?.map(({ column }) => column)
        .sort(),
      listed.sort(),
      table,
    )
    const secret = columnsOf(rule).filter((column) =>
      /secret|challenge|verified|key_id|scopes|encrypted/.test(column),
    )
    assert.deepEqual(secret, [], table)
  }
})

test('an archive with data of anything but the tenant is refused, and nothing is written', async (t) => {
  const { file_id } = linesOf('files')[0]
  const [revision] = linesOf('page_revisions')
  const hostile: Record<string, Entry[]> = {
    'a key of another tenant': withTable('api_keys', key(other)),
    'a key of its own': withTable('api_keys', key(tenantId)),
    'a session': withTable('console_sessions', { tenant_id: tenantId, hash: '\\x00' }),
    'a signing secret': withTable('secrets', { name: 'mine', value: '\\x00' }),
    'a verified hostname': withTable('verified_hostnames', {
      hostname: 'bank.example',
      tenant_id: tenantId,
      tenant_domain_id: newId('tenant_domain'),
    }),
    'a domain that says it is verified': changed('tenant_domains', { verified_at: new Date().toISOString() }),
    'a domain with a challenge': changed('tenant_domains', { challenge: 'foyer=known' }),
    'a job': withTable('jobs', { tenant_id: tenantId, kind: 'remove_files', key: 'x' }),
    'a table of PostgreSQL': withTable('pg_authid', { rolname: 'mine' }),
    'a name of Object.prototype': withTable('constructor', {}),
    'rows of another tenant': changed('brands', { tenant_id: other }),
    'another tenant in the table of tenants': withRows('tenants', [
      ...linesOf('tenants'),
      { ...linesOf('tenants')[0], tenant_id: newId('tenant'), slug: 'second' },
    ]),
    'another slug than its head': changed('tenants', { slug: 'bank' }),
    'the id of a tenant that is there': withHead({ tenantId: other }),
    'the slug of a tenant that is there': withHead({ slug: 'other' }),
    'a head with an odd id': withHead({ tenantId: '../../etc' }),
    'no head': honest.slice(1),
    'no tenant': honest.filter(({ name }) => name !== 'tables/tenants.jsonl'),
    'an unknown column': changed('brands', { is_admin: true }),
    'a revision by a key': changed('page_revisions', { key_id: newId('key') }),
    'a wrong type': changed('pages', { actions: 'none' }),
    'an id of another kind': changed('page_links', { audience_id: newId('page') }),
    'a row that is a list': withRows('brands', [[]]),
    'a broken line': withRows('brands', []).map((entry) =>
      entry.name === 'tables/brands.jsonl' ? { ...entry, content: '{"tenant_id":' } : entry,
    ),
    'a document with HTML': withRows('page_revisions', [
      {
        ...revision,
        document: {
          theme: {},
          blocks: [{ id: 'h', type: 'hero', props: { headline: '<script>x</script>' }, sources: [] }],
        },
      },
    ]),
    'a link to a script': changed('pages', {
      actions: [
        {
          ...{ actionId: 'a', actionIndex: 0, buttonTitle: 'A', purpose: '', actionType: 'link' },
          url: 'javascript:alert(1)',
        },
      ],
    }),
    'a text inside of an object that no request may have': changed('activity', {
      payload: { deep: [{ text: 'a\ufdd4b' }] },
    }),
    'a payload of 40 KiB': changed('activity', { payload: { text: 'x'.repeat(40_000) } }),
    'an activity of a type that is none': changed('activity', { type: '<b>' }),
    'a note without text': changed('account_logs', { text: '' }),
    'a message by somebody else': changed('messages', { author: 'system' }),
    'operations that are no list': changed('messages', { operations: { type: 'addBlock' } }),
    'a selection that is a list': changed('messages', { selected_element: [] }),
    'a reserved path': changed('page_links', { path: '/_s/f/x' }),
    'a path that is not canonical': changed('page_links', { path: '/a/../b' }),
    'a host name that is none': changed('tenant_domains', { hostname: 'Bank.example/x' }),
    'a placeholder that is no picture': changed('files', { placeholder: 'url(https://evil.example)' }),
    'a path outside': adding('../../outside', 'x'),
    'a file outside': adding(`files/../../../${file_id}/original`, 'x'),
    'an absolute path': adding('/etc/cron.d/x', 'x'),
    'a link to elsewhere': adding(`files/${file_id}/preview2`, '', {
      type: 'symlink',
      linkname: '/etc/passwd',
    }),
    'a folder': adding('files', '', { type: 'directory' }),
    'an entry twice': [...honest, honest[1] as Entry],
    'bytes of no file': adding(`files/${newId('file')}/original`, 'x'),
    'bytes that do not match their hash': honest.map((entry) =>
      entry.name === `files/${file_id}/original`
        ? { ...entry, content: '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>' }
        : entry,
    ),
    'a preview that is a page': honest.map((entry) =>
      entry.name === `files/${file_id}/preview` ? { ...entry, content: '<!doctype html>x' } : entry,
    ),
    'a line of 9 MiB': honest.map((entry) =>
      entry.name === 'tables/brands.jsonl' ? { ...entry, content: `"${'x'.repeat(9 * 1024 ** 2)}"` } : entry,
    ),
  }
  const untouched = await everything()
  const reasons: string[] = []
  for (const [what, entries] of Object.entries(hostile)) {
    const file = await write(entries)
    const refused = importTenant(target, new DiskStorage(folder), file)
    await assert.rejects(
      refused,
      (error) => {
        assert.ok(error instanceof StartError, what)
        reasons.push(`${what}: ${error.message}`)
        return true
      },
      what,
    )
    assert.equal(await everything(), untouched, what)
  }
  t.diagnostic(reasons.join('\n'))
})

test('an archive that is too large is refused before it fills memory or disk', async () => {
  const untouched = await everything()
  const bomb = await write(
    honest.map((entry) =>
      entry.name === 'tables/visit_stays.jsonl'
        ? { ...entry, content: Buffer.alloc(2 * 1024 ** 2, 10) }
        : entry,
    ),
  )
  const file = await write(honest)
  for (const [archive, limits, reason] of [
    [bomb, { bytes: 1024 ** 2 }, /more than 1048576 bytes/],
    [file, { entries: 5 }, /more than 5 entries/],
    [file, { lineBytes: 50 }, /a line of more than 50 bytes/],
    [file, { fileBytes: 20 }, /an entry of more than 20 bytes/],
  ] as const) {
    await assert.rejects(importTenant(target, new DiskStorage(folder), archive, limits), reason)
    assert.equal(await everything(), untouched)
  }
})

test('a domain is imported unverified with a new challenge, an SVG is sanitised, and no key is imported', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  const sha256 = createHash('sha256').update(svg).digest('hex')
  const { file_id } = linesOf('files')[0]
  const entries = changed('files', { sha256, size: svg.length }).map((entry) =>
    entry.name === `files/${file_id}/original` ? { ...entry, content: svg } : entry,
  )
  await importTenant(target, new DiskStorage(folder), await write(entries))
  const original = (await storedFiles()).find((path) => path.endsWith('.original')) as string
  assert.doesNotMatch(await readFile(original, 'utf8'), /script/)
  const [domain] = await session<{ hostname: string; challenge: string; verifiedAt: string | null }[]>`
    select hostname, challenge, verified_at from tenant_domains where tenant_id = ${tenantId}`
  assert.equal(domain?.hostname, 'pages.acme.example')
  assert.equal(domain?.verifiedAt, null)
  assert.match(domain?.challenge ?? '', /^foyer=[\w-]{32}$/)
  for (const table of Object.keys(kept).filter(
    (name) => !['migrations', 'tallies', 'secrets'].includes(name),
  )) {
    const rows = await session`
      select to_jsonb(t) as row from ${session.identifier(table)} t where to_jsonb(t) ->> 'tenant_id' = ${tenantId}`
    assert.deepEqual([...rows], [], table)
  }
  await session.end()
})
