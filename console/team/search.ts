import { roleNames } from '../../shared/roles.ts'
import { flag, oneOf, reader, text } from '../ui/address.ts'

export const readTeam = reader({
  tab: oneOf(['roles', 'sso', 'settings']),
  query: text,
  role: oneOf(roleNames),
  invite: flag,
})
export type TeamSearch = ReturnType<typeof readTeam>
