import type { Thumbnail } from '../thumbnail.ts'

export const thumbnail: Thumbnail = {
  drawing: 'a 6 8 5 4,h 6 15 46 4,h 6 21 36 4,t 6 32 16 2',
  layouts: {
    arch: 'p 6 8 14 28,h 26 10 32 4,h 26 16 26 4,t 26 28 14 2',
    card: 'c 4 6 38 32,h 8 12 28 3,h 8 17 22 3,t 8 30 12 2,a 44 6 16 32',
    bleed: 'p 0 4 26 36,h 30 10 28 4,h 30 16 22 4,t 30 30 12 2',
  },
}
