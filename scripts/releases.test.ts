import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { migrate } from '../server/database/migrate.ts'
import { openSession, type Session } from '../server/database/session.ts'
import { withEmptyDatabase } from '../server/test/database.ts'
import { emptyFolder } from '../server/test/launch.ts'
import { findContracting } from './expanding.ts'
import { findMistakes } from './releaseChecks.ts'
import { loadRows, type ReleaseData, readRelease, readRows } from './releaseData.ts'

const migrations = join(import.meta.dirname, '..', 'migrations')
const releases = readdirSync(join(migrations, 'releases')).map((file) =>
  readRelease(readFileSync(join(migrations, 'releases', file), 'utf8')),
)
const steps = readdirSync(migrations).filter((name) => name.endsWith('.sql'))

/** A database as a release left it. */
async function installRelease(url: string, session: Session, release: ReleaseData) {
  const folder = join(await emptyFolder(), 'migrations')
  await mkdir(folder)
  for (const name of Object.keys(release.migrations))
    await copyFile(join(migrations, name), join(folder, name))
  await migrate(url, { folder: pathToFileURL(`${folder}/`) })
  const applied = await session<{ name: string; sha256: string }[]>`select name, sha256 from migrations`
  const sums = Object.fromEntries(applied.map(({ name, sha256 }) => [name, sha256]))
  assert.deepEqual(sums, release.migrations, 'a migration has changed since the release')
  await loadRows(session, release.rows)
}

/** A row as JSON with the columns of both releases. */
function withColumns(row: string, columns: Set<string>): string {
  const entries = Object.entries(JSON.parse(row)).filter(([name]) => columns.has(name))
  return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

for (const release of releases)
  test(`a database of ${release.version} is upgraded, and keeps every row`, () =>
    withEmptyDatabase(async (url) => {
      const session = await openSession({ url })
      await installRelease(url, session, release)
      await migrate(url)
      const lost: string[] = []
      for (const [table, rows] of Map.groupBy(release.rows, ([name]) => name)) {
        const now = await readRows(session, table)
        const columns = new Set(Object.keys(JSON.parse(now[0]?.[1] ?? '{}')))
        const kept = new Set(
          now.map(([, row]) => withColumns(row, new Set(Object.keys(JSON.parse(rows[0]?.[1] ?? '{}'))))),
        )
        for (const [, row] of rows) if (!kept.has(withColumns(row, columns))) lost.push(`${table}: ${row}`)
      }
      await session.end()
      assert.ok(release.rows.length > 200)
      assert.deepEqual(lost, [])
    }))

test('migrations since the last release only add, so that it goes on running beside them', () => {
  const newest = releases
    .toSorted((a, b) => Object.keys(a.migrations).length - Object.keys(b.migrations).length)
    .at(-1)
  const since = steps.filter((name) => !(name in (newest?.migrations ?? {})))
  for (const name of since)
    assert.deepEqual(
      findContracting(readFileSync(join(migrations, name), 'utf8')),
      [],
      `${name} takes away what ${newest?.version} uses. If that is not tagged yet, run scripts/releaseFixture.ts.`,
    )
})

test('what the previous release would miss is found, unless a migration says why it doesn’t', () => {
  const cases: [string, number][] = [
    [
      'create table a (b int not null); alter table a add constraint c check (b > 0); create unique index on a (b)',
      0,
    ],
    ['alter table pages add column note text; create index on pages (note)', 0],
    ["alter table pages add column note text not null default ''", 0],
    ['alter table pages add column note text not null', 1],
    ['alter table pages drop column title, alter column name type varchar', 2],
    ['alter table pages rename column name to label', 1],
    ['alter table pages alter column name set not null', 1],
    ['alter table pages add constraint c check (true)', 1],
    ['drop table pages; drop index pages_name', 2],
    ['create unique index on pages (name)', 1],
    ['-- contract: the previous release reads no titles any more\nalter table pages drop column title', 0],
  ]
  for (const [sql, found] of cases) assert.equal(findContracting(sql).length, found, sql)
})

test('the version is the same everywhere, and its changelog entry says whether a backup is needed', () => {
  // Migrations may be added until the release is tagged, which checks them.
  const isPending = (mistake: string) => mistake.includes('releaseFixture')
  assert.deepEqual(
    findMistakes().filter((mistake) => !isPending(mistake)),
    [],
  )
  const [mistake = ''] = findMistakes('# Changelog\n\n## 9.9.9 (unreleased)\n')
  assert.match(mistake, /Backup before upgrading/)
})
