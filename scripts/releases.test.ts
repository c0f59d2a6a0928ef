import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { migrate } from '../server/database/migrate.ts'
import { openSession } from '../server/database/session.ts'
import { withEmptyDatabase } from '../server/test/database.ts'
import { findContracting } from './expanding.ts'
import { findMistakes } from './releaseChecks.ts'
import { findLostRows, installRelease, readRelease } from './releaseData.ts'

const migrations = join(import.meta.dirname, '..', 'migrations')
const releases = readdirSync(join(migrations, 'releases')).map((file) =>
  readRelease(readFileSync(join(migrations, 'releases', file), 'utf8')),
)
const steps = readdirSync(migrations).filter((name) => name.endsWith('.sql'))

for (const release of releases)
  test(`a database of ${release.version} is upgraded, and keeps every row`, () =>
    withEmptyDatabase(async (url) => {
      const session = await openSession({ url })
      const sums = await installRelease(url, session, release)
      assert.deepEqual(sums, release.migrations, 'a migration has changed since the release')
      await migrate(url)
      const lost = await findLostRows(session, release.rows)
      await session.end()
      assert.ok(release.rows.length > 200)
      assert.deepEqual(lost, [])
    }))

test('migrations since the last release only add, so that the previous release can run beside them', () => {
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

test('a migration that breaks the previous release is found, unless it states why it doesn’t', () => {
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
    [
      '-- contract since 1.0.0: the previous release reads no titles any more\nalter table pages drop column title',
      0,
    ],
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
