import type { Shape } from '../../api/schema.ts'
import { AssetField, SmallPicture } from '../../assets/AssetField.tsx'
import type { Asset } from '../../assets/words.ts'
import { TextField } from '../../ui/fields.tsx'
import type { Page } from '../words.ts'
import { Group } from './Group.tsx'
import { Rows } from './Rows.tsx'

type WidgetInput = Shape<'ActionCardWidget'>
type Logo = WidgetInput['logos'][number]

/** The cards beside the page's actions: rows of customer logos. */
export function LogoRows({ page }: { page: Page }) {
  return (
    <Group
      page={page}
      title="Action cards"
      about="Cards shown beside the actions: a line of text and the logos of your customers."
      saved={{ actionCardWidgets: page.actionCardWidgets }}
    >
      {({ actionCardWidgets }, change) => (
        <Rows
          rows={actionCardWidgets}
          onChange={(actionCardWidgets) => change({ actionCardWidgets })}
          noun="card"
          nameOf={({ title }) => title}
          fresh={() => ({ type: 'logos', title: '', logos: [] as Logo[] })}
          most={20}
          empty="No cards yet."
        >
          {(widget, index, edit) => <WidgetFields {...{ widget, index, edit }} />}
        </Rows>
      )}
    </Group>
  )
}

type FieldsProps = { widget: WidgetInput; index: number; edit: (part: Partial<WidgetInput>) => void }

function WidgetFields({ widget, index, edit }: FieldsProps) {
  const at = `actionCardWidgets/${index}`
  return (
    <>
      <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_8rem]">
        <TextField
          name={`${at}/title`}
          label="Title"
          placeholder="In good company"
          maxLength={255}
          value={widget.title}
          onChange={(value) => edit({ title: value })}
        />
        <TextField
          name={`${at}/type`}
          label="Kind"
          maxLength={64}
          value={widget.type}
          onChange={(value) => edit({ type: value })}
        />
      </div>
      <Rows
        rows={widget.logos}
        onChange={(logos) => edit({ logos })}
        noun="logo"
        nameOf={({ image }) => image.altText}
        fresh={() => ({ image: { assetId: '', altText: '', url: '', fileId: '' } })}
        most={50}
        empty="No logos yet."
      >
        {({ image }, place, change) => (
          <LogoFields
            image={image}
            name={`${at}/logos/${place}/image`}
            onChange={(part) => change({ image: { ...image, ...part } })}
          />
        )}
      </Rows>
    </>
  )
}

type LogoProps = { image: Logo['image']; name: string; onChange: (part: Partial<Logo['image']>) => void }

function LogoFields({ image, name, onChange }: LogoProps) {
  const pick = ({ assetId, data, name, downloadUrl }: Asset) =>
    onChange({ assetId, fileId: data.fileId, url: downloadUrl ?? '', altText: image.altText || name })
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <AssetField
        label="Picture"
        name={`${name}/assetId`}
        type="logo"
        value={
          image.assetId && (
            <span className="flex min-w-0 items-center gap-2.5">
              <SmallPicture src={image.url} isOnLight />
              <span className="truncate">{image.altText || 'Picture'}</span>
            </span>
          )
        }
        onPick={pick}
      />
      <TextField
        name={`${name}/altText`}
        label="Alt text"
        placeholder="Acme"
        maxLength={500}
        value={image.altText}
        onChange={(value) => onChange({ altText: value })}
      />
    </div>
  )
}
