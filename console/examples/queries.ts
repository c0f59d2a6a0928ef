import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { readQuery } from '../api/lists.ts'
import type { Shape } from '../api/schema.ts'
import type { Document } from '../documents/document.ts'

export type PageExample = Shape<'PageExample'>

export const examplesQuery = readQuery(
  keys.examples,
  async (call) => (await api.pageExamples.list(call)).items,
  { staleTime: Number.POSITIVE_INFINITY },
)

/** The preview URL of an example, in its own colours or a brand's. */
export function examplePreviewQuery(template: PageExample['name'], brandId: string | undefined) {
  const chosen = { template, ...(brandId && { brandId }) }
  return readQuery(keys.pages.templatePreview(chosen), (call) => api.templates.preview(chosen, call), {
    staleTime: 30 * 60_000,
    refetchOnWindowFocus: false,
  })
}

/** Saves answers: the texts of the page, its context and the targets of its buttons. */
export function useSaveAnswers(pageId: string, sitting: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ document, page }: { document?: Document; page?: Shape<'PagePatch'> }) => {
      const query = { sitting, note: 'Questions answered' }
      if (document) await api.pages.replaceDocument(pageId, document, { query })
      if (page) client.setQueryData(keys.pages.one(pageId), await api.pages.update(pageId, page))
    },
    onSuccess: () => client.invalidateQueries({ queryKey: keys.pages.document(pageId) }),
  })
}
