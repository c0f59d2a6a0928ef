import type { Tx } from '../database/database.ts'
import { newSecret } from '../secrets/tenantSecret.ts'
import { createCode } from './queries.ts'

export const linkMinutes = 15

/**
 * A link that signs in the first person who opens it, with the scopes of the key. The code is in the fragment, so that
 * it is not sent to servers, proxies or logs. The link of the first start asks for a name.
 */
export async function issueLink(
  tx: Tx,
  publicUrl: string,
  tenantId: string,
  keyId: string,
  { isFirst = false } = {},
): Promise<string> {
  const { secret, ...kept } = newSecret(tenantId, 16)
  await createCode(tx, kept, keyId, linkMinutes)
  return `${consoleAddress(publicUrl)}/sign-in#code=${secret}${isFirst ? '&first' : ''}`
}

export function consoleAddress(publicUrl: string): string {
  return `${publicUrl}/console`
}

/** Whether a URL refers to the local machine. */
export function isLocal(url: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname)
}
