import { exampleId } from '../../shared/ids.ts'

export const picture = { assetId: exampleId('asset'), alt: 'Hills under a low sun' }
export const button = { label: 'Walk through the plan', link: 'action:primary' }
export const other = { label: 'See the figures', link: 'https://example.com/figures' }
