import { useState } from 'react'
import { cx } from '../ui/cx.ts'
import { type Asset, isPicture, typeWords } from './words.ts'

/** The image of an asset, or the icon of its type. Its name is shown beside it. */
export function Thumbnail({ asset, isLarge = false }: { asset: Asset; isLarge?: boolean }) {
  const [isBroken, setIsBroken] = useState(false)
  const { icon: Icon } = typeWords[asset.data.type]
  const { previewDownloadUrl, downloadUrl } = asset
  // Originals have up to 20 MB; the preview is large enough for a card and the panel.
  const source = previewDownloadUrl ?? (isPicture(asset) ? downloadUrl : null)
  if (asset.data.type === 'video' && downloadUrl && isLarge)
    return (
      // biome-ignore lint/a11y/useMediaCaption: uploaded videos have no captions
      <video src={downloadUrl} controls preload="metadata" className="size-full bg-sunken object-contain" />
    )
  if (!source || isBroken)
    return (
      <span className="grid size-full place-items-center text-faint">
        <Icon aria-hidden className={cx(isLarge ? 'size-12' : 'size-8')} strokeWidth={1.25} />
      </span>
    )
  return (
    <img
      src={source}
      alt=""
      loading={isLarge ? 'eager' : 'lazy'}
      decoding="async"
      draggable={false}
      onError={() => setIsBroken(true)}
      className={cx(
        'size-full',
        asset.data.type === 'image' && !isLarge ? 'object-cover' : 'object-contain',
        asset.data.type !== 'image' && 'p-4',
      )}
    />
  )
}
