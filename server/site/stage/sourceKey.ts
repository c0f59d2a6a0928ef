import type { Source } from '../../../document/index.ts'

export function keyOf({ kind, id, field }: Source): string {
  return `${kind} ${id} ${field ?? ''}`
}
