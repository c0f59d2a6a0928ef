import { ArchiveRestore, Trash2 } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useMay } from '../api/session.ts'
import { IconButton } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { useAssetVerbs } from './queries.ts'
import { Thumbnail } from './Thumbnail.tsx'
import { type Asset, needsLight, typeWords } from './words.ts'

type Props = {
  asset: Asset
  index: number
  isActive: boolean
  onOpen: () => void
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

export function AssetCard({ asset, index, isActive, onOpen, onFocus, onKeyDown }: Props) {
  const { label, icon: Icon } = typeWords[asset.data.type]
  return (
    <>
      <button
        type="button"
        data-index={index}
        tabIndex={isActive ? 0 : -1}
        onClick={onOpen}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        className="flex size-full flex-col rounded-lg text-start"
      >
        <span
          className={cx(
            'min-h-0 w-full flex-1 overflow-hidden rounded-lg border border-line bg-sunken transition-[border-color]',
            'group-hover/card:border-edge',
            needsLight(asset) && 'scheme-light',
          )}
        >
          <Thumbnail asset={asset} />
        </span>
        <span className="block h-13 w-full pt-2">
          <span className="block truncate text-sm font-medium">{asset.name || 'Unnamed'}</span>
          <span className="flex items-center gap-1 text-xs text-quiet">
            <Icon aria-hidden className="size-3" />
            {label}
          </span>
        </span>
      </button>
      <CardVerbs asset={asset} />
    </>
  )
}

function CardVerbs({ asset }: { asset: Asset }) {
  const mayWrite = useMay('write')
  const { trash, restore, deleteForGood } = useAssetVerbs()
  if (!mayWrite) return null
  return (
    <div className="absolute end-2 top-2 flex rounded-md bg-raised opacity-0 shadow-float transition-opacity group-hover/card:opacity-100 focus-within:opacity-100 pointer-coarse:hidden">
      {asset.lifecycleState === 'active' ? (
        <IconButton
          icon={Trash2}
          label={`Move ${asset.name} to the trash`}
          size="sm"
          onClick={() => void trash(asset)}
        />
      ) : (
        <>
          <IconButton
            icon={ArchiveRestore}
            label={`Restore ${asset.name}`}
            size="sm"
            onClick={() => void restore(asset)}
          />
          <IconButton
            icon={Trash2}
            label={`Delete ${asset.name} for good`}
            size="sm"
            className="text-danger!"
            onClick={() => void deleteForGood(asset)}
          />
        </>
      )}
    </div>
  )
}
