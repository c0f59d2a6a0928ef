import { flag, reader, text } from '../ui/address.ts'

export const readBrand = reader({
  /** The open brand; the tenant's newest if omitted. */
  brand: text,
  add: flag,
})
export type BrandSearch = ReturnType<typeof readBrand>
