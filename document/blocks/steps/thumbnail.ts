import type { Thumbnail } from '../thumbnail.ts'

export const thumbnail: Thumbnail = {
  drawing: 'h 6 6 24 4,a 6 16 4 4,t 14 17 36 2,a 6 24 4 4,t 14 25 36 2,a 6 32 4 4,t 14 33 36 2',
  layouts: {
    scale: 'h 6 6 24 4,t 6 20 52 1,a 6 18 4 5,a 22 18 4 5,a 44 18 4 5,t 6 27 12 2,t 22 27 14 2,t 44 27 12 2',
    gantt: 'h 6 5 24 4,a 6 15 18 5,a 20 23 20 5,a 36 31 22 5',
    chevrons: 'a 4 14 16 14,p 23 14 16 14,p 42 14 16 14,t 8 20 8 2',
  },
}
