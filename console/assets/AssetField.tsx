import { Upload, X } from 'lucide-react'
import { type ReactNode, type Ref, useRef } from 'react'
import { Button, IconButton } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { dismissFailure, notifyFailure } from '../ui/notify.tsx'
import { PickerField } from '../ui/Picker.tsx'
import { assetsQuery, usePictureUpload } from './queries.ts'
import { whyNot } from './uploads.ts'

export { whyNot }

import { type Asset, type AssetType, isPicture, needsLight } from './words.ts'

type Props = {
  label: string
  name: string
  hint?: ReactNode
  empty?: string
  /** The type that the search shows first. */
  type?: AssetType
  value: ReactNode
  onPick: (asset: Asset) => void
  onClear?: (() => void) | undefined
  /** Allows uploading an image, which becomes an asset of this type. */
  uploadAs?: AssetType
}

/** Picks an image asset by its name. */
export function AssetField({
  label,
  name,
  hint,
  empty = 'Choose an image',
  type,
  value,
  onPick,
  onClear,
  uploadAs,
}: Props) {
  return (
    <div className="flex flex-wrap items-start gap-x-1">
      <div className="min-w-0 flex-1">
        <PickerField
          {...{ label, name, empty, value, onPick }}
          find="Find an image"
          placeholder="Name, purpose or tag"
          query={(query) => assetsQuery({ query, type })}
          keyOf={({ assetId }) => assetId}
          show={(asset) => <AssetLine asset={asset} />}
        />
      </div>
      {uploadAs && <UploadButton label={label} type={uploadAs} onDone={onPick} />}
      {onClear && (
        <IconButton
          icon={X}
          label={`Remove ${label.toLowerCase()}`}
          className="mt-label h-9!"
          onClick={onClear}
        />
      )}
      {hint && <p className="mt-1.5 w-full text-xs text-quiet">{hint}</p>}
    </div>
  )
}

type FileProps = { label: string; ref: Ref<HTMLInputElement>; onFile: (file: File) => void }

/** A hidden file input for an image; a button beside it opens it. */
export function PictureFile({ label, ref, onFile }: FileProps) {
  return (
    <input
      ref={ref}
      type="file"
      accept="image/png,image/jpeg,image/gif,image/webp,image/avif,image/svg+xml"
      className="sr-only"
      tabIndex={-1}
      aria-label={`Upload an image: ${label.toLowerCase()}`}
      onChange={({ currentTarget }) => {
        const file = currentTarget.files?.[0]
        // Allows choosing the same file again after a failure.
        currentTarget.value = ''
        if (file) onFile(file)
      }}
    />
  )
}

type UploadProps = { label: string; type: AssetType; onDone: (asset: Asset) => void }

function UploadButton({ label, type, onDone }: UploadProps) {
  const input = useRef<HTMLInputElement>(null)
  const upload = usePictureUpload()
  const failure = `${label} was not uploaded`
  const send = (file: File) =>
    upload.mutate(
      { file, type },
      {
        onSuccess: (asset) => {
          dismissFailure(failure)
          onDone(asset)
        },
        onError: (error) => notifyFailure(failure, whyNot(error)),
      },
    )
  return (
    <>
      <PictureFile label={label} ref={input} onFile={send} />
      <Button
        icon={Upload}
        busy={upload.isPending}
        aria-label={`Upload ${label.toLowerCase()}`}
        className="mt-label h-9!"
        onClick={() => input.current?.click()}
      >
        Upload
      </Button>
    </>
  )
}

/** An asset in one line: thumbnail and name. */
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
