import type { BlockWords } from '../words.ts'

export const words: BlockWords = {
  order: 60,
  name: 'Steps',
  hint: 'What happens, with dates or weeks',
  icon: 'list-ordered',
  called: [
    'steps',
    'timeline',
    'process',
    'how it works',
    'roadmap',
    'journey',
    'next steps',
    'process steps',
    'step list',
  ],
  items: {
    items: ['step', 'phase', 'stage', 'milestone'],
  },
  fields: {
    when: [
      'time',
      'when',
      'date',
      'dated',
      'timing',
      'timeframe',
      'day',
      'week',
      'time frame',
      'time label',
      'label',
      'timing label',
      'duration',
    ],
  },
}
