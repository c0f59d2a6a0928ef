import { randomBytes } from 'node:crypto'
import { hashKey } from '../web/auth.ts'

/** The stored part of a secret: enough to verify it, not to use it. */
export type HashedSecret = { tenantId: string; hash: Buffer }

const shape = /^([a-z0-9]{26})\.[\w-]{22,43}$/

/** A secret that contains its tenant, so that it is looked up within the tenant like everything else. */
export function newSecret(tenantId: string, bytes: number): { secret: string } & HashedSecret {
  const secret = `${tenantId.replace('tenant_', '')}.${randomBytes(bytes).toString('base64url')}`
  return { secret, tenantId, hash: hashKey(secret) }
}

/** Undefined if its format is invalid. */
export function readSecret(secret: string): HashedSecret | undefined {
  const [, tenant] = shape.exec(secret) ?? []
  return tenant === undefined ? undefined : { tenantId: `tenant_${tenant}`, hash: hashKey(secret) }
}
