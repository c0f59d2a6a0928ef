import type { AppContext } from '../context.ts'
import { databaseNow } from '../database/clock.ts'
import type { Variant } from '../storage/storage.ts'

/** Signed URLs change only at these intervals, so that responses can be cached for hours. */
const stepSeconds = 6 * 60 * 60

/** A signed URL of a file: valid without a key for six to twelve hours. */
export function fileAddress(
  { sign, publicUrl, config }: Pick<AppContext, 'sign' | 'publicUrl' | 'config'>,
  tenantId: string,
  fileId: string,
  variant: Variant,
  now = databaseNow(),
): string {
  const expires = (Math.floor(now / 1000 / stepSeconds) + 2) * stepSeconds
  const path = `/files/${tenantId}/${fileId}/${variant}`
  return `${config.assetsUrl ?? publicUrl()}${path}?expires=${expires}&signature=${sign('file', `${path}?${expires}`)}`
}

/** The seconds until a signed URL expires; 0 if it has expired or its signature is invalid. */
export function secondsLeft(
  { sign }: Pick<AppContext, 'sign'>,
  path: string,
  expires: string,
  signature: string,
  now = databaseNow(),
): number {
  if (!/^\d{1,12}$/.test(expires) || !sign.verify('file', `${path}?${expires}`, signature)) return 0
  return Math.max(0, Number(expires) - Math.floor(now / 1000))
}
