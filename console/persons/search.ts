import { historySearch } from '../activity/address.ts'
import { flag, reader, text, texts } from '../ui/address.ts'

export const readPersons = reader({ query: text, accountId: text, field: texts, sort: text, create: flag })
export type PersonsSearch = ReturnType<typeof readPersons>

export const readPerson = reader({ ...historySearch, edit: flag, make: flag })
export type PersonSearch = ReturnType<typeof readPerson>
