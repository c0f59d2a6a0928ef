import { databaseNow } from '../database/clock.ts'
import type { Sign } from '../secrets/secrets.ts'

export const previewMs = 60 * 60 * 1000

export type Previewed = { tenantId: string; audienceId: string; versionId: string }

const id = '[a-z]+_[a-z0-9]{26}'
const shape = new RegExp(`^/_p/((${id})\\.(${id})\\.(${id})\\.(\\d{13}))\\.([\\w-]{43})$`)

/** The path on a tenant's site that shows a version, published or not, until it expires. */
export function previewPath(
  sign: Sign,
  { tenantId, audienceId, versionId }: Previewed,
  expires: number,
): string {
  const text = [tenantId, audienceId, versionId, expires].join('.')
  return `/_p/${text}.${sign('preview', text)}`
}

/** The version in a preview path: undefined if the signature is invalid, `over` if it has expired. */
export function readPreviewPath(
  sign: Sign,
  path: string,
  now = databaseNow(),
): Previewed | 'over' | undefined {
  const [, text = '', tenantId = '', audienceId = '', versionId = '', expires = '', signature = ''] =
    shape.exec(path) ?? []
  if (!sign.verify('preview', text, signature)) return undefined
  return Number(expires) > now ? { tenantId, audienceId, versionId } : 'over'
}
