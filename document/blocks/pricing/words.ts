import type { BlockWords } from '../words.ts'

export const words: BlockWords = {
  order: 110,
  name: 'Pricing',
  hint: 'Plans and what is in them',
  icon: 'tag',
  called: [
    'pricing',
    'prices',
    'pricing table',
    'price table',
    'price list',
    'plans',
    'packages',
    'costs',
    'pricing plans',
    'price plans',
    'pricing section',
    'tiers',
    'price section',
  ],
  items: {
    plans: ['plan', 'tier', 'package', 'pricing plan', 'price plan', 'option'],
    includes: [
      'included point',
      'bullet',
      'line',
      'feature',
      'perk',
      'inclusion',
      'include',
      'point',
      'bullet point',
      'included feature',
      'entry',
    ],
  },
}
