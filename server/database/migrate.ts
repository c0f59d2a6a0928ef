import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../start/startError.ts'
import { distributeTables } from './distribute.ts'
import { findLaterSteps, type LaterStep, listSteps, runsBeside, shipped } from './laterSteps.ts'
import { serviceRoleOf } from './serviceRole.ts'
import { type DatabaseSession, openSession } from './session.ts'

/** Advisory lock held while migrating, so that processes that start together take turns. */
const lock = 4_711_020_901

type MigrationOptions = {
  folder?: URL
  lockMs?: number
  /** Called with migrations of a later version that this one can run with. */
  onLater?: (names: string[]) => void
}

/**
 * Applies pending migrations as the database owner and returns their names. A step waits up to `lockMs` for a lock,
 * then pauses so that the statements queued behind it can run. Changes nothing in a database of a later version.
 */
export async function migrate(
  url: string,
  { folder = shipped, lockMs = 3_000, onLater }: MigrationOptions = {},
): Promise<string[]> {
  const serviceRole = serviceRoleOf(url)
  // The lock is held until the session ends.
  const session = await openSession({ url })
  try {
    try {
      await session`select pg_advisory_lock(${lock})`
      await createServiceRole(session, serviceRole)
      await createTable(session)
      const applied = new Map(
        (await session<{ name: string; sha256: string }[]>`select name, sha256 from migrations`).map(
          (row) => [row.name, row.sha256],
        ),
      )
      const taken: string[] = []
      const steps = await readSteps(folder)
      await adoptBaseline(session, applied, steps[0] as Migration)
      const later = await findLaterSteps(
        session,
        steps.map(({ name }) => name),
      )
      if (later.length > 0) {
        refuseLaterSteps(
          later,
          steps.filter(({ name }) => !applied.has(name)),
        )
        onLater?.(later.map(({ name }) => name))
        return []
      }
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

/** The names of pending migrations, those of later versions, and whether the database had none yet. */
export async function pendingSteps(
  url: string,
): Promise<{ pending: string[]; later: LaterStep[]; isNew: boolean }> {
  const session = await openSession({ url })
  try {
    const [row] = await session<{ made: boolean }[]>`select to_regclass('migrations') is not null as made`
    const applied = row?.made ? await session<{ name: string }[]>`select name from migrations` : []
    const names = new Set(applied.map(({ name }) => name))
    const all = await listSteps(shipped)
    const later = row?.made ? await findLaterSteps(session, all) : []
    return { pending: all.filter((name) => !names.has(name)), later, isNew: names.size === 0 }
  } finally {
    await session.end()
  }
}

/**
 * `runs_beside` is the oldest version that can run beside a migration. For migrations of versions that didn't record
 * it, it is `none`.
 */
async function createTable(session: DatabaseSession) {
  await session`create table if not exists migrations (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now())`
  // Checked first: adding an existing column would still wait for a running backup.
  const [column] = await session`
    select from pg_attribute where attrelid = 'migrations'::regclass and attname = 'runs_beside'`
  if (!column) await session`alter table migrations add column runs_beside text not null default 'none'`
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
async function adoptBaseline(
  session: DatabaseSession,
  applied: Map<string, string>,
  baseline: Migration,
): Promise<void> {
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

/**
 * If this version has pending migrations of its own, the later ones come from another branch, not from a newer
 * version.
 */
function refuseLaterSteps(later: LaterStep[], pending: Migration[]) {
  const unsafe = later.filter(({ isSafe }) => !isSafe)
  const names = (unsafe.length > 0 ? unsafe : later).map(({ name }) => name).join(', ')
  if (unsafe.length > 0 || pending.length > 0)
    throw new StartError(
      `The database was migrated by a later version of Foyer (${names}), beside which this version can't run. Start that version here, or restore the backup from before the upgrade.`,
    )
}

type Migration = { name: string; sql: string; sha256: string }

async function readSteps(folder: URL): Promise<Migration[]> {
  return await Promise.all(
    (await listSteps(folder)).map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

const mostTries = 10
/** Lock not available, and deadlock. */
const lockedOut = ['55P03', '40P01']

/** Runs one migration in a transaction and retries after a pause if a table it changes is locked. */
async function takeStep(
  session: DatabaseSession,
  { name, sql, sha256 }: Migration,
  lockMs: number,
): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      await session.execute(`begin; set local lock_timeout = ${lockMs}; ${sql};
        insert into migrations (name, sha256, runs_beside)
        values ('${name}', '${sha256}', '${runsBeside(sql)}'); commit`)
      return
    } catch (error) {
      await session.execute('rollback')
      const { code, message } = error as { code?: string; message: string }
      if (!lockedOut.includes(code ?? '') || tries === mostTries)
        throw new StartError(`${name} failed and was undone: ${message}`, { cause: error })
      await sleep(500 * tries)
    }
}

/** Runs before the first migration, so that a missing privilege is reported before anything is created. */
async function createServiceRole(session: DatabaseSession, serviceRole: string) {
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

/** The service role may only read and write rows, and append to the audit log; it owns no tables. */
async function grantService(session: DatabaseSession, serviceRole: string) {
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
