export type EncryptedColumn = {
  table: string
  /** The column of the tenant, or of the user, that the value belongs to. */
  owner: 'tenant_id' | 'user_id'
  /** Identifies a row of its owner. */
  id: string
  column: string
  purpose: (ownerId: string) => string
}

export const agentKeyPurpose = (tenantId: string) => `agent key ${tenantId}`
export const channelUrlPurpose = (tenantId: string) => `notice channel of ${tenantId}`
export const totpPurpose = (userId: string) => `TOTP secret of ${userId}`
export const providerSecretPurpose = (tenantId: string) => `client secret at a provider of ${tenantId}`
export const refreshTokenPurpose = (tenantId: string) => `refresh token of ${tenantId}`
export const webhookSecretPurpose = (tenantId: string) => `webhook secret of ${tenantId}`

const ofTenant = { owner: 'tenant_id' } as const
const subscriptions = {
  table: 'webhook_subscriptions',
  ...ofTenant,
  id: 'subscription_id',
  purpose: webhookSecretPurpose,
}

/** Every column with encrypted values. A test compares it with the columns of the database. */
export const encryptedColumns: EncryptedColumn[] = [
  {
    table: 'agent_settings',
    ...ofTenant,
    id: 'tenant_id',
    column: 'encrypted_key',
    purpose: agentKeyPurpose,
  },
  {
    table: 'credentials',
    owner: 'user_id',
    id: 'credential_id',
    column: 'encrypted_secret',
    purpose: totpPurpose,
  },
  {
    table: 'notice_channels',
    ...ofTenant,
    id: 'channel_id',
    column: 'encrypted_url',
    purpose: channelUrlPurpose,
  },
  {
    table: 'identity_providers',
    ...ofTenant,
    id: 'provider_id',
    column: 'encrypted_secret',
    purpose: providerSecretPurpose,
  },
  {
    table: 'provider_sessions',
    ...ofTenant,
    id: 'session_id',
    column: 'encrypted_refresh_token',
    purpose: refreshTokenPurpose,
  },
  { ...subscriptions, column: 'secret' },
  { ...subscriptions, column: 'previous_secret' },
]

/** Webhook secrets of this length are not encrypted: no key was configured. Encrypted values are longer. */
export const plainBytes = 32
