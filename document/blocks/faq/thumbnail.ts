import type { Thumbnail } from '../thumbnail.ts'

export const thumbnail: Thumbnail = {
  drawing: 'h 6 5 24 4,t 6 15 46 2,t 56 15 2 2,t 6 20 40 2,c 6 25 52 1,t 6 29 46 2,t 56 29 2 2,c 6 34 52 1',
  layouts: {
    ledger:
      'h 6 8 18 3,t 28 8 30 2,t 28 12 24 2,h 6 20 18 3,t 28 20 30 2,t 28 24 24 2,h 6 32 18 3,t 28 32 30 2',
    columns:
      'h 6 8 14 3,t 6 14 16 2,t 6 18 12 2,h 26 8 14 3,t 26 14 16 2,t 26 18 12 2,h 46 8 12 3,t 46 14 14 2,t 46 18 10 2',
  },
}
