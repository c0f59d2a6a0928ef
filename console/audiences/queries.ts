import { useMutation, useQueryClient } from '@tanstack/react-query'
import { addNote } from '../activity/queries.ts'
import { api } from '../api/client.ts'
import { useGroupedQuery } from '../api/grouped.ts'
import { keys } from '../api/keys.ts'
import { editLists, listQuery, pageSize, readQuery, refreshLists } from '../api/lists.ts'
import type { Shape } from '../api/schema.ts'
import { attempt, notify } from '../ui/notify.tsx'
import type { Audience } from './words.ts'

export type AudienceListFilters = { query?: string | undefined; archived?: boolean | undefined }

export function audiencesQuery(pageId: string, { query, archived }: AudienceListFilters) {
  const filters = { ...(query && { query }), ...(archived && { archived }) }
  return listQuery<Audience>(keys.audiences.listOfPage(pageId, filters), (page, signal) =>
    api.audiences.list(pageId, { ...filters, ...page }, { signal }),
  )
}

export function audienceQuery(pageId: string, audienceId: string) {
  return readQuery(keys.audiences.one(audienceId), (call) => api.audiences.get(pageId, audienceId, call))
}

export function useCreateAudience(pageId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Shape<'AudienceInput'>) => api.audiences.create(pageId, body),
    onSuccess: () =>
      Promise.all([
        refreshLists(client, keys.audiences.all),
        // The page has a count of its audiences.
        client.invalidateQueries({ queryKey: keys.pages.one(pageId) }),
        refreshLists(client, keys.pages.all),
      ]),
  })
}

/** Actions on an audience in a list: applied at once and undoable for ten seconds. */
export function useAudienceVerbs() {
  const client = useQueryClient()
  const run = async (audience: Audience, verb: 'archive' | 'restore') => {
    const revert = editLists<Audience>(client, keys.audiences.all, (row) =>
      row.audienceId === audience.audienceId ? undefined : row,
    )
    const work = () => api.audiences[verb](audience.pageId, audience.audienceId)
    if (!(await attempt(work, undefined, { revert }))) return false
    void refreshLists(client, keys.audiences.all)
    void client.invalidateQueries({ queryKey: keys.standings.all })
    void client.invalidateQueries({ queryKey: keys.audiences.one(audience.audienceId) })
    void client.invalidateQueries({ queryKey: keys.pages.one(audience.pageId) })
    return true
  }
  return {
    async archive(audience: Audience) {
      if (await run(audience, 'archive'))
        notify(`${audience.effectiveName} taken offline`, { undo: () => run(audience, 'restore') })
    },
    async restore(audience: Audience) {
      if (await run(audience, 'restore'))
        notify(`${audience.effectiveName} put back`, { undo: () => run(audience, 'archive') })
    },
    /** A page has one public audience. */
    async showEveryone({ pageId, audienceId, effectiveName }: Audience) {
      const work = () => api.audiences.update(pageId, audienceId, { flags: ['home_page'] })
      if (await attempt(work, `All other visitors now see ${effectiveName}`))
        await client.invalidateQueries({ queryKey: keys.audiences.ofPage(pageId) })
    },
  }
}

export type AudienceOverview = Shape<'AudienceOverview'>

export type PersonOrAccount = { accountId: string } | { personId: string }

/** The message to the agent if the user wrote only a note. */
export const personaliseMessage = 'Personalise the page for them'

/**
 * Personalises a page: saves the note about the account or person, finds or creates the audience, and sends the agent
 * a message if there is one.
 */
export function useMakePageFor(recipient: PersonOrAccount) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (given: { pageId: string; note: string; message: string }) => {
      const { pageId, note } = given
      const message = given.message || (note && personaliseMessage)
      if (note) await addNote(recipient, note)
      const known = await findAudienceOf(recipient, pageId)
      if (known && message) await api.messages.send(pageId, known.audienceId, { message })
      const audienceId =
        known?.audienceId ??
        (await api.audiences.create(pageId, { ...recipient, ...(message && { message }) })).audienceId
      return { pageId, audienceId, isNew: known === undefined }
    },
    onSuccess: () => refreshLists(client, keys.audiences.all),
  })
}

/** The audience of the account or person itself, not that of another person at the account. */
async function findAudienceOf(
  recipient: PersonOrAccount,
  pageId: string,
): Promise<AudienceOverview | undefined> {
  let cursor: string | null = null
  do {
    const query: { limit: number; cursor?: string } & PersonOrAccount = {
      ...recipient,
      limit: 100,
      ...(cursor && { cursor }),
    }
    const page: Shape<'AudienceOverviewPage'> = await api.audiences.listOfAllPages(query)
    const found = page.items.find(
      (one) => one.pageId === pageId && ('personId' in recipient || one.personId === null),
    )
    if (found) return found
    cursor = page.nextCursor
  } while (cursor)
  return undefined
}

export type NamedAudiences = ReadonlyMap<string, AudienceOverview | null>

/** Audiences by id, across pages; null for those that are archived or deleted. */
export function useAudiencesNamed(ids: readonly string[]): NamedAudiences {
  return useGroupedQuery<AudienceOverview | null>({
    ids,
    key: keys.audiences.named,
    async read(audienceId, signal) {
      const query = { audienceId, limit: pageSize }
      const { items } = await api.audiences.listOfAllPages(query, { signal })
      return audienceId.map((id) => [id, items.find((one) => one.audienceId === id) ?? null])
    },
    options: () => ({ staleTime: 60_000 }),
  })
}
