type EncryptedColumn = {
  table: string
  /** Identifies a row within its tenant. */
  id: string
  column: string
  purpose: (tenantId: string) => string
}

export const agentKeyPurpose = (tenantId: string) => `agent key ${tenantId}`
export const channelUrlPurpose = (tenantId: string) => `notice channel of ${tenantId}`
export const webhookSecretPurpose = (tenantId: string) => `webhook secret of ${tenantId}`

const subscriptions = {
  table: 'webhook_subscriptions',
  id: 'subscription_id',
  purpose: webhookSecretPurpose,
}

/** Every column with encrypted values. A test compares it with the columns of the database. */
export const encryptedColumns: EncryptedColumn[] = [
  { table: 'agent_settings', id: 'tenant_id', column: 'encrypted_key', purpose: agentKeyPurpose },
  { table: 'notice_channels', id: 'channel_id', column: 'encrypted_url', purpose: channelUrlPurpose },
  { ...subscriptions, column: 'secret' },
  { ...subscriptions, column: 'previous_secret' },
]

/** Webhook secrets of this length are not encrypted: no key was configured. Encrypted values are longer. */
export const plainBytes = 32
