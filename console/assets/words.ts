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
/** What an image may be taken for instead. */
export const imageTypes = ['image', 'logo', 'icon'] as const
export type ImageType = (typeof imageTypes)[number]

export function isPicture(asset: Asset): boolean {
  return imageTypes.some((type) => type === asset.data.type)
}

/** Logos are mostly drawn for paper: dark on nothing. They stand on light ground in both schemes. */
export function needsLight({ data }: Asset): boolean {
  return data.type === 'logo' || data.type === 'icon'
}

/** What a file is registered as, by what the service found it to be; undefined for what no page can show. */
export function typeOfMedia(mediaType: string): AssetType | undefined {
  if (mediaType.startsWith('image/')) return 'image'
  if (mediaType.startsWith('video/')) return 'video'
  return mediaType.startsWith('text/html') ? 'custom-component' : undefined
}

/** What a browser offers to pick. */
export const acceptedFiles = '.png,.jpg,.jpeg,.gif,.webp,.avif,.svg,.mp4,.webm,.html,.htm'
export const mostBytes = 20 * 1024 * 1024
