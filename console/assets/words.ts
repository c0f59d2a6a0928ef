import { Box, Image, type LucideIcon, Shapes, Sparkle, Video } from 'lucide-react'
import type { Shape } from '../api/schema.ts'

export type Asset = Shape<'Asset'>
export type AssetType = Asset['data']['type']
export type AssetState = 'active' | 'hidden' | 'trashed'

export const assetStates: AssetState[] = ['active', 'hidden', 'trashed']

export const typeWords: Record<AssetType, { label: string; icon: LucideIcon }> = {
  image: { label: 'Image', icon: Image },
  logo: { label: 'Logo', icon: Shapes },
  icon: { label: 'Icon', icon: Sparkle },
  video: { label: 'Video', icon: Video },
  'custom-component': { label: 'Component', icon: Box },
}
export const assetTypes = Object.keys(typeWords) as AssetType[]
/** The types that an image asset can be changed to. */
export const imageTypes = ['image', 'logo', 'icon'] as const
export type ImageType = (typeof imageTypes)[number]

export function isPicture(asset: Asset): boolean {
  return imageTypes.some((type) => type === asset.data.type)
}

/** Logos are mostly dark on a transparent background, so they are shown on a light one in both colour schemes. */
export function needsLight({ data }: Asset): boolean {
  return data.type === 'logo' || data.type === 'icon'
}

/** The asset type for a media type that the service detected; undefined if pages can't show it. */
export function typeOfMedia(mediaType: string): AssetType | undefined {
  if (mediaType.startsWith('image/')) return 'image'
  if (mediaType.startsWith('video/')) return 'video'
  return mediaType.startsWith('text/html') ? 'custom-component' : undefined
}

/** The file types that the file dialog offers. */
export const acceptedFiles = '.png,.jpg,.jpeg,.gif,.webp,.avif,.svg,.mp4,.webm,.html,.htm'
export const mostBytes = 20 * 1024 * 1024
