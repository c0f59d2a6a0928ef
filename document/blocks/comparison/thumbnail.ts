import type { Thumbnail } from '../thumbnail.ts'

export const thumbnail: Thumbnail = {
  drawing:
    'h 6 5 24 4,t 6 15 52 1,c 40 13 18 26,t 8 19 12 2,t 24 19 12 2,a 43 19 12 2,t 8 26 12 2,t 24 26 12 2,a 43 26 12 2,t 8 33 12 2,t 24 33 12 2,a 43 33 12 2',
  layouts: {
    'before-after':
      'c 4 8 26 28,p 34 8 26 28,t 8 13 16 2,t 8 19 16 2,t 8 25 12 2,a 38 13 16 2,a 38 19 16 2,a 38 25 12 2',
  },
}
