import { useSyncExternalStore } from 'react'

/** What is published and shared: a page for everyone or for an audience, optionally an older version. */
export type ShareSubject = { pageId: string; audienceId?: string; versionId?: string }

let opened: ShareSubject | undefined
const listeners = new Set<() => void>()

function set(next: ShareSubject | undefined) {
  opened = next
  for (const listener of listeners) listener()
}

/** Opens the panel above the current screen. */
export function openShare(subject: ShareSubject): void {
  set(subject)
}

export function closeShare(): void {
  set(undefined)
}

export function useShared(): ShareSubject | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => opened,
  )
}
