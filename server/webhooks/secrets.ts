import type { AppContext } from '../context.ts'
import type { Database } from '../database/database.ts'
import { type Included, isIncluded } from '../database/reachable.ts'
import { plainBytes, webhookSecretPurpose } from '../secrets/encryptedColumns.ts'

const mostAtOnce = 100

type SecretContext = Pick<AppContext, 'config' | 'encryption'>

/** A secret as stored: encrypted if the environment has a key, otherwise plain. */
export async function protectSecret(
  { config, encryption }: SecretContext,
  tenantId: string,
  secret: Buffer,
): Promise<Buffer> {
  if (!config.encryptionKey) return secret
  return await encryption.encrypt(webhookSecretPurpose(tenantId), secret.toString('base64'))
}

/** The plain secret. Plain ones have 32 bytes, encrypted ones more. */
export async function revealSecret(
  { encryption }: Pick<AppContext, 'encryption'>,
  tenantId: string,
  stored: Buffer,
): Promise<Buffer> {
  if (stored.length === plainBytes) return stored
  return Buffer.from(await encryption.decrypt(webhookSecretPurpose(tenantId), stored), 'base64')
}

/** Encrypts secrets that were stored before a key was configured, in portions. */
export async function encryptPlainSecrets(
  context: SecretContext & { db: Database },
  tenants?: Included,
): Promise<void> {
  if (!context.config.encryptionKey) return
  const rows = await context.db.read<{ tenantId: string; subscriptionId: string; secret: Buffer }[]>`
    -- every tenant: upkeep
    select tenant_id, subscription_id, secret from webhook_subscriptions
    where ${isIncluded(context.db.read, tenants)} and octet_length(secret) = ${plainBytes} limit ${mostAtOnce}`
  for (const { tenantId, subscriptionId, secret } of rows) {
    const stored = await protectSecret(context, tenantId, secret)
    // Unless it was replaced meanwhile.
    await context.db.inTransaction(
      (tx) => tx`
        update webhook_subscriptions set secret = ${stored}
        where tenant_id = ${tenantId} and subscription_id = ${subscriptionId} and secret = ${secret}`,
    )
  }
}
