import type { Thumbnail } from '../thumbnail.ts'

export const thumbnail: Thumbnail = {
  drawing: 'p 6 12 14 6,p 25 12 14 6,p 44 12 14 6,p 6 26 14 6,p 25 26 14 6,p 44 26 14 6',
  layouts: {
    wall: 'c 4 8 18 13,c 23 8 18 13,c 42 8 18 13,c 4 23 18 13,c 23 23 18 13,c 42 23 18 13,p 8 13 10 3,p 27 13 10 3,p 46 13 10 3,p 8 28 10 3,p 27 28 10 3,p 46 28 10 3',
    row: 'p 4 19 9 6,p 16 19 9 6,p 28 19 9 6,p 40 19 9 6,p 52 19 9 6',
  },
}
