import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { editLists, listQuery, readQuery, refreshLists, sortBy } from '../api/lists.ts'
import type { Shape } from '../api/schema.ts'
import { confirm } from '../ui/ConfirmDialog.tsx'
import { attempt, notify, notifyProblem } from '../ui/notify.tsx'
import type { PagesSearch } from './search.ts'
import type { Page } from './words.ts'

export function pagesQuery({ query, status, type, sort }: PagesSearch) {
  const filters = {
    ...(query && { query }),
    ...(status === 'deleted' ? { deleted: true } : status && { status }),
    ...(type && { pageType: type }),
    ...sortBy<'/v0/pages/search'>(sort),
  }
  return listQuery<Page>(keys.pages.list(filters), (page, signal) =>
    api.pages.search({ ...filters, ...page }, { signal }),
  )
}

export function pageQuery(pageId: string) {
  return readQuery(keys.pages.one(pageId), (call) => api.pages.get(pageId, call))
}

export type TemplateName = NonNullable<Shape<'PageInput'>['template']>

/** The document of the page itself, before personalisation. */
export function pageDocumentQuery(pageId: string) {
  return readQuery(keys.pages.document(pageId), (call) => api.pages.getDocument(pageId, call))
}

/** A built-in template, or one of the tenant's. */
export type ChosenTemplate = { template: TemplateName } | { templateId: string }

/** The preview URL of a template, valid for an hour. */
export function templatePreviewQuery(chosen: ChosenTemplate) {
  return readQuery(keys.pages.templatePreview(chosen), (call) => api.templates.preview(chosen, call), {
    staleTime: 30 * 60_000,
    refetchOnWindowFocus: false,
  })
}

export type PageTemplate = Shape<'PageTemplate'>

export const pageTemplatesQuery = readQuery(keys.pages.templates, (call) => api.pageTemplates.list(call))

export function useSaveTemplate(pageId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => api.pageTemplates.create(pageId, { name }),
    onSuccess: () => client.invalidateQueries({ queryKey: pageTemplatesQuery.queryKey }),
  })
}

export function useRenameTemplate() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ templateId, name }: Pick<PageTemplate, 'templateId' | 'name'>) =>
      api.pageTemplates.update(templateId, { name }),
    onSuccess: () => client.invalidateQueries({ queryKey: pageTemplatesQuery.queryKey }),
  })
}

/** The mutation returns whether the template was deleted. */
export function useDeleteTemplate() {
  const client = useQueryClient()
  return async ({ templateId, name }: PageTemplate): Promise<boolean> => {
    const isSure = await confirm({
      title: `Delete the template ${name}?`,
      body: 'It can’t be restored. Pages created from it stay as they are.',
      action: 'Delete template',
      danger: true,
    })
    if (!isSure || !(await attempt(() => api.pageTemplates.delete(templateId), `${name} deleted`)))
      return false
    await client.invalidateQueries({ queryKey: pageTemplatesQuery.queryKey })
    return true
  }
}

export function useCreatePage() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Shape<'PageInput'>) => api.pages.create(input),
    onSuccess: () => refreshLists(client, keys.pages.all),
  })
}

export function useSavePage(pageId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Shape<'PagePatch'>) => api.pages.update(pageId, body),
    onSuccess: (page, patch) => {
      client.setQueryData(keys.pages.one(pageId), page)
      editLists<Page>(client, keys.pages.all, (row) => (row.pageId === pageId ? page : row))
      // Another page was the home page before.
      if (patch.flags) void refreshLists(client, keys.pages.all)
    },
  })
}

/** Asks before a page is taken offline, and lists what visitors lose. */
async function confirmRemoval({ pageId, name, audiencesCount, flags }: Page): Promise<boolean> {
  const links = await api.pageLinks
    .list({ pageId, limit: 1 })
    .then(({ totalCount }) => totalCount ?? 0)
    .catch(() => 0)
  const lost = [
    flags.includes('home_page') && 'your home page',
    links > 0 && `${links} ${links === 1 ? 'link' : 'links'}`,
    audiencesCount > 0 && `the pages of ${audiencesCount} ${audiencesCount === 1 ? 'audience' : 'audiences'}`,
  ].filter((part) => part !== false)
  return confirm({
    title: `Delete ${name}?`,
    body: `This page is live. ${
      lost.length > 0 ? `Visitors lose access to ${listFormat.format(lost)}.` : 'Visitors lose access to it.'
    } You can restore it later as a draft: filter the list of pages by Deleted.`,
    action: 'Delete page',
    danger: true,
  })
}

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' })

type StatusAction = 'publish' | 'archive' | 'restore'

/** Actions on a page in a list: applied at once, with undo. */
export function usePageVerbs() {
  const client = useQueryClient()
  const verbs = {
    publish: (page: Page) => api.pages.publish(page.pageId),
    archive: (page: Page) => api.pages.archive(page.pageId),
    restore: (page: Page) => api.pages.restore(page.pageId),
  }
  const show = (page: Page) => {
    void client.invalidateQueries({ queryKey: keys.standings.all })
    client.setQueryData(keys.pages.one(page.pageId), page)
    editLists<Page>(client, keys.pages.all, (row) => (row.pageId === page.pageId ? page : row))
  }
  /** Removes a page from the lists. Returns a function that puts it back. */
  const hide = ({ pageId }: Page) =>
    editLists<Page>(client, keys.pages.all, (row) => (row.pageId === pageId ? undefined : row))
  const run = async (verb: StatusAction, page: Page) => {
    try {
      show(await verbs[verb](page))
    } catch (error) {
      notifyProblem(error)
      throw error
    }
  }
  /** Restores a page, which makes it a draft, and then its former status. */
  const restoreStatus = async (page: Page) => {
    await run('restore', page)
    if (page.status === 'published') await run('publish', page)
    if (page.status === 'archived') await run('archive', page)
    await refreshLists(client, keys.pages.all)
  }
  /** Refetches lists filtered by status, as the page may have to leave or join them. */
  const refreshFilteredLists = () =>
    void client.invalidateQueries({
      queryKey: keys.pages.all,
      predicate: ({ queryKey: [, filters] }) =>
        typeof filters === 'object' && filters !== null && ('status' in filters || 'deleted' in filters),
    })
  const tell = (work: Promise<void>, message: string, undo?: () => Promise<void>) =>
    work
      .then(() => {
        notify(message, undo && { undo })
        refreshFilteredLists()
      })
      .catch(() => {})
  return {
    archive: (page: Page) =>
      tell(run('archive', page), `${page.name} taken offline`, () => restoreStatus(page)),
    restore: (page: Page) =>
      tell(run('restore', page), `${page.name} restored as a draft`, () => run('archive', page)),
    async restoreDeleted(page: Page) {
      await attempt(() => verbs.restore(page), `${page.name} restored as a draft`, { revert: hide(page) })
      await refreshLists(client, keys.pages.all)
    },
    /** The copy, or undefined if it could not be created. */
    async duplicate(page: Page): Promise<Page | undefined> {
      try {
        const copy = await api.pages.duplicate(page.pageId)
        notify(`${copy.name} created`)
        await refreshLists(client, keys.pages.all)
        return copy
      } catch (error) {
        notifyProblem(error)
        return undefined
      }
    },
    /** Returns whether the page was deleted. Pages that visitors can see need a confirmation. */
    async remove(page: Page) {
      if (page.status === 'published' && !(await confirmRemoval(page))) return false
      const isDeleted = await attempt(() => api.pages.delete(page.pageId), `${page.name} deleted`, {
        undo: () => restoreStatus(page),
        revert: hide(page),
      })
      if (isDeleted) refreshFilteredLists()
      return isDeleted
    },
  }
}
