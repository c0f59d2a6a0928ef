import type { BlockWords } from '../words.ts'

export const words: BlockWords = {
  order: 10,
  name: 'Hero',
  hint: 'Headline and main action',
  goesByName: true,
  icon: 'panel-top',
  called: [
    'hero',
    'banner',
    'hero section',
    'header section',
    'top section',
    'opening section',
    'hero banner',
    'hero block',
    'first section',
    'page top',
    'opening',
    'opener',
  ],
  unseen: ({ layout, picture }) => {
    // Without a layout, one is chosen that suits what there is to show.
    if (layout === undefined || layout === 'ridge') return undefined
    if (layout === 'chart') return /^\/points\/\d+\/note$/
    if (layout === 'map' || layout === 'route' || layout === 'figures') return /^\/(?:unit|limitLabel)$/
    const isBare = (layout === 'left' || layout === 'centered') && !picture
    return isBare ? /^\/(?:points\/|(?:unit|limitLabel|caption)$)/ : /^\/(?:points\/|(?:unit|limitLabel)$)/
  },
}
