import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { StartError } from '../start/startError.ts'
import { serviceRole } from './database.ts'
import { openSession, type Session } from './session.ts'

const folder = new URL('../../migrations/', import.meta.url)
/** Held while migrating, so that processes starting together take turns. */
const lock = 4_711_020_901

/** Brings a database up to date, as its owner. Returns the names of the steps it took. */
export async function migrate(url: string): Promise<string[]> {
  // The session holds the lock until it ends.
  const session = await openSession({ url })
  try {
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
      const steps = await readSteps()
      refuseLaterDatabase([...applied.keys()], steps)
      for (const step of steps) {
        const known = applied.get(step.name)
        if (known === step.sha256) continue
        if (known)
          throw new StartError(
            `${step.name} was applied as it was then; write a new migration instead of changing it.`,
          )
        await session
          .execute(`begin; ${step.sql};
          insert into migrations (name, sha256) values ('${step.name}', '${step.sha256}'); commit`)
          .catch((error) => {
            throw new StartError(`${step.name} failed and was undone: ${error.message}`, { cause: error })
          })
        taken.push(step.name)
      }
      await grantService(session)
      return taken
    } catch (error) {
      throw refusalOf(error) ?? error
    }
  } finally {
    await session.end()
  }
}

/** The names of the steps that a database still has before it. */
export async function pendingSteps(url: string): Promise<string[]> {
  const session = await openSession({ url })
  try {
    const [row] = await session<{ made: boolean }[]>`select to_regclass('migrations') is not null as made`
    const applied = row?.made ? await session<{ name: string }[]>`select name from migrations` : []
    const names = new Set(applied.map(({ name }) => name))
    return (await readSteps()).map(({ name }) => name).filter((name) => !names.has(name))
  } finally {
    await session.end()
  }
}

/** What the database itself refuses, a missing right above all, is for its administrator to put right. */
function refusalOf(error: unknown): StartError | undefined {
  const { severity, message } = error as { severity?: string; message: string }
  return severity
    ? new StartError(`The database could not be brought up to date: ${message}.`, { cause: error })
    : undefined
}

function refuseLaterDatabase(applied: string[], steps: { name: string }[]) {
  const unknown = applied.filter((name) => !steps.some((step) => step.name === name))
  if (unknown.length > 0)
    throw new StartError(
      `The database was brought up to date by a later Foyer (${unknown.join(', ')}). Run that version, or restore a backup.`,
    )
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
async function grantService(session: Session) {
  await session.execute(`
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
    grant usage on schema public to ${serviceRole};
    grant select, insert, update, delete on all tables in schema public to ${serviceRole};
    grant execute on all functions in schema public to ${serviceRole};
    revoke insert, update, delete on migrations from ${serviceRole};`)
}
