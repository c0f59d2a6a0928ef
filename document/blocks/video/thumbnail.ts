import type { Thumbnail } from '../thumbnail.ts'

export const thumbnail: Thumbnail = {
  drawing: 'p 6 6 52 32,a 28 17 9 10',
  layouts: {
    frame: 'c 6 6 52 32,t 9 8 3 2,p 6 13 52 25,a 28 20 9 10',
  },
}
