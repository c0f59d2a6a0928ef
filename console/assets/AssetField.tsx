import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { PickerField } from '../ui/Picker.tsx'
import { assetsQuery } from './queries.ts'
import { type Asset, type AssetType, isPicture, needsLight } from './words.ts'

type Props = {
  label: string
  name: string
  hint?: ReactNode
  empty?: string
  /** What is offered first. */
  type?: AssetType
  value: ReactNode
  onPick: (asset: Asset) => void
  onClear?: (() => void) | undefined
}

/** A picture of the tenant's, found by its name. */
export function AssetField({
  label,
  name,
  hint,
  empty = 'Choose a picture',
  type,
  value,
  onPick,
  onClear,
}: Props) {
  return (
    <div className="flex items-start gap-1">
      <div className="min-w-0 flex-1">
        <PickerField
          {...{ label, name, hint, empty, value, onPick }}
          find="Find a picture"
          placeholder="Name, purpose or tag"
          query={(query) => assetsQuery({ query, type })}
          keyOf={({ assetId }) => assetId}
          show={(asset) => <AssetLine asset={asset} />}
        />
      </div>
      {onClear && (
        <IconButton
          icon={X}
          label={`Take ${label.toLowerCase()} away`}
          className="mt-[27px] h-9!"
          onClick={onClear}
        />
      )}
    </div>
  )
}

/** A picture in one line: small, with its name. */
export function AssetLine({ asset }: { asset: Asset }) {
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <SmallPicture
        src={asset.previewDownloadUrl ?? (isPicture(asset) ? asset.downloadUrl : null)}
        isOnLight={needsLight(asset)}
      />
      <span className="truncate">{asset.name}</span>
    </span>
  )
}

export function SmallPicture({ src, isOnLight = false }: { src: string | null; isOnLight?: boolean }) {
  return (
    <span
      className={cx('grid size-6 shrink-0 place-items-center overflow-hidden rounded-sm bg-sunken')}
      style={isOnLight ? { background: '#f6f5f3' } : undefined}
    >
      {src && <img src={src} alt="" className="max-h-full max-w-full object-contain" />}
    </span>
  )
}
