import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { openDatabase, serviceRole, type Tx } from './db.ts'
import { migrateJobs } from './jobs.ts'

const folder = new URL('../migrations/', import.meta.url)
/** Held while migrating, so that processes starting together take turns. */
const lock = 4_711_020_901

/** Brings a database up to date, as its owner. Returns the names of the steps it took. */
export async function migrate(url: string): Promise<string[]> {
  const db = openDatabase({ url, poolSize: 1, statementTimeoutMs: 0 })
  try {
    const session = await db.read.reserve()
    try {
      await session`select pg_advisory_lock(${lock})`
      await session`create table if not exists migrations (
        name text primary key, sha256 text not null, applied_at timestamptz not null default now())`
      const applied = new Map(
        (await session<{ name: string; sha256: string }[]>`select name, sha256 from migrations`).map(
          (row) => [row.name, row.sha256],
        ),
      )
      const taken: string[] = []
      for (const step of await readSteps()) {
        const known = applied.get(step.name)
        if (known === step.sha256) continue
        if (known)
          throw new Error(
            `${step.name} was applied as it was then; write a new migration instead of changing it.`,
          )
        await session.unsafe(`begin; ${step.sql};
          insert into migrations (name, sha256) values ('${step.name}', '${step.sha256}'); commit`)
        taken.push(step.name)
      }
      await migrateJobs(url)
      await grantService(session as unknown as Tx)
      return taken
    } finally {
      await session`select pg_advisory_unlock_all()`.catch(() => {})
      session.release()
    }
  } finally {
    await db.close()
  }
}

async function readSteps() {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return await Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** The service's role may read and write rows and nothing else: it owns no table. */
async function grantService(session: Tx) {
  await session.unsafe(`
    do $$ begin
      if not exists (select from pg_roles where rolname = '${serviceRole}') then
        create role ${serviceRole} nologin;
      end if;
    exception when duplicate_object or unique_violation then null;
    end $$;
    do $$ begin
      execute format('grant ${serviceRole} to %I', current_user);
    exception when insufficient_privilege then
      if not pg_has_role(current_user, '${serviceRole}', 'member') then
        raise exception 'the database user % may not act as ${serviceRole}: run "grant ${serviceRole} to %" as an administrator', current_user, current_user;
      end if;
    end $$;
    grant usage on schema public, pgboss to ${serviceRole};
    grant select, insert, update, delete on all tables in schema public, pgboss to ${serviceRole};
    grant execute on all functions in schema public, pgboss to ${serviceRole};
    revoke insert, update, delete on migrations from ${serviceRole};`)
}
