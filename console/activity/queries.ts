import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { editLists, listQuery, refreshLists } from '../api/lists.ts'
import type { Shape } from '../api/schema.ts'
import { attempt } from '../ui/notify.tsx'

export type Activity = Shape<'Activity'>
/** The account or person that a history belongs to. */
export type HistoryOwner = { accountId: string } | { personId: string }

/** The polling interval for new visits, while the timeline is one page long. */
const pollMs = 15_000

/** Activity, newest first; an account's includes that of its persons. */
export function activityQuery(owner: HistoryOwner) {
  return listQuery<Activity>(
    keys.activity.list(owner),
    (page, signal) =>
      'accountId' in owner
        ? api.activity.listOfAccount(owner.accountId, { ...page, includePersonActivity: 'true' }, { signal })
        : api.activity.listOfPerson(owner.personId, page, { signal }),
    pollMs,
  )
}

export function noteIdOf({ accountLogId, personLogId }: Activity): string | undefined {
  return accountLogId ?? personLogId ?? undefined
}

/** Notes are stored as logs of an account or a person; their entries have the id of the log. */
export function isNote(entry: Activity): boolean {
  return noteIdOf(entry) !== undefined
}

export function textOf({ payload }: Activity): string {
  return typeof payload.text === 'string' ? payload.text : ''
}

export function useAddNote(owner: HistoryOwner) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (text: string) => addNote(owner, text),
    onSuccess: () => refreshHistory(client),
  })
}

export async function addNote(owner: HistoryOwner, text: string): Promise<void> {
  if ('accountId' in owner) await api.accountLogs.create(owner.accountId, { text })
  else await api.personLogs.create(owner.personId, { text })
}

async function refreshHistory(client: QueryClient) {
  await Promise.all([
    refreshLists(client, keys.activity.all),
    client.invalidateQueries({ queryKey: keys.accounts.all }),
  ])
}

/** The calls for notes of the entry's owner, and the path of its note. */
function noteCallsOf({ accountId, accountLogId, personId, personLogId }: Activity) {
  return accountId !== null && accountLogId !== null
    ? { logs: api.accountLogs, path: [accountId, accountLogId] as const }
    : { logs: api.personLogs, path: [personId ?? '', personLogId ?? ''] as const }
}

export function useEditNote(entry: Activity) {
  const client = useQueryClient()
  const { logs, path } = noteCallsOf(entry)
  return useMutation({
    mutationFn: (text: string) => logs.update(...path, { text }),
    onSuccess: (_, text) => {
      const updatedAt = `+${Date.now()}`
      editLists<Activity>(client, keys.activity.all, (row) =>
        row.activityId === entry.activityId ? { ...row, payload: { text }, updatedAt } : row,
      )
    },
  })
}

/** Removes a note at once; it can be restored for ten seconds. */
export function useRemoveNote() {
  const client = useQueryClient()
  return async (entry: Activity) => {
    const { logs, path } = noteCallsOf(entry)
    const revert = editLists<Activity>(client, keys.activity.all, (row) =>
      row.activityId === entry.activityId ? undefined : row,
    )
    const undo = async () => {
      await logs.restore(...path)
      await refreshHistory(client)
    }
    await attempt(() => logs.delete(...path), 'Note removed', { undo, revert })
  }
}
