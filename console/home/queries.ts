import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { readQuery, useList } from '../api/lists.ts'
import type { Shape } from '../api/schema.ts'
import { brandsQuery } from '../brands/queries.ts'
import type { Brand } from '../brands/words.ts'
import { pagesQuery } from '../pages/queries.ts'
import type { Page } from '../pages/words.ts'
import { confirm } from '../ui/ConfirmDialog.tsx'
import { attempt } from '../ui/notify.tsx'

export type Home = Shape<'Home'>
export type FirstSteps = Home['firstSteps']
export type HotAccount = Home['hotAccounts'][number]

/** Activity since a point in time, pending decisions and upcoming releases. */
export function homeQuery(since: string | undefined) {
  return readQuery(keys.home(since), (call) => api.home.get(since ? { since } : {}, call), {
    refetchInterval: 30_000,
    staleTime: 5_000,
  })
}

/** The sample data's brand and pages; undefined if there is none. */
export function useDemo(): { brand: Brand; pages: Page[] } | undefined {
  const { data: brands } = useQuery(brandsQuery)
  const brand = brands?.find(({ isDemo }) => isDemo)
  const pages = useList(pagesQuery({})).rows.filter(({ brandId }) => brandId === brand?.brandId)
  return brand && pages.length > 0 ? { brand, pages } : undefined
}

/** Deletes the pages of the sample data. They can be restored for as long as other deleted pages. */
export function useRemoveDemo() {
  const client = useQueryClient()
  return async (pages: number) => {
    const isSure = await confirm({
      title: 'Remove the demo?',
      body: `Its ${pages} pages, its accounts, people and visits are deleted. Accounts that you made pages of your own for stay.`,
      action: 'Remove demo',
      danger: true,
    })
    if (!isSure) return
    await attempt(() => api.pages.removeDemo(), 'Demo removed')
    await client.invalidateQueries()
  }
}
