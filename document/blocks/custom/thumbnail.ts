import type { Thumbnail } from '../thumbnail.ts'

export const thumbnail: Thumbnail = {
  drawing: 'c 6 6 52 32,t 18 20 6 2,a 28 17 8 8,t 40 20 6 2',
}
