import type { Thumbnail } from '../thumbnail.ts'

export const thumbnail: Thumbnail = {
  drawing:
    'c 6 8 24 30,c 34 8 24 30,h 10 12 12 5,t 10 21 14 2,t 10 26 14 2,a 38 12 12 5,t 38 21 14 2,a 38 30 14 4',
  layouts: {
    featured:
      'c 4 6 32 32,a 8 11 14 6,t 8 21 20 2,a 8 30 16 4,c 39 6 21 15,c 39 23 21 15,t 42 12 12 2,t 42 29 12 2',
  },
}
