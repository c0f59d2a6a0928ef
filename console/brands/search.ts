import { flag, reader, text } from '../ui/address.ts'

export const readBrand = reader({
  /** The brand in sight; the newest of one's own when left out. */
  brand: text,
  add: flag,
})
export type BrandSearch = ReturnType<typeof readBrand>
