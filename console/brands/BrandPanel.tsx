import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { AssetField, AssetLine } from '../assets/AssetField.tsx'
import { assetQuery } from '../assets/queries.ts'
import { StagedPage } from '../documents/StagedPage.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { ColorField } from '../ui/ColorField.tsx'
import { FormPanel } from '../ui/FormPanel.tsx'
import { Select, TextField } from '../ui/fields.tsx'
import { notify } from '../ui/notify.tsx'
import { FontField } from './FontField.tsx'
import { type BrandDraft, useSaveBrand } from './queries.ts'
import { sampleDocument } from './sample.ts'
import { type Brand, cornerOptions, lookOptions } from './words.ts'

const fresh: BrandDraft = {
  name: '',
  primaryColor: '#1f6f5c',
  font: 'system',
  secondaryColor: null,
  look: null,
  headingFont: null,
  textFont: null,
  cornerStyle: null,
  logoAssetId: null,
  logoDarkAssetId: null,
  faviconAssetId: null,
}

function draftOf({ brandId: _, createdAt: __, updatedAt: ___, ...draft }: Brand): BrandDraft {
  return draft
}

type Props = {
  onClose: () => void
  /** The one to change; a new one when left out. */
  brand?: Brand | undefined
}

/** The look that pages share: name, colours, fonts, corners, logos; with a page drawn in it beside the form. */
export function BrandPanel({ onClose, brand }: Props) {
  const save = useSaveBrand(brand?.brandId)
  const [draft, setDraft] = useState<BrandDraft>(brand ? draftOf(brand) : fresh)
  const change = (part: Partial<BrandDraft>) => setDraft({ ...draft, ...part })
  const submit = () =>
    save.mutate(
      { ...draft, name: draft.name.trim() },
      {
        onSuccess: (saved) => {
          onClose()
          notify(`${saved.name} saved`)
        },
      },
    )
  return (
    <FormPanel
      title={brand ? `Edit ${brand.name}` : 'Add a brand'}
      description="Applies to every page of this brand."
      width="wide"
      verb={brand ? 'Save brand' : 'Add brand'}
      onClose={onClose}
      onSubmit={submit}
      save={save}
      className="thin-scroll w-full space-y-5 overflow-y-auto p-5 lg:w-96 lg:shrink-0"
      beside={<Preview draft={draft} brandId={brand?.brandId} />}
    >
      <TextField
        name="name"
        label="Name"
        maxLength={255}
        autoFocus
        value={draft.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <Select
        name="look"
        label="Look"
        hint="Typography, spacing and backgrounds."
        value={draft.look ?? 'usual'}
        onChange={(look) => change({ look: look === 'usual' ? null : look })}
        options={[{ value: 'usual', label: 'Default: product' }, ...lookOptions]}
      />
      <Colors draft={draft} change={change} />
      <FontField
        name="headingFont"
        label="Heading font"
        hint="Hosted on your site. Only the characters a page needs are loaded."
        value={draft.headingFont}
        onChange={(headingFont) => change({ headingFont })}
      />
      <FontField
        name="textFont"
        label="Body font"
        hint="Used for all other text."
        value={draft.textFont}
        onChange={(textFont) => change({ textFont })}
      />
      <Select
        name="cornerStyle"
        label="Corners"
        value={draft.cornerStyle ?? 'usual'}
        onChange={(corner) => change({ cornerStyle: corner === 'usual' ? null : corner })}
        options={[{ value: 'usual', label: 'Look default' }, ...cornerOptions]}
      />
      <PictureField
        name="logoAssetId"
        label="Logo"
        empty="No logo. A monogram is shown instead."
        assetId={draft.logoAssetId}
        onChange={(logoAssetId) => change({ logoAssetId })}
      />
      <PictureField
        name="logoDarkAssetId"
        label="Logo on dark"
        empty="Uses the logo in one colour"
        assetId={draft.logoDarkAssetId}
        onChange={(logoDarkAssetId) => change({ logoDarkAssetId })}
      />
      <PictureField
        name="faviconAssetId"
        label="Favicon"
        empty="Uses the first letter of the name"
        assetId={draft.faviconAssetId}
        onChange={(faviconAssetId) => change({ faviconAssetId })}
      />
    </FormPanel>
  )
}

type PartProps = { draft: BrandDraft; change: (part: Partial<BrandDraft>) => void }

function Colors({ draft, change }: PartProps) {
  return (
    <>
      <ColorField
        name="primaryColor"
        label="Colour"
        hint="Text colour adapts automatically."
        value={draft.primaryColor}
        onChange={(primaryColor) => change({ primaryColor })}
      />
      {draft.secondaryColor === null ? (
        <Button size="sm" icon={Plus} onClick={() => change({ secondaryColor: '#e4572e' })}>
          Add second colour
        </Button>
      ) : (
        <div className="flex items-start gap-1">
          <div className="min-w-0 flex-1">
            <ColorField
              name="secondaryColor"
              label="Second colour"
              hint="For highlights."
              value={draft.secondaryColor}
              onChange={(secondaryColor) => change({ secondaryColor })}
            />
          </div>
          <IconButton
            icon={X}
            label="Remove second colour"
            className="mt-label h-9!"
            onClick={() => change({ secondaryColor: null })}
          />
        </div>
      )}
    </>
  )
}

type PictureProps = {
  name: string
  label: string
  empty: string
  assetId: string | null
  onChange: (assetId: string | null) => void
}

function PictureField({ name, label, empty, assetId, onChange }: PictureProps) {
  const { data: asset } = useQuery({ ...assetQuery(assetId ?? ''), enabled: assetId !== null })
  return (
    <AssetField
      {...{ name, label, empty }}
      type="logo"
      uploadAs="logo"
      value={assetId && (asset ? <AssetLine asset={asset} /> : '…')}
      onPick={({ assetId: picked }) => onChange(picked)}
      onClear={assetId ? () => onChange(null) : undefined}
    />
  )
}

/** A page in the look as it stands in the form. */
function Preview({ draft, brandId }: { draft: BrandDraft; brandId: string | undefined }) {
  const [tried, setTried] = useState(draft)
  // A colour that is dragged changes many times a second.
  useEffect(() => {
    const timer = setTimeout(() => setTried(draft), 150)
    return () => clearTimeout(timer)
  }, [draft])
  const brand = useMemo(() => ({ ...tried, name: tried.name.trim() || 'Your brand' }), [tried])
  // Drawn anew with every change of the brand: the document is the same, and yet another one.
  const document = useMemo(() => brand && { ...sampleDocument }, [brand])
  return (
    <div className="min-w-0 flex-1 border-s border-line bg-sunken p-4 max-lg:hidden">
      <div className="size-full overflow-hidden rounded-lg shadow-low">
        <StagedPage
          title="Brand preview"
          width={1120}
          document={document}
          target={{ ...(brandId && { brandId }), brand }}
        />
      </div>
    </div>
  )
}
