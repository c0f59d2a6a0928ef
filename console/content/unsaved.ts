import type { Change } from '../documents/document.ts'

/** Where edits are kept until they are saved, so that a reload or a crash loses none. */
export type UnsavedStore = {
  read: () => Change[]
  write: (changes: Change[]) => void
  /** Leaves it to the next editor of the same document. */
  release: () => void
}

/** More windows than anybody edits one document in. */
const mostSlots = 20

/**
 * Claims a place in the browser's storage for one editor. Each editor of a document has a slot of its own, held by a lock
 * for as long as its window is there: two windows never write over each other, and what a window that is gone left
 * behind is found by the next one. Where there are no locks, as outside https, there is one slot.
 */
export async function claimUnsaved(name: string): Promise<UnsavedStore> {
  const keys = Array.from({ length: mostSlots }, (_, slot) => keyOf(name, slot))
  const ordered = [
    ...keys.filter((key) => localStorage.getItem(key) !== null),
    ...keys.filter((key) => localStorage.getItem(key) === null),
  ]
  // Typed as always there, which it is not without https.
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
        // The storage is full: what is not saved is still here, for as long as the page is open.
      }
    },
  }
}
