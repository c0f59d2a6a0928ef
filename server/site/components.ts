import { databaseNow } from '../database/clock.ts'
import type { Reader } from '../database/database.ts'
import type { Sign } from '../secrets/secrets.ts'

/** Returns the query string that authorises the use of a component in a frame. */
export type ComponentUse = (fileId: string) => string

const purpose = 'component preview'
/** Signed URLs change only at these intervals, so that a document rendered again has the same ones. */
const stepMs = 60 * 60_000

/** For an audience's page: the component is available as long as the published page uses it. */
export function publishedUse(audienceId: string): ComponentUse {
  return () => `?audience=${audienceId}`
}

/** For previews and the stage: the component is available for one to two hours. */
export function previewUse(sign: Sign, tenantId: string, now = databaseNow()): ComponentUse {
  const expires = (Math.floor(now / stepMs) + 2) * stepMs
  return (fileId) => `?preview=${expires}.${sign(purpose, [tenantId, fileId, expires].join(' '))}`
}

/** Whether the query of a component's URL authorises its use in a frame. */
export async function isShownInFrame(
  db: Reader,
  sign: Sign,
  { tenantId, fileId }: { tenantId: string; fileId: string },
  query: string,
): Promise<boolean> {
  const [, audienceId] = /^audience=(audience_[a-z0-9]{26})$/.exec(query) ?? []
  if (audienceId) return await isUsedByPage(db, tenantId, fileId, audienceId)
  const [, expires = '', signature = ''] = /^preview=(\d{13})\.([\w-]{43})$/.exec(query) ?? []
  const isSigned = sign.verify(purpose, [tenantId, fileId, expires].join(' '), signature)
  return isSigned && Number(expires) > databaseNow()
}

async function isUsedByPage(
  db: Reader,
  tenantId: string,
  fileId: string,
  audienceId: string,
): Promise<boolean> {
  const [row] = await db`
    select from audiences a
      join pages p on p.tenant_id = ${tenantId} and p.page_id = a.page_id
      join versions v on v.tenant_id = ${tenantId} and v.audience_id = a.audience_id and v.status = 'published'
      join version_documents d on d.tenant_id = ${tenantId} and d.hash = v.document_hash
      cross join lateral jsonb_array_elements(d.document -> 'blocks') as block
      join assets s on s.tenant_id = ${tenantId} and s.asset_id = block -> 'props' ->> 'assetId'
    where a.tenant_id = ${tenantId} and a.audience_id = ${audienceId} and a.archived_at is null
      and a.live_at is not null and p.status = 'published' and p.deleted_at is null
      and block ->> 'type' = 'custom' and s.file_id = ${fileId} and s.deleted_at is null limit 1`
  return row !== undefined
}
