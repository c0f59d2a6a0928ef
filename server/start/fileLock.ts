import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

export type Lock = { release(): void }

/** A lock is lost when its file is closed, so none may be collected while it is held. */
const held = new Set<DatabaseSync>()
const sqliteBusy = 5

/**
 * Takes a lock that the system itself drops when the process dies, however it dies; undefined when somebody else
 * holds it. Node.js offers no file locks, but the SQLite inside it takes them on every platform.
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
