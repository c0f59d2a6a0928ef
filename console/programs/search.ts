import { flag, oneOf, reader } from '../ui/address.ts'

export const readPrograms = reader({ tab: oneOf(['mcp']), create: flag, register: flag })
export type ProgramsSearch = ReturnType<typeof readPrograms>
