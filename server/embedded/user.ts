import { spawnSync } from 'node:child_process'
import { lchown, readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartError } from '../start/startError.ts'

type SystemUser = { uid: number; gid: number }

/** How PostgreSQL is run: it refuses uid 0, so root runs it as another user. */
export type RunAs = {
  wrap(command: string, args: string[]): [command: string, args: string[]]
  /** Set if the process runs as another user from the start. */
  user?: SystemUser
  /** The required owner of its files, if it is not us. */
  owner?: SystemUser
}

const itself: RunAs = { wrap: (command, args) => [command, args] }

/**
 * Finds a working way to run PostgreSQL on this folder. Root has three: a user namespace in which root's files appear
 * to belong to another user; another user; another user with the capability to enter any folder, for a checkout or data
 * folder that only root may enter.
 */
export async function chooseUser(folder: string, binary: string): Promise<RunAs> {
  const owner = await stat(folder).catch(() => undefined)
  const self = process.getuid?.()
  if (self === undefined) return itself
  if (self !== 0) {
    if (owner && owner.uid !== self) throw new StartError(foreignFolder(folder, owner.uid))
    return itself
  }
  const ways: RunAs[] = []
  if (owner && owner.uid !== 0) ways.push(asUser(owner), asReachingUser(owner))
  else {
    const user = (await findSystemUser()) ?? { uid: 1000, gid: 1000 }
    ways.push(inNamespace(user), asUser(user), asReachingUser(user))
  }
  const way = ways.find((way) => works(way, dirname(folder), binary))
  if (!way)
    throw new StartError(
      `PostgreSQL can’t run as root, and no other user can access ${dirname(folder)} and ${binary}. ` +
        'Run Foyer as a regular user, keep both in a folder that other users can enter, or set DATABASE_URL.',
    )
  if (owner && way.owner && owner.uid !== way.owner.uid) await changeOwner(folder, way.owner)
  return way
}

/** PostgreSQL requires a user name, so the namespace maps our files to the uid of a named user. */
function inNamespace({ uid, gid }: SystemUser): RunAs {
  const options = ['--user', `--map-user=${uid}`, `--map-group=${gid}`, '--']
  return { wrap: (command, args) => ['unshare', [...options, command, ...args]] }
}

function asUser(user: SystemUser): RunAs {
  return { ...itself, user, owner: user }
}

function asReachingUser(user: SystemUser): RunAs {
  const options = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups']
  const rights = ['--inh-caps=-all,+dac_override', '--ambient-caps=-all,+dac_override']
  return { wrap: (command, args) => ['setpriv', [...options, ...rights, command, ...args]], owner: user }
}

function works(way: RunAs, folder: string, binary: string): boolean {
  const [command, args] = way.wrap('sh', ['-c', 'cd "$1" && exec "$2" --version', 'sh', folder, binary])
  return spawnSync(command, args, { ...way.user, stdio: 'ignore', timeout: 10_000 }).status === 0
}

export async function changeOwner(folder: string, { uid, gid }: SystemUser) {
  for (const name of await readdir(folder, { recursive: true })) await lchown(join(folder, name), uid, gid)
  await lchown(folder, uid, gid)
}

async function findSystemUser(): Promise<SystemUser | undefined> {
  const users = (await readFile('/etc/passwd', 'utf8').catch(() => ''))
    .split('\n')
    .map((line) => line.split(':'))
  const found = ['postgres', 'nobody'].map((name) => users.find(([user]) => user === name)).find(Boolean)
  return found ? { uid: Number(found[2]), gid: Number(found[3]) } : undefined
}

function foreignFolder(folder: string, uid: number) {
  return `${folder} belongs to ${uid === 0 ? 'root' : `another user (uid ${uid})`}. Start Foyer as that user, or set DATA_DIR to another folder.`
}
