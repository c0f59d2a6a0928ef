import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../start/startError.ts'
import { distributeTables } from './distribute.ts'
import { serviceRoleOf } from './serviceRole.ts'
import { openSession, type Session } from './session.ts'

const shipped = new URL('../../migrations/', import.meta.url)
/** Advisory lock held while migrating, so that processes that start together take turns. */
const lock = 4_711_020_901

/**
 * Applies pending migrations as the database owner and returns their names. A step waits up to `lockMs` for a lock,
 * then pauses so that the statements queued behind it can run.
 */
export async function migrate(
  url: string,
  { folder = shipped, lockMs = 3_000 }: { folder?: URL; lockMs?: number } = {},
): Promise<string[]> {
  const serviceRole = serviceRoleOf(url)
  // The lock is held until the session ends.
  const session = await openSession({ url })
  try {
    try {
      await session`select pg_advisory_lock(${lock})`
      await createServiceRole(session, serviceRole)
      await session`create table if not exists migrations (
        name text primary key, sha256 text not null, applied_at timestamptz not null default now())`
      const applied = new Map(
        (await session<{ name: string; sha256: string }[]>`select name, sha256 from migrations`).map(
          (row) => [row.name, row.sha256],
        ),
      )
      const taken: string[] = []
      const steps = await readSteps(folder)
      await adoptBaseline(session, applied, steps[0] as Step)
      refuseLaterDatabase([...applied.keys()], steps)
      for (const step of steps) {
        const known = applied.get(step.name)
        if (known === step.sha256) continue
        if (known)
          throw new StartError(
            `${step.name} was applied as it was then; write a new migration instead of changing it.`,
          )
        await takeStep(session, step, lockMs)
        taken.push(step.name)
      }
      await grantService(session, serviceRole)
      await distributeTables(session, serviceRole)
      return taken
    } catch (error) {
      throw refusalOf(error) ?? error
    }
  } finally {
    await session.end()
  }
}

/** The names of pending migrations, and whether there was none yet. */
export async function pendingSteps(url: string): Promise<{ pending: string[]; isNew: boolean }> {
  const session = await openSession({ url })
  try {
    const [row] = await session<{ made: boolean }[]>`select to_regclass('migrations') is not null as made`
    const applied = row?.made ? await session<{ name: string }[]>`select name from migrations` : []
    const names = new Set(applied.map(({ name }) => name))
    const all = (await readSteps(shipped)).map(({ name }) => name)
    return { pending: all.filter((name) => !names.has(name)), isNew: names.size === 0 }
  } finally {
    await session.end()
  }
}

/** Errors that an administrator must fix, such as a missing privilege. */
function refusalOf(error: unknown): StartError | undefined {
  const { severity, message } = error as { severity?: string; message: string }
  return severity
    ? new StartError(`The database could not be migrated: ${message}.`, { cause: error })
    : undefined
}

/** The first and last migrations of development versions. */
const [firstFormer, lastFormer] = ['0001_ground.sql', '0043_notices.sql']

/** Replaces the recorded migrations of development versions with the baseline, which creates the same schema. */
async function adoptBaseline(session: Session, applied: Map<string, string>, baseline: Step): Promise<void> {
  if (!applied.has(firstFormer)) return
  if (!applied.has(lastFormer))
    throw new StartError(
      'The database is from an early development version. Start it once with the last version before the baseline, or begin with an empty database.',
    )
  const former = [...applied.keys()].filter((name) => name <= lastFormer)
  await session`
    with gone as (delete from migrations where name = any(${former}::text[]))
    insert into migrations (name, sha256) values (${baseline.name}, ${baseline.sha256})`
  for (const name of former) applied.delete(name)
  applied.set(baseline.name, baseline.sha256)
}

function refuseLaterDatabase(applied: string[], steps: { name: string }[]) {
  const unknown = applied.filter((name) => !steps.some((step) => step.name === name))
  if (unknown.length > 0)
    throw new StartError(
      `The database was migrated by a later version of Foyer (${unknown.join(', ')}). Run that version, or restore a backup.`,
    )
}

type Step = { name: string; sql: string; sha256: string }

async function readSteps(folder: URL): Promise<Step[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return await Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

const mostTries = 10
const lockNotAvailable = '55P03'

/** Runs one migration in a transaction and retries after a pause if a table it changes is locked. */
async function takeStep(session: Session, { name, sql, sha256 }: Step, lockMs: number): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      await session.execute(`begin; set local lock_timeout = ${lockMs}; ${sql};
        insert into migrations (name, sha256) values ('${name}', '${sha256}'); commit`)
      return
    } catch (error) {
      await session.execute('rollback')
      const { code, message } = error as { code?: string; message: string }
      if (code !== lockNotAvailable || tries === mostTries)
        throw new StartError(`${name} failed and was undone: ${message}`, { cause: error })
      await sleep(500 * tries)
    }
}

/** Runs before the first migration, so that a missing privilege is reported before anything is created. */
async function createServiceRole(session: Session, serviceRole: string) {
  try {
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
        if not pg_has_role(current_user, '${serviceRole}', 'member') then raise; end if;
      end $$`)
  } catch (error) {
    if ((error as { code?: string }).code !== insufficientPrivilege) throw error
    const [row] = await session<{ name: string }[]>`select quote_ident(current_user) as name`
    throw new StartError(
      `The database user ${row?.name} may not create the role that Foyer runs as. Run this once as an administrator:

  create role ${serviceRole} nologin;
  grant ${serviceRole} to ${row?.name};
`,
      { cause: error },
    )
  }
}

const insufficientPrivilege = '42501'

/** The service role may read and write rows only, and add to the audit log; it owns no tables. */
async function grantService(session: Session, serviceRole: string) {
  await session.execute(`
    grant usage on schema public to ${serviceRole};
    grant select, insert, update, delete on all tables in schema public to ${serviceRole};
    grant usage on all sequences in schema public to ${serviceRole};
    grant execute on all functions in schema public to ${serviceRole};
    revoke insert, update, delete on migrations from ${serviceRole};
    do $$ begin
      if to_regclass('audit_events') is not null then
        revoke update, delete on audit_events from ${serviceRole};
        revoke insert, update, delete on audit_heads from ${serviceRole};
      end if;
    end $$`)
}
