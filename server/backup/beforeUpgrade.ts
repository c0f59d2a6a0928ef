import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pendingSteps } from '../database/migrate.ts'
import { backUp } from './backup.ts'
import { noteBackup } from './lastBackup.ts'

/** The number of backups kept. */
const kept = 3

/**
 * Backs up the embedded database before a migration, so that `foyer restore` can return to the previous version. A new
 * database needs none.
 */
export async function backUpBeforeUpgrade(dataDir: string, url: string): Promise<string | undefined> {
  const { pending, isNew } = await pendingSteps(url)
  if (isNew || pending.length === 0) return undefined
  const folder = join(dataDir, 'backups')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '')
  const file = join(folder, `before-${pending[0]?.slice(0, 4)}-${time}.tar.gz`)
  await backUp(dataDir, url, file)
  await noteBackup(dataDir, file)
  const all = (await readdir(folder)).filter((name) => name.startsWith('before-')).sort(byTime)
  for (const name of all.slice(0, -kept)) await rm(join(folder, name))
  return file
}

function byTime(a: string, b: string): number {
  return a.slice(-24) < b.slice(-24) ? -1 : 1
}
