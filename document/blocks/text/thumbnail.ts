import type { Thumbnail } from '../thumbnail.ts'

export const thumbnail: Thumbnail = {
  drawing: 'h 10 6 26 5,t 10 15 44 2,t 10 20 42 2,t 10 25 44 2,t 10 30 30 2',
}
