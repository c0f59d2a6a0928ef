import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, ask } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { editLists, listQuery, refreshLists } from '../api/lists.ts'
import type { Shape } from '../api/schema.ts'
import { notify, notifyProblem } from '../ui/notify.tsx'

export type Activity = Shape<'Activity'>
/** The account or person that a history belongs to. */
export type HistoryOwner = { accountId: string } | { personId: string }

/** The polling interval for new visits, while the timeline is one page long. */
const pollMs = 15_000

/** Activity, newest first; an account's includes that of its persons. */
export function activityQuery(owner: HistoryOwner) {
  const list = listQuery<Activity>(keys.activity.list(owner), (page, signal) =>
    'accountId' in owner
      ? ask(
          api.GET('/v0/accounts/{account_id}/activity', {
            params: {
              path: { account_id: owner.accountId },
              query: { ...page, includePersonActivity: 'true' },
            },
            signal,
          }),
        )
      : ask(
          api.GET('/v0/persons/{person_id}/activity', {
            params: { path: { person_id: owner.personId }, query: page },
            signal,
          }),
        ),
  )
  return {
    ...list,
    refetchInterval: (query: { state: { data?: { pages: unknown[] } | undefined } }) =>
      (query.state.data?.pages.length ?? 0) <= 2 && pollMs,
  }
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
  const body = { text }
  if ('accountId' in owner) {
    const params = { path: { account_id: owner.accountId } }
    await ask(api.POST('/v0/accounts/{account_id}/logs', { params, body }))
  } else {
    const params = { path: { person_id: owner.personId } }
    await ask(api.POST('/v0/persons/{person_id}/logs', { params, body }))
  }
}

async function refreshHistory(client: QueryClient) {
  await Promise.all([
    refreshLists(client, keys.activity.all),
    client.invalidateQueries({ queryKey: keys.accounts.all }),
  ])
}

/** The path parameters of a log of an account or a person. */
type LogPath = { account_id: string; account_log_id: string } | { person_id: string; person_log_id: string }

function logPathOf({ accountId, accountLogId, personId, personLogId }: Activity): LogPath {
  return accountLogId !== null && accountId !== null
    ? { account_id: accountId, account_log_id: accountLogId }
    : { person_id: personId ?? '', person_log_id: personLogId ?? '' }
}

async function replaceNote(entry: Activity, text: string) {
  const [path, body] = [logPathOf(entry), { text }]
  if ('account_id' in path)
    await ask(api.PATCH('/v0/accounts/{account_id}/logs/{account_log_id}', { params: { path }, body }))
  else await ask(api.PATCH('/v0/persons/{person_id}/logs/{person_log_id}', { params: { path }, body }))
}

async function remove(entry: Activity) {
  const path = logPathOf(entry)
  if ('account_id' in path)
    await ask(api.DELETE('/v0/accounts/{account_id}/logs/{account_log_id}', { params: { path } }))
  else await ask(api.DELETE('/v0/persons/{person_id}/logs/{person_log_id}', { params: { path } }))
}

async function restore(entry: Activity) {
  const [path, body] = [logPathOf(entry), {}]
  if ('account_id' in path)
    await ask(api.POST('/v0/accounts/{account_id}/logs/{account_log_id}/restore', { params: { path }, body }))
  else await ask(api.POST('/v0/persons/{person_id}/logs/{person_log_id}/restore', { params: { path }, body }))
}

export function useEditNote(entry: Activity) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (text: string) => replaceNote(entry, text),
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
    const putBack = editLists<Activity>(client, keys.activity.all, (row) =>
      row.activityId === entry.activityId ? undefined : row,
    )
    const undo = async () => {
      await restore(entry)
      await refreshHistory(client)
    }
    try {
      await remove(entry)
      notify('Note removed', { undo })
    } catch (error) {
      putBack()
      notifyProblem(error)
    }
  }
}
