import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { StartError } from '../../start/startError.ts'

/** A service with a key for it. */
export type Profile = { url: string; key: string }
export type Profiles = { current: string | undefined; profiles: Record<string, Profile> }

/** `~/.config/foyer/profiles.json`, or in the folder that the system names. */
export function profilesFile(): string {
  const folder = process.env.XDG_CONFIG_HOME || process.env.APPDATA || join(homedir(), '.config')
  return join(folder, 'foyer', 'profiles.json')
}

export async function readProfiles(): Promise<Profiles> {
  const file = profilesFile()
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw new StartError(`${file} can’t be read: ${error.code}.`)
  })
  try {
    const { current, profiles = {} } = JSON.parse(text)
    return { current, profiles }
  } catch {
    throw new StartError(`${file} is not valid JSON. Correct or delete it.`)
  }
}

/** Replaces the whole file, which only its owner can read. */
export async function writeProfiles(profiles: Profiles): Promise<void> {
  const file = profilesFile()
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const fresh = `${file}.${process.pid}`
  await writeFile(fresh, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 })
  await chmod(fresh, 0o600)
  await rename(fresh, file)
}
