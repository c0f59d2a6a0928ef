import type { Thumbnail } from '../thumbnail.ts'

export const thumbnail: Thumbnail = {
  drawing: 'c 4 6 56 32,h 9 12 24 5,t 9 20 20 2,a 9 28 14 5,p 42 11 14 14,t 42 29 12 2',
  layouts: {
    field: 'p 0 6 64 34,h 6 13 30 6,a 6 28 14 5,c 42 12 16 22',
    plain: 'h 6 14 30 5,t 6 23 24 2,a 44 16 14 6',
  },
}
