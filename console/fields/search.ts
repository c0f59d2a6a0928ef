import { flag, reader } from '../ui/address.ts'

export const readFields = reader({ create: flag })
export type FieldsSearch = ReturnType<typeof readFields>
