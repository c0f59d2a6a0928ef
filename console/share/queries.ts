import { useSyncExternalStore } from 'react'

/** What is published and shared: a page for everyone or for an audience, optionally an older version. */
export type Subject = { pageId: string; audienceId?: string; versionId?: string }

let opened: Subject | undefined
const listeners = new Set<() => void>()

function set(next: Subject | undefined) {
  opened = next
  for (const listener of listeners) listener()
}

/** Opens the panel above the current screen. */
export function openShare(subject: Subject): void {
  set(subject)
}

export function closeShare(): void {
  set(undefined)
}

export function useShared(): Subject | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => opened,
  )
}
