import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export type LastBackup = { at: string; file: string }

const fileOf = (dataDir: string) => join(dataDir, 'last-backup.json')

export async function noteBackup(dataDir: string, file: string): Promise<void> {
  const note: LastBackup = { at: new Date().toISOString(), file }
  await writeFile(fileOf(dataDir), `${JSON.stringify(note)}\n`)
}

export async function readLastBackup(dataDir: string): Promise<LastBackup | undefined> {
  try {
    return JSON.parse(await readFile(fileOf(dataDir), 'utf8')) as LastBackup
  } catch {
    return undefined
  }
}
