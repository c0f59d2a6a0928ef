import type { BlockWords } from '../words.ts'

export const words: BlockWords = {
  order: 50,
  name: 'Stats',
  hint: 'Numbers that prove a point',
  icon: 'trending-up',
  called: [
    'stats',
    'statistics',
    'numbers',
    'figures',
    'metrics',
    'kpis',
    'stat bar',
    'results',
    'results section',
    'key figures',
    'key numbers',
    'stat section',
  ],
  items: {
    items: ['stat', 'figure', 'metric', 'statistic', 'number', 'kpi', 'data point'],
  },
}
