import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, ask } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import type { Brand } from './words.ts'

/** The tenant's brands, newest first; nobody has more than one answer holds. */
export const brandsQuery = queryOptions({
  queryKey: keys.brands,
  queryFn: async ({ signal }) =>
    (await ask(api.GET('/v0/brands', { params: { query: { limit: 100 } }, signal }))).items,
})

export type BrandDraft = Omit<Brand, 'brandId' | 'createdAt' | 'updatedAt'>

/** Makes a brand, or changes the one that is named. */
export function useSaveBrand(brandId?: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BrandDraft) =>
      brandId === undefined
        ? ask(api.POST('/v0/brands', { body }))
        : ask(api.PATCH('/v0/brands/{brand_id}', { params: { path: { brand_id: brandId } }, body })),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.brands }),
  })
}
