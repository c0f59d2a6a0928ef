import type { Thumbnail } from '../thumbnail.ts'

export const thumbnail: Thumbnail = {
  drawing: 'a 6 12 14 9,a 25 12 14 9,a 44 12 14 9,t 6 25 14 2,t 25 25 14 2,t 44 25 14 2',
  layouts: {
    spark:
      'a 6 8 12 2,a 25 8 8 2,a 44 8 14 2,h 6 14 14 8,h 25 14 14 8,h 44 14 14 8,t 6 26 14 2,t 25 26 14 2,t 44 26 14 2',
    rows: 'a 6 5 22 9,t 34 8 24 2,a 6 18 22 9,t 34 21 24 2,a 6 31 22 9,t 34 34 24 2',
  },
}
