import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { firstTeamName } from '../../shared/firstTeam.ts'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { readQuery } from '../api/lists.ts'
import type { Shape } from '../api/schema.ts'
import { sessionQuery } from '../api/session.ts'
import { usePictureUpload } from '../assets/queries.ts'
import type { Document } from '../documents/document.ts'
import { pageQuery } from '../pages/queries.ts'
import type { Brand, BrandColors } from './words.ts'

/** The tenant's brands, newest first. One page of the list holds all of them. */
export const brandsQuery = readQuery(
  keys.brands,
  async (call) => (await api.brands.list({ limit: 100 }, call)).items,
)

/** What the page's colours follow from: its own theme, or else its brand. */
export function useBrandColors(pageId: string, theme: Document['theme']): BrandColors | undefined {
  const { data: page } = useQuery(pageQuery(pageId))
  const { data: brands } = useQuery(brandsQuery)
  const brand = brands?.find(({ brandId }) => brandId === page?.brandId)
  if (!brand) return undefined
  const { primaryColor = brand.primaryColor, look = brand.look, backgroundColor } = theme
  return { primaryColor, secondaryColor: brand.secondaryColor, look, backgroundColor }
}

export type BrandPatch = Partial<Omit<Brand, 'brandId' | 'isDemo' | 'createdAt' | 'updatedAt'>>

export type Site = NonNullable<Shape<'SiteReading'>['site']>
export type SitePicture = NonNullable<Site['logo']>

/** Reads a brand from a company's site without saving it. */
export function useReadSite() {
  return useMutation({
    mutationFn: (domain: string) => api.brands.readSite({ domain }),
  })
}

/** The values of a new brand, read from a site or entered. */
export type FoundBrand = {
  name: string
  domain: string | null
  description: string
  language: string | null
  primaryColor: string
  secondaryColor: string | null
  headingFont: Brand['headingFont']
  /** All colours found on the site. */
  colors: string[]
  logo: SitePicture | File | null
  icon: SitePicture | null
}

export function foundOn({ name, description, colors, fonts, ...site }: Site): FoundBrand {
  return {
    ...{ domain: site.domain, language: site.language, logo: site.logo, icon: site.icon, colors },
    name: name ?? '',
    description: description ?? '',
    primaryColor: colors[0] ?? '#1f6f5c',
    secondaryColor: colors[1] ?? null,
    headingFont: fonts[0] ?? null,
  }
}

export const emptyBrand: FoundBrand = {
  ...{ name: '', domain: null, description: '', language: null, headingFont: null },
  ...{ primaryColor: '#1f6f5c', secondaryColor: null, colors: [], logo: null, icon: null },
}

/**
 * Creates a brand and assets for its images. If the first brand exists already, for example because the response to
 * an earlier attempt was lost, it is updated instead.
 */
export function useCreateBrand({ isFirst }: { isFirst: boolean }) {
  const client = useQueryClient()
  const { mutateAsync: upload } = usePictureUpload()
  const assetOf = async (picture: SitePicture | File | null, name: string) => {
    if (!picture) return null
    const file = picture instanceof File ? picture : fileOf(picture, name)
    return (await upload({ file, type: 'logo' })).assetId
  }
  return useMutation({
    mutationFn: async ({ logo, icon, colors: _, ...found }: FoundBrand) => {
      const name = found.name.trim()
      const logoAssetId = await assetOf(logo, `${name} logo`)
      const faviconAssetId = await assetOf(icon, `${name} icon`)
      const description = found.description.trim() || null
      const body = { ...found, name, description, logoAssetId, faviconAssetId }
      const brands = isFirst ? await client.fetchQuery({ ...brandsQuery, staleTime: 0 }) : []
      const made = brands.find(({ isDemo }) => !isDemo)
      const brand = made ? await api.brands.update(made.brandId, body) : await api.brands.create(body)
      if (isFirst) await nameTeam(client, name)
      return brand
    },
    onSuccess: (brand) => {
      client.setQueryData(brandsQuery.queryKey, (before) => [
        brand,
        ...(before ?? []).filter(({ brandId }) => brandId !== brand.brandId),
      ])
      void client.invalidateQueries({ queryKey: keys.brands })
    },
  })
}

/** Names the team after its first brand. */
async function nameTeam(client: QueryClient, name: string): Promise<void> {
  const { tenantName, scopes } = await client.fetchQuery(sessionQuery)
  if (tenantName !== firstTeamName || !scopes.includes('admin')) return
  await api.settings.update({ name })
  await client.invalidateQueries({ queryKey: sessionQuery.queryKey })
}

/** An image read from a site, as a file. */
export function fileOf({ mediaType, data }: SitePicture, name: string): File {
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
  return new File([bytes], `${name}.${mediaType.split(/[/+]/)[1] ?? 'png'}`, { type: mediaType })
}

export function mediaTypeOf(picture: SitePicture | File): string {
  return picture instanceof File ? picture.type : picture.mediaType
}

export function sourceOf(picture: SitePicture | File): string {
  return picture instanceof File
    ? URL.createObjectURL(picture)
    : `data:${picture.mediaType};base64,${picture.data}`
}
