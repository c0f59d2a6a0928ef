import type { Change } from '../documents/document.ts'

/** Keeps unsaved edits, so that a reload or a crash loses none. */
export type UnsavedStore = {
  read: () => Change[]
  write: (changes: Change[]) => void
  /** Frees the slot for the next editor of the same document. */
  release: () => void
}

/** The maximum number of windows with the same document. */
const mostSlots = 20

/**
 * Claims a slot in local storage for one editor. Each editor of a document has its own slot, held by a lock while its
 * window is open, so that windows never overwrite each other's edits, and the next window finds those of a closed
 * one. Without locks, as on pages without HTTPS, there is one slot.
 */
export async function claimUnsaved(name: string): Promise<UnsavedStore> {
  const keys = Array.from({ length: mostSlots }, (_, slot) => keyOf(name, slot))
  const ordered = [
    ...keys.filter((key) => localStorage.getItem(key) !== null),
    ...keys.filter((key) => localStorage.getItem(key) === null),
  ]
  // TypeScript's types don't say that it is missing without HTTPS.
  const locks = navigator.locks as LockManager | undefined
  if (!locks) return openStore(keyOf(name, 0), () => {})
  for (const key of ordered) {
    const release = await tryLock(locks, key)
    if (release) return openStore(key, release)
  }
  return openStore(undefined, () => {})
}

function keyOf(name: string, slot: number): string {
  return slot === 0 ? `foyer.unsaved.${name}` : `foyer.unsaved.${name}.${slot}`
}

/** Holds a lock until it is released; undefined if another tab holds it. */
function tryLock(locks: LockManager, name: string): Promise<(() => void) | undefined> {
  return new Promise((resolve) => {
    void locks.request(name, { ifAvailable: true }, (lock) => {
      if (!lock) return resolve(undefined)
      return new Promise<void>((release) => resolve(release))
    })
  })
}

function openStore(key: string | undefined, release: () => void): UnsavedStore {
  return {
    release,
    read() {
      try {
        const stored: unknown = JSON.parse((key && localStorage.getItem(key)) ?? '[]')
        return Array.isArray(stored) ? (stored as Change[]) : []
      } catch {
        return []
      }
    },
    write(changes) {
      if (!key) return
      try {
        if (changes.length === 0) localStorage.removeItem(key)
        else localStorage.setItem(key, JSON.stringify(changes))
      } catch {
        // The storage is full. Unsaved edits are still in memory while the page is open.
      }
    },
  }
}
