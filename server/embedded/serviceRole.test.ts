import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { migrate } from '../database/migrate.ts'
import { serviceRoleOf } from '../database/serviceRole.ts'
import { openSession } from '../database/session.ts'
import { emptyFolder, launch, preparedFolder } from '../test/launch.ts'
import { startPostgres } from './postgres.ts'
import { findServer } from './process.ts'

/** Ways to gain superuser privileges. */
const attempts = [
  'reset role; create role intruder superuser',
  'set role foyer',
  'set session authorization foyer',
  'reset session authorization; set role foyer',
  "alter system set log_statement = 'all'",
  'set role pg_execute_server_program',
  'alter role current_user superuser',
  "alter role foyer password 'known'",
  'create role intruder superuser',
  'grant foyer to current_user',
  "copy (select 1) to program 'true'",
  "copy tenants from program 'true'",
  "copy tenants from '/etc/passwd'",
  "select pg_read_file('foyer.password')",
  "select pg_read_binary_file('postgresql.conf')",
  "select pg_ls_dir('.')",
  "select lo_import('/etc/passwd')",
  'select rolpassword from pg_authid',
  'select pg_reload_conf()',
  'create function f() returns int language c as $$ $$',
  'alter table tenants owner to current_user',
  'drop table tenants',
]

async function assertHarmless(serviceUrl: string) {
  for (const attempt of attempts) {
    const session = await openSession({ url: serviceUrl })
    await assert.rejects(session.execute(attempt), { code: '42501' }, attempt)
    const [is] = await session<{ isSuper: string }[]>`select current_setting('is_superuser') as is_super`
    assert.equal(is?.isSuper, 'off', attempt)
    await session.end()
  }
  for (const user of ['foyer', 'foyer:', 'foyer:foyer', 'postgres']) {
    const url = serviceUrl.replace(/\/\/[^@]+@/, `//${user}@`)
    await assert.rejects(openSession({ url }), user)
  }
}

test('the service connects to the embedded database with a role that cannot switch to another', async () => {
  const { dataDir } = await preparedFolder()
  const service = await launch({ DATA_DIR: dataDir })
  const folder = join(dataDir, 'postgres')
  const password = await readFile(join(folder, 'foyer.password'), 'utf8')
  const url = `postgres://foyer:${password}@127.0.0.1:${(await findServer(folder))?.port}/foyer`
  const owner = await openSession({ url })
  const users = await owner<{ usename: string }[]>`
    select distinct usename from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid()`
  await owner.end()
  await service.stop()
  assert.deepEqual(users, [{ usename: serviceRoleOf(url) }])
})

test('the service role cannot become a superuser, even in a folder where it was one', async () => {
  const folder = await emptyFolder()
  const first = await startPostgres(folder)
  await migrate(first.url)
  await assertHarmless(first.serviceUrl)
  const owner = await openSession({ url: first.url })
  await owner.execute(`alter role ${serviceRoleOf(first.url)} superuser createrole`)
  await owner.execute(`grant pg_execute_server_program to ${serviceRoleOf(first.url)}`)
  await owner.end()
  await first.stop()
  await writeFile(join(folder, 'postgres', 'pg_hba.conf'), 'host all all 127.0.0.1/32 trust\n')
  const second = await startPostgres(folder)
  await migrate(second.url)
  await assertHarmless(second.serviceUrl)
  const session = await openSession({ url: second.serviceUrl })
  assert.deepEqual(
    await session`select roleid::regrole::text from pg_auth_members where member = current_user::regrole`,
    [],
  )
  await session.end()
  await second.stop()
})
