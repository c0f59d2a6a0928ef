import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AssetField, AssetLine } from '../assets/AssetField.tsx'
import { assetQuery } from '../assets/queries.ts'
import { Button } from '../ui/Button.tsx'
import { ColorField } from '../ui/ColorField.tsx'
import { Form } from '../ui/Form.tsx'
import { Select, TextField } from '../ui/fields.tsx'
import { notify } from '../ui/notify.tsx'
import { SidePanel } from '../ui/SidePanel.tsx'
import { type BrandDraft, useSaveBrand } from './queries.ts'
import { type Brand, fontNames, fontWords } from './words.ts'

const formId = 'brand'
const fresh: BrandDraft = { name: '', primaryColor: '#1f6f5c', font: 'system', logoAssetId: null }

type Props = {
  open: boolean
  onClose: () => void
  /** The one to change; a new one when left out. */
  brand?: Brand | undefined
  onSaved?: (brand: Brand) => void
}

/** The look that pages share: name, colour, font, logo. */
export function BrandPanel({ open, onClose, brand, onSaved }: Props) {
  const save = useSaveBrand(brand?.brandId)
  return (
    <SidePanel
      open={open}
      onClose={onClose}
      title={brand ? `Edit ${brand.name}` : 'Add a brand'}
      description="Every page of this brand takes its look from it."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" busy={save.isPending}>
            {brand ? 'Save brand' : 'Add brand'}
          </Button>
        </>
      }
    >
      {open && <Fields {...{ brand, save, onClose, onSaved }} />}
    </SidePanel>
  )
}

type FieldsProps = Pick<Props, 'brand' | 'onClose'> & {
  save: ReturnType<typeof useSaveBrand>
  onSaved: Props['onSaved'] | undefined
}

function Fields({ brand, save, onClose, onSaved }: FieldsProps) {
  const [draft, setDraft] = useState<BrandDraft>(
    brand
      ? {
          ...{ name: brand.name, primaryColor: brand.primaryColor },
          ...{ font: brand.font, logoAssetId: brand.logoAssetId },
        }
      : fresh,
  )
  const change = (part: Partial<BrandDraft>) => setDraft({ ...draft, ...part })
  const { logoAssetId } = draft
  const { data: logo } = useQuery({ ...assetQuery(logoAssetId ?? ''), enabled: logoAssetId !== null })
  const submit = () =>
    save.mutate(
      { ...draft, name: draft.name.trim() },
      {
        onSuccess: (saved) => {
          onClose()
          onSaved?.(saved)
          notify(`${saved.name} is saved`)
        },
      },
    )
  return (
    <Form id={formId} onSubmit={submit} error={save.error} className="space-y-5 p-5">
      <TextField
        name="name"
        label="Name"
        maxLength={255}
        autoFocus
        value={draft.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <ColorField
        name="primaryColor"
        label="Colour"
        hint="Text on it is made light or dark by itself."
        value={draft.primaryColor}
        onChange={(primaryColor) => change({ primaryColor })}
      />
      <Select
        name="font"
        label="Font"
        hint="Fonts visitors already have: nothing is loaded, and text never jumps."
        value={draft.font}
        onChange={(font) => change({ font })}
        options={fontNames.map((value) => ({ value, label: fontWords[value] }))}
      />
      <AssetField
        name="logoAssetId"
        label="Logo"
        empty="No logo; the name stands there"
        type="logo"
        value={logoAssetId && (logo ? <AssetLine asset={logo} /> : '…')}
        onPick={({ assetId }) => change({ logoAssetId: assetId })}
        onClear={logoAssetId ? () => change({ logoAssetId: null }) : undefined}
      />
    </Form>
  )
}
