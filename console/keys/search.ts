import { flag, reader } from '../ui/address.ts'

export const readKeys = reader({ create: flag })
export type KeysSearch = ReturnType<typeof readKeys>
