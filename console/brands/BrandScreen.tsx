import { useQuery } from '@tanstack/react-query'
import { Check, ChevronsUpDown, Palette, Plus } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useList } from '../api/lists.ts'
import { useMay } from '../api/session.ts'
import { pagesQuery } from '../pages/queries.ts'
import { useCommand } from '../shell/commands.ts'
import { PageHeader } from '../shell/PageHeader.tsx'
import { useAddress } from '../ui/address.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { RelativeTime } from '../ui/figures.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { isDialogOpen, useShortcut } from '../ui/shortcuts.ts'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { AddBrandPanel } from './AddBrandPanel.tsx'
import { BrandPreview } from './BrandPreview.tsx'
import { BrandSettings } from './BrandSettings.tsx'
import { brandsQuery } from './queries.ts'
import type { BrandSearch } from './search.ts'
import { type BrandSaveState, useBrandDraft } from './useBrandDraft.ts'
import { type Brand, looks, ownBrand } from './words.ts'

export function BrandScreen() {
  const [search, change] = useAddress<BrandSearch>()
  const { data: brands, error, refetch } = useQuery(brandsQuery)
  const mayWrite = useMay('write')
  const add = () => change({ add: true })
  useCommand(mayWrite ? { id: 'add brand', label: 'Add a brand', icon: Plus, run: add } : undefined)
  const brand = brands?.find(({ brandId }) => brandId === search.brand) ?? ownBrand(brands) ?? brands?.[0]
  return (
    <>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !brands ? (
        <BrandSkeleton />
      ) : brand ? (
        <BrandEditor
          key={brand.brandId}
          brand={brand}
          brands={brands}
          onChoose={(brandId) => change({ brand: brandId })}
          onAdd={mayWrite ? add : undefined}
        />
      ) : (
        <NoBrand onAdd={mayWrite ? add : undefined} />
      )}
      {mayWrite && search.add && (
        <AddBrandPanel
          onClose={() => change({ add: undefined })}
          onAdded={({ brandId }) => change({ brand: brandId, add: undefined })}
        />
      )}
    </>
  )
}

type EditorProps = {
  brand: Brand
  brands: Brand[]
  onChoose: (brandId: string) => void
  onAdd: (() => void) | undefined
}

function BrandEditor({ brand, brands, onChoose, onAdd }: EditorProps) {
  const { draft, change, undo, saving, retry } = useBrandDraft(brand)
  // Published pages come first: drafts may still contain the questions of a template.
  const list = useList(pagesQuery({}))
  const pages = list.rows
    .filter(({ brandId }) => brandId === brand.brandId)
    .toSorted((a, b) => Number(b.status === 'published') - Number(a.status === 'published'))
  useUndoKey(undo)
  useShortcut('1', () => change({ look: looks[0]?.value ?? null }), onAdd !== undefined)
  useShortcut('2', () => change({ look: looks[1]?.value ?? null }), onAdd !== undefined)
  useShortcut('3', () => change({ look: looks[2]?.value ?? null }), onAdd !== undefined)
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title="Brand"
        beside={
          <>
            <BrandSwitch brand={draft} brands={brands} onChoose={onChoose} />
            <SavedLine saving={saving} onRetry={retry} />
          </>
        }
        more={
          <span className="text-sm whitespace-nowrap text-quiet max-lg:hidden">
            {pages.length === 0
              ? 'No pages yet'
              : `Used by ${pages.length} ${pages.length === 1 ? 'page' : 'pages'}`}
          </span>
        }
        action={
          onAdd && (
            <Button icon={Plus} onClick={onAdd}>
              Add brand
            </Button>
          )
        }
      />
      <div className="flex min-h-0 flex-1 border-t border-line max-lg:flex-col max-lg:overflow-y-auto">
        <div className="thin-scroll shrink-0 px-4 py-6 md:px-6 lg:w-108 lg:overflow-y-auto lg:border-e lg:border-line">
          <BrandSettings draft={draft} change={change} canEdit={onAdd !== undefined} />
        </div>
        {list.isLoading ? <div className="flex-1 bg-sunken" /> : <BrandPreview draft={draft} pages={pages} />}
      </div>
    </div>
  )
}

/** Undo for the whole screen; text fields keep the browser's undo. */
function useUndoKey(undo: () => boolean) {
  const run = useEffectEvent((event: KeyboardEvent) => {
    const isUndo = (event.ctrlKey || event.metaKey) && event.key === 'z' && !event.shiftKey
    const { target } = event
    const isText =
      target instanceof HTMLElement && target.matches('input:not([type=color]), textarea, [contenteditable]')
    if (isUndo && !isText && !isDialogOpen() && undo()) event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => run(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

type SwitchProps = { brand: Brand; brands: Brand[]; onChoose: (brandId: string) => void }

function BrandSwitch({ brand, brands, onChoose }: SwitchProps) {
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className="flex h-8 min-w-0 items-center gap-2 rounded-md border border-line px-2.5 text-sm font-medium hover:bg-hover max-md:h-10"
        >
          <Dot brand={brand} />
          <span className="max-w-44 truncate" dir="auto">
            {brand.name || 'Unnamed'}
          </span>
          {brand.isDemo && <Badge>Demo</Badge>}
          <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-faint" />
          <span className="sr-only">: switch brand</span>
        </button>
      }
    >
      {brands.map((one) => (
        <MenuItem key={one.brandId} onSelect={() => onChoose(one.brandId)}>
          <span className="flex items-center gap-2.5">
            <Dot brand={one} />
            <span className="max-w-64 truncate">{one.name}</span>
            {one.isDemo && <Badge>Demo</Badge>}
            {one.brandId === brand.brandId && <Check aria-label="Selected" className="ms-auto size-4" />}
          </span>
        </MenuItem>
      ))}
    </Menu>
  )
}

function Dot({ brand: { primaryColor } }: { brand: Brand }) {
  return (
    <span
      aria-hidden
      className="size-3.5 shrink-0 rounded-sm border border-line"
      style={{ background: primaryColor }}
    />
  )
}

function SavedLine({ saving, onRetry }: { saving: BrandSaveState; onRetry: () => void }) {
  return (
    <span role="status" className="flex min-w-0 items-center gap-1.5 text-sm whitespace-nowrap text-quiet">
      {saving.state === 'saving' && 'Saving…'}
      {saving.state === 'saved' && (
        <>
          <Check aria-hidden className="size-4 text-good" />
          <span className="max-md:sr-only">
            Saved <RelativeTime at={saving.at} />
          </span>
        </>
      )}
      {saving.state === 'failed' && (
        <span className="text-danger">
          Not saved.{' '}
          <button type="button" className="font-medium underline" onClick={onRetry}>
            Try again
          </button>
        </span>
      )}
    </span>
  )
}

function NoBrand({ onAdd }: { onAdd: (() => void) | undefined }) {
  return (
    <>
      <PageHeader title="Brand" />
      <EmptyState
        icon={Palette}
        title="No brand yet"
        action={
          onAdd && (
            <Button look="primary" icon={Plus} onClick={onAdd}>
              Add your brand
            </Button>
          )
        }
      >
        Logo, colours and fonts of your pages. They are read from your own site.
      </EmptyState>
    </>
  )
}

function BrandSkeleton() {
  return (
    <>
      <PageHeader title="Brand" />
      <div className="flex min-h-0 flex-1 border-t border-line" aria-busy="true">
        <div className="w-108 space-y-6 p-6 max-lg:w-full">
          {['h-9', 'h-10', 'h-22', 'h-26', 'h-32'].map((height) => (
            <Skeleton key={height} className={`${height} w-full rounded-lg`} />
          ))}
        </div>
        <div className="flex-1 bg-sunken max-lg:hidden" />
      </div>
    </>
  )
}
