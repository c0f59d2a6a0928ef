import { useQuery } from '@tanstack/react-query'
import { Monitor, Moon, Smartphone, Sun } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Document } from '../documents/document.ts'
import { StagedPage } from '../documents/StagedPage.tsx'
import { usePreviewScheme } from '../documents/scheme.tsx'
import { pageDocumentQuery } from '../pages/queries.ts'
import { type Page, typeWords } from '../pages/words.ts'
import { cx } from '../ui/cx.ts'
import { Segments } from '../ui/Segments.tsx'
import { useSettled } from '../ui/settled.ts'
import { useShortcut } from '../ui/shortcuts.ts'
import { sampleDocument, sampleFollowUp } from './sample.ts'
import { type Brand, isColor } from './words.ts'

/** The brand on two of the tenant's pages, or on two sample pages if there are none. */
export function BrandPreview({ draft, pages }: { draft: Brand; pages: readonly Page[] }) {
  const [scheme, setScheme] = usePreviewScheme()
  const [device, setDevice] = useState<'phone' | 'computer'>('computer')
  useShortcut('d', () => setScheme(scheme === 'light' ? 'dark' : 'light'))
  const brand = useDelayedDraft(draft)
  const width = device === 'phone' ? 390 : 1120
  const [first, second] = pages
  return (
    <section aria-label="Live preview" className="flex min-h-0 min-w-0 flex-1 flex-col bg-sunken p-4 md:p-6">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h2 className="text-sm font-semibold">Live preview</h2>
        <span className="text-sm text-quiet">{first ? 'on your pages' : 'on sample pages'}</span>
        <span className="ms-auto flex gap-2">
          <Segments
            label="Scheme"
            value={scheme}
            onChange={setScheme}
            options={[
              ['light', 'Light', Sun],
              ['dark', 'Dark', Moon],
            ]}
          />
          <Segments
            label="Device"
            value={device}
            onChange={setDevice}
            hideLabels
            options={[
              ['phone', 'Phone', Smartphone],
              ['computer', 'Computer', Monitor],
            ]}
          />
        </span>
      </div>
      <div
        className={cx(
          'grid min-h-0 flex-1 gap-4',
          device === 'computer' ? 'xl:grid-cols-2' : 'sm:grid-cols-2',
        )}
      >
        <Shown {...{ brand, width }} page={first} sample={sampleDocument} name="Sample, opening" />
        <Shown
          {...{ brand, width }}
          page={second}
          sample={sampleFollowUp}
          name="Sample, call follow-up"
          className={cx(device === 'computer' && 'max-xl:hidden', 'max-sm:hidden')}
        />
      </div>
    </section>
  )
}

type TriedBrand = Omit<Brand, 'brandId' | 'isDemo' | 'createdAt' | 'updatedAt'>

/** The draft after a pause, as dragging a colour changes it many times a second. */
function useDelayedDraft(draft: Brand): TriedBrand {
  const tried = useSettled(draft, 150)
  return useMemo(() => {
    const { brandId: _, isDemo: __, createdAt: ___, updatedAt: ____, ...brand } = tried
    const { name, primaryColor, secondaryColor } = brand
    return {
      ...brand,
      name: name.trim() || 'Your brand',
      primaryColor: isColor(primaryColor) ? primaryColor : '#888888',
      secondaryColor: secondaryColor && isColor(secondaryColor) ? secondaryColor : null,
    }
  }, [tried])
}

type ShownProps = {
  brand: TriedBrand
  width: number
  page: Page | undefined
  sample: Document
  name: string
  className?: string
}

function Shown({ brand, width, page, sample, name, className }: ShownProps) {
  const { data } = useQuery({ ...pageDocumentQuery(page?.pageId ?? ''), enabled: page !== undefined })
  const base = page ? (data as Document | undefined) : sample
  // A new object, so that the page is rendered again for another brand.
  const document = useMemo(() => (brand && base ? { ...base } : undefined), [brand, base])
  const title = page?.name ?? name
  return (
    <figure className={cx('flex min-h-0 min-w-0 flex-col', className)}>
      <figcaption className="mb-2 flex items-baseline justify-between gap-3 text-sm">
        <span className="truncate font-medium" dir="auto">
          {title}
        </span>
        {page && <span className="shrink-0 text-quiet">{typeWords[page.pageType].label}</span>}
      </figcaption>
      <div className="min-h-96 flex-1 overflow-hidden rounded-lg border border-line bg-ground shadow-low">
        <StagedPage
          title={`Preview: ${title}`}
          width={width}
          glows={false}
          document={document}
          target={{ ...(page && { pageId: page.pageId }), brand }}
        />
      </div>
    </figure>
  )
}
