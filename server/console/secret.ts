import { randomBytes } from 'node:crypto'
import { hashKey } from '../web/auth.ts'

/** What is stored of a secret: enough to know it again, not to use it. */
export type Kept = { tenantId: string; hash: Buffer }

const shape = /^([a-z0-9]{26})\.[\w-]{22,43}$/

/** A secret that says whose it is, so that it is looked up within its tenant like everything else. */
export function newSecret(tenantId: string, bytes: number): { secret: string } & Kept {
  const secret = `${tenantId.replace('tenant_', '')}.${randomBytes(bytes).toString('base64url')}`
  return { secret, tenantId, hash: hashKey(secret) }
}

/** Undefined when it can't be one of ours. */
export function readSecret(secret: string): Kept | undefined {
  const [, tenant] = shape.exec(secret) ?? []
  return tenant === undefined ? undefined : { tenantId: `tenant_${tenant}`, hash: hashKey(secret) }
}
