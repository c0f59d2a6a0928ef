import type { Thumbnail } from '../thumbnail.ts'

export const thumbnail: Thumbnail = {
  drawing: 'h 6 8 18 4,t 6 15 16 2,c 30 6 28 32,c 33 10 22 6,c 33 19 22 6,a 33 29 12 5',
  layouts: {
    below: 'h 6 5 26 4,c 6 13 36 6,c 6 22 36 6,a 6 32 14 6',
  },
}
