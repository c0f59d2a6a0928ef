import type { Tx } from '../database/database.ts'
import { createCode } from './queries.ts'
import { newSecret } from './secret.ts'

export const linkMinutes = 15

/**
 * A link that signs in the first person who opens it, as if they had the key. The code stands behind a `#`, so that no
 * server, proxy or log gets to see it on the way.
 */
export async function issueLink(tx: Tx, publicUrl: string, tenantId: string, keyId: string): Promise<string> {
  const { secret, ...kept } = newSecret(tenantId, 16)
  await createCode(tx, kept, keyId, linkMinutes)
  return `${consoleAddress(publicUrl)}/sign-in#code=${secret}`
}

export function consoleAddress(publicUrl: string): string {
  return `${publicUrl}/console`
}

/** Whether an address means the very machine it is opened on. */
export function isLocal(url: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname)
}
