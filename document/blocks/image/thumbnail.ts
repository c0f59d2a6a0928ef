import type { Thumbnail } from '../thumbnail.ts'

export const thumbnail: Thumbnail = {
  drawing: 'p 6 6 52 32',
  layouts: {
    bleed: 'p 12 6 52 32',
    frame: 'c 6 6 52 32,t 9 8 3 2,t 14 8 3 2,p 6 13 52 25',
  },
}
