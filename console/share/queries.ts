import { createStore } from '../ui/store.ts'

/** What is published and shared: a page for everyone or for an audience, optionally an older version. */
export type ShareSubject = { pageId: string; audienceId?: string; versionId?: string }

const opened = createStore<ShareSubject | undefined>(undefined)

/** Opens the panel above the current screen. */
export function openShare(subject: ShareSubject): void {
  opened.set(subject)
}

export function closeShare(): void {
  opened.set(undefined)
}

export const useShared = opened.use
