import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

export type Lock = { release(): void }

/** A lock is lost when its file is closed, so held locks must not be garbage-collected. */
const held = new Set<DatabaseSync>()
const sqliteBusy = 5

/**
 * Takes a lock that the operating system releases when the process dies, however it dies; undefined if another process
 * holds it. Node.js offers no file locks, but its SQLite takes them on every platform.
 */
export function tryLock(path: string): Lock | undefined {
  // SQLite gives its journal the mode of the file.
  closeSync(openSync(path, 'a', 0o600))
  const file = new DatabaseSync(path)
  try {
    file.exec('begin exclusive')
  } catch (error) {
    file.close()
    if ((error as { errcode?: number }).errcode === sqliteBusy) return undefined
    throw error
  }
  held.add(file)
  return {
    release() {
      if (held.delete(file)) file.close()
    },
  }
}
