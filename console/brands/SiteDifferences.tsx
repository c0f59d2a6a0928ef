import { Check } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { usePictureUpload } from '../assets/queries.ts'
import { Button } from '../ui/Button.tsx'
import { notifyProblem } from '../ui/notify.tsx'
import { type BrandPatch, fileOf, type Site, type SitePicture, sourceOf } from './queries.ts'
import { type Brand, type FontName, fontWords, languageName } from './words.ts'

type SiteDifference = { label: string; shown: ReactNode; take: () => void }
type Props = { site: Site; draft: Brand; change: (patch: BrandPatch) => void }

/** Differences between the site and the brand. Reading overwrites nothing; the user accepts each value separately. */
export function SiteDifferences({ site, draft, change }: Props) {
  const differences = [...useTexts({ site, draft, change }), ...usePictures({ site, draft, change })]
  if (differences.length === 0)
    return (
      <p className="flex items-center gap-1.5 text-xs text-good">
        <Check aria-hidden className="size-3.5" /> Your brand has everything that was found.
      </p>
    )
  return (
    <ul aria-label="Found on your site" className="divide-y divide-line rounded-lg border border-line">
      {differences.map(({ label, shown, take }) => (
        <li key={label} className="flex min-h-11 items-center gap-3 px-3 py-1.5 text-sm">
          <span className="w-20 shrink-0 text-quiet">{label}</span>
          <span className="min-w-0 flex-1 break-words" dir="auto">
            {shown}
          </span>
          <Button size="sm" aria-label={`Use ${label.toLowerCase()} from the site`} onClick={take}>
            Use
          </Button>
        </li>
      ))}
    </ul>
  )
}

function useTexts({ site, draft, change }: Props): SiteDifference[] {
  const font = site.fonts[0] as FontName | undefined
  return [
    site.name &&
      site.name !== draft.name && {
        label: 'Name',
        shown: site.name,
        take: () => change({ name: site.name as string }),
      },
    site.description &&
      site.description !== draft.description && {
        label: 'Sentence',
        shown: site.description,
        take: () => change({ description: site.description }),
      },
    site.language &&
      site.language !== draft.language && {
        label: 'Language',
        shown: languageName(site.language),
        take: () => change({ language: site.language }),
      },
    font &&
      font !== draft.headingFont && {
        label: 'Font',
        shown: fontWords[font],
        take: () => change({ headingFont: font }),
      },
  ].filter((one) => Boolean(one)) as SiteDifference[]
}

function usePictures({ site, draft, change }: Props): SiteDifference[] {
  const upload = usePictureUpload()
  const take = (picture: SitePicture, name: string, field: 'logoAssetId' | 'faviconAssetId') =>
    upload.mutate(
      { file: fileOf(picture, name), type: 'logo' },
      { onSuccess: ({ assetId }) => change({ [field]: assetId }), onError: notifyProblem },
    )
  const logo = useMemo(() => site.logo && sourceOf(site.logo), [site.logo])
  const icon = useMemo(() => site.icon && sourceOf(site.icon), [site.icon])
  const plate = (source: string) => (
    <span className="inline-grid h-8 max-w-36 place-items-center rounded-md border border-line bg-[#ffffff] px-2">
      <img src={source} alt="" className="max-h-5 max-w-full object-contain" />
    </span>
  )
  return [
    site.logo &&
      logo &&
      draft.logoAssetId === null && {
        label: 'Logo',
        shown: plate(logo),
        take: () => take(site.logo as SitePicture, `${draft.name} logo`, 'logoAssetId'),
      },
    site.icon &&
      icon &&
      draft.faviconAssetId === null && {
        label: 'Icon',
        shown: plate(icon),
        take: () => take(site.icon as SitePicture, `${draft.name} icon`, 'faviconAssetId'),
      },
  ].filter((one) => Boolean(one)) as SiteDifference[]
}
