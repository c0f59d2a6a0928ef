import { historySearch } from '../activity/address.ts'
import { flag, reader, text, texts } from '../ui/address.ts'

export const readAccounts = reader({ query: text, field: texts, sort: text, create: flag })
export type AccountsSearch = ReturnType<typeof readAccounts>

export const readAccount = reader({ ...historySearch, make: flag })
export type AccountSearch = ReturnType<typeof readAccount>
