import { flag, reader } from '../ui/address.ts'

export const readHome = reader({
  /** Opens the first steps again. */
  guide: flag,
})
export type HomeSearch = ReturnType<typeof readHome>
