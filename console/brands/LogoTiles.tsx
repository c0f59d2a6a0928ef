import { useQuery } from '@tanstack/react-query'
import { FolderOpen, Upload, X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { AssetLine, PictureFile, whyNot } from '../assets/AssetField.tsx'
import { assetQuery, assetsQuery, usePictureUpload } from '../assets/queries.ts'
import { IconButton } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { dismissFailure, notifyFailure } from '../ui/notify.tsx'
import { Picker } from '../ui/Picker.tsx'
import type { BrandPatch } from './queries.ts'
import type { Brand } from './words.ts'

const darkGround = '#16151b'
const grounds = [
  ['logoAssetId', 'Logo', 'On light', '#ffffff'],
  ['logoDarkAssetId', 'Logo on dark', 'On dark', darkGround],
  ['faviconAssetId', 'Icon', 'Tab', '#f4f3f1'],
] as const

type Props = { draft: Brand; change: (patch: BrandPatch) => void }

/** The logo on light and dark backgrounds, and the favicon. */
export function LogoTiles({ draft, change }: Props) {
  const { logoAssetId, logoDarkAssetId } = draft
  const isInstead = logoAssetId !== null && logoDarkAssetId === null
  return (
    <>
      <div className="grid grid-cols-[5fr_5fr_3fr] gap-2">
        {grounds.map(([field, label, caption, ground]) => (
          <Tile
            key={field}
            {...{ label, ground }}
            caption={field === 'logoDarkAssetId' && isInstead ? 'Add for dark' : caption}
            assetId={draft[field]}
            instead={field === 'logoDarkAssetId' ? logoAssetId : null}
            onChange={(assetId) => change({ [field]: assetId })}
          />
        ))}
      </div>
      {isInstead && (
        <p className="mt-1.5 text-xs text-quiet">
          On dark grounds pages show a logo without background in white. If it loses its shape, add one for
          dark.
        </p>
      )}
    </>
  )
}

type TileProps = {
  label: string
  caption: string
  ground: string
  assetId: string | null
  /** Shown if there is no logo for this background, as pages do: in white, unless the logo has a background. */
  instead: string | null
  onChange: (assetId: string | null) => void
}

function Tile({ label, caption, ground, assetId, instead, onChange }: TileProps) {
  const input = useRef<HTMLInputElement>(null)
  const upload = usePictureUpload()
  const failure = `${label} was not uploaded`
  const send = (file: File) =>
    upload.mutate(
      { file, type: 'logo' },
      {
        onSuccess: (asset) => {
          dismissFailure(failure)
          onChange(asset.assetId)
        },
        onError: (error) => notifyFailure(failure, whyNot(error)),
      },
    )
  const isDark = ground === darkGround
  return (
    <div
      className={cx(
        'relative h-22 overflow-hidden rounded-lg border border-edge',
        upload.isPending && 'animate-shimmer',
      )}
      style={{ background: ground, color: isDark ? '#ffffffcc' : '#57534e' }}
    >
      <PictureFile label={label} ref={input} onFile={send} />
      <button
        type="button"
        aria-label={`${assetId ? 'Replace' : 'Upload'} ${label.toLowerCase()}`}
        onClick={() => input.current?.click()}
        className="grid size-full place-items-center px-3 pb-6"
      >
        <Shown assetId={assetId ?? instead} isInstead={!assetId && instead !== null}>
          <Upload aria-hidden className="size-4.5 opacity-70" />
        </Shown>
      </button>
      <div className="pointer-events-none absolute inset-x-2.5 bottom-1.5 flex h-5 items-center justify-between text-xs">
        {caption}
        <span className="pointer-events-auto flex [&_button]:text-current!">
          <Picker
            find="Find an image"
            placeholder="Name, purpose or tag"
            query={(query) => assetsQuery({ query, type: 'logo' })}
            keyOf={(asset) => asset.assetId}
            show={(asset) => <AssetLine asset={asset} />}
            onPick={(asset) => onChange(asset.assetId)}
            trigger={
              <IconButton
                icon={FolderOpen}
                size="sm"
                label={`Choose ${label.toLowerCase()} from assets`}
                className="size-5!"
              />
            }
          />
          {assetId && (
            <IconButton
              icon={X}
              size="sm"
              label={`Remove ${label.toLowerCase()}`}
              className="size-5!"
              onClick={() => onChange(null)}
            />
          )}
        </span>
      </div>
    </div>
  )
}

type ShownProps = { assetId: string | null; isInstead: boolean; children: ReactNode }

function Shown({ assetId, isInstead, children }: ShownProps) {
  const [isClear, setIsClear] = useState(false)
  const { data: asset } = useQuery({ ...assetQuery(assetId ?? ''), enabled: assetId !== null })
  const source = asset?.previewDownloadUrl ?? asset?.downloadUrl
  if (!assetId || !source) return children
  return (
    <span className={cx('flex h-9 max-w-full items-center', isInstead && isClear && 'brightness-0 invert')}>
      <img
        src={source}
        alt=""
        className="max-h-full max-w-full object-contain"
        onLoad={({ currentTarget }) => setIsClear(isSeenThrough(currentTarget))}
      />
    </span>
  )
}

/** Whether an image has transparent parts. Assumes so if the browser may not read it, as most logos do. */
function isSeenThrough(picture: HTMLImageElement): boolean {
  const canvas = new OffscreenCanvas(16, 16)
  const context = canvas.getContext('2d')
  if (!context) return true
  try {
    context.drawImage(picture, 0, 0, 16, 16)
    return context.getImageData(0, 0, 16, 16).data.some((value, at) => at % 4 === 3 && value < 200)
  } catch {
    return true
  }
}
