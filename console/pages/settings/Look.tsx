import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Pencil, Plus } from 'lucide-react'
import { RadioGroup } from 'radix-ui'
import { useMay } from '../../api/session.ts'
import { AddBrandPanel } from '../../brands/AddBrandPanel.tsx'
import { brandsQuery } from '../../brands/queries.ts'
import { type Brand, lookWords } from '../../brands/words.ts'
import { useAddress } from '../../ui/address.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Checkbox } from '../../ui/fields.tsx'
import { Skeleton } from '../../ui/states.tsx'
import type { PageSearch } from '../search.ts'
import type { Page } from '../words.ts'
import { Group } from './Group.tsx'

export function Look({ page }: { page: Page }) {
  const { brandId, flags } = page
  const [{ brand: open }, change] = useAddress<PageSearch>()
  const { data: brands } = useQuery(brandsQuery)
  const mayWrite = useMay('write')
  return (
    <Group
      page={page}
      title="Appearance"
      about="The brand gives the page its look, colours, fonts and logo."
      saved={{ brandId, flags }}
    >
      {(draft, edit) => (
        <>
          <Brands
            brands={brands}
            value={draft.brandId}
            onChange={(brandId) => edit({ brandId })}
            canEdit={mayWrite}
          />
          {mayWrite && (
            <Button size="sm" icon={Plus} onClick={() => change({ brand: 'new' })}>
              Add brand
            </Button>
          )}
          {mayWrite && open === 'new' && (
            <AddBrandPanel
              onClose={() => change({ brand: undefined })}
              onAdded={(added) => edit({ brandId: added.brandId })}
            />
          )}
          <Checkbox
            label="Home page"
            hint="Shown at the root of your site. It replaces the current home page."
            checked={draft.flags.includes('home_page')}
            onChange={(isHome) => edit({ flags: isHome ? ['home_page'] : [] })}
            disabled={!mayWrite}
          />
        </>
      )}
    </Group>
  )
}

type BrandsProps = {
  brands: Brand[] | undefined
  value: string
  onChange: (brandId: string) => void
  canEdit: boolean
}

function Brands({ brands, value, onChange, canEdit }: BrandsProps) {
  if (!brands) return <Skeleton className="h-14 rounded-lg" />
  return (
    <div>
      <div id="brand-choice" className="mb-1.5 text-sm font-medium">
        Brand
      </div>
      <RadioGroup.Root
        aria-labelledby="brand-choice"
        value={value}
        onValueChange={onChange}
        disabled={!canEdit}
        className="grid gap-2 md:grid-cols-2"
      >
        {brands.map(({ brandId, name, primaryColor, secondaryColor, look }) => (
          <div key={brandId} className="relative">
            <RadioGroup.Item
              value={brandId}
              className="flex w-full items-center gap-3 rounded-lg border border-edge bg-raised p-2.5 pe-11 text-start shadow-low transition-colors hover:bg-sunken data-[state=checked]:border-accent data-[state=checked]:ring-1 data-[state=checked]:ring-accent"
            >
              <span
                aria-hidden
                className="size-9 shrink-0 rounded-md border border-line"
                style={{
                  background: secondaryColor
                    ? `linear-gradient(135deg, ${primaryColor} 60%, ${secondaryColor} 60%)`
                    : primaryColor,
                }}
              />
              <span className="min-w-0">
                <span className="block truncate text-sm font-medium">{name}</span>
                <span className="block truncate text-xs text-quiet">
                  {primaryColor} · {lookWords[look ?? 'product']}
                </span>
              </span>
            </RadioGroup.Item>
            {canEdit && (
              <Link
                to="/brand"
                search={{ brand: brandId }}
                aria-label={`Edit ${name}`}
                className={cx(
                  buttonClass('quiet', 'sm'),
                  'absolute inset-y-0 end-2 my-auto aspect-square px-0!',
                )}
              >
                <Pencil aria-hidden className="size-4" />
              </Link>
            )}
          </div>
        ))}
      </RadioGroup.Root>
    </div>
  )
}
