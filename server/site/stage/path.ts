import { databaseNow } from '../../database/clock.ts'
import type { Sign } from '../../secrets/secrets.ts'

export const stageMs = 60 * 60 * 1000

const shape = /^\/_stage\/((tenant_[a-z0-9]{26})\.(\d{13}))\.([\w-]{43})$/

/** The path of a stage on a tenant's site, until it expires. */
export function stagePath(sign: Sign, tenantId: string, expires: number): string {
  const text = `${tenantId}.${expires}`
  return `/_stage/${text}.${sign('stage', text)}`
}

/** The tenant of a stage path: undefined if the signature is invalid, `over` if it has expired. */
export function readStagePath(
  sign: Sign,
  path: string,
  now = databaseNow(),
): { tenantId: string } | 'over' | undefined {
  const [, text = '', tenantId = '', expires = '', signature = ''] = shape.exec(path) ?? []
  if (!sign.verify('stage', text, signature)) return undefined
  return Number(expires) > now ? { tenantId } : 'over'
}
