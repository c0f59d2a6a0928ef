import type { AppContext } from '../context.ts'
import type { Reader, Tx } from '../database/database.ts'
import { type Included, isIncluded } from '../database/reachable.ts'
import { refreshTokenPurpose } from '../secrets/encryptedColumns.ts'
import { ProviderError } from './client.ts'
import { findProvider } from './queries.ts'
import { type Proof, renewAtProvider } from './signIn.ts'

type ProviderSessionContext = Pick<AppContext, 'db' | 'config' | 'encryption' | 'publicUrl' | 'log'>
type SessionOfProvider = { tenantId: string; sessionId: string }

/** Sessions that a provider can't renew end after this time. */
const unrenewedHours = 24

export async function keepProviderSession(
  tx: Tx,
  { tenantId, sessionId }: SessionOfProvider,
  providerId: string,
  { claims: { subject, sid } }: Proof,
  encryptedRefreshToken: Buffer | null,
): Promise<void> {
  const row = { tenantId, sessionId, providerId, subject, sid: sid ?? null, encryptedRefreshToken }
  await tx`insert into provider_sessions ${tx.values(row)}`
}

export async function sealRefreshToken(
  { encryption }: Pick<ProviderSessionContext, 'encryption'>,
  tenantId: string,
  token: string | undefined,
): Promise<Buffer | null> {
  return token === undefined ? null : await encryption.encrypt(refreshTokenPurpose(tenantId), token)
}

type ProviderSession = { providerId: string; encryptedRefreshToken: Buffer | null; isOld: boolean }

/**
 * Asks the provider whether a session may continue; false ends it. Only one request per hour does this, because a
 * refresh token used twice looks stolen. While the provider can't be reached, sessions continue.
 */
export async function isStillConfirmed(
  context: ProviderSessionContext,
  session: SessionOfProvider,
): Promise<boolean> {
  const { db, encryption, log } = context
  const { tenantId, sessionId } = session
  const held = await db.inTransaction((tx) => claimRenewal(tx, session))
  if (!held) return await isKept(db.read, session)
  const provider = await findProvider(db.read, tenantId, held.providerId)
  if (!provider) return false
  if (held.encryptedRefreshToken === null) return !held.isOld
  try {
    const purpose = refreshTokenPurpose(tenantId)
    const token = await encryption.decrypt(purpose, held.encryptedRefreshToken)
    const renewed = await renewAtProvider(context, provider, token)
    if (!renewed) return false
    const sealed = await encryption.encrypt(purpose, renewed.refreshToken)
    await db.inTransaction(
      (tx) => tx`
        update provider_sessions set encrypted_refresh_token = ${sealed}
        where tenant_id = ${tenantId} and session_id = ${sessionId}`,
    )
    return true
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ tenantId, reason: error.message }, 'a session could not be renewed at its provider')
    return true
  }
}

async function claimRenewal(
  tx: Tx,
  { tenantId, sessionId }: SessionOfProvider,
): Promise<ProviderSession | undefined> {
  const [row] = await tx<ProviderSession[]>`
    update provider_sessions set checked_at = now()
    where tenant_id = ${tenantId} and session_id = ${sessionId} and checked_at < now() - interval '55 minutes'
    returning provider_id, encrypted_refresh_token,
      created_at < now() - make_interval(hours => ${unrenewedHours}) as is_old`
  return row
}

async function isKept(db: Reader, { tenantId, sessionId }: SessionOfProvider): Promise<boolean> {
  const [row] = await db`
    select from provider_sessions where tenant_id = ${tenantId} and session_id = ${sessionId}`
  return row !== undefined
}

/** Deletes the provider's sessions that a logout ends, and returns them. */
export async function takeLoggedOut(
  tx: Tx,
  { tenantId, providerId }: { tenantId: string; providerId: string },
  { subject, sid }: { subject: string | undefined; sid: string | undefined },
): Promise<string[]> {
  const rows = await tx<{ sessionId: string }[]>`
    delete from provider_sessions
    where tenant_id = ${tenantId} and provider_id = ${providerId}
      and (${sid ?? null}::text is null or sid = ${sid ?? null})
      and (${subject ?? null}::text is null or subject = ${subject ?? null})
    returning session_id`
  return rows.map(({ sessionId }) => sessionId)
}

/** Deletes the provider data of sessions that have ended. */
export async function forgetProviderSessions(tx: Tx, tenants?: Included): Promise<void> {
  await tx`
    -- every tenant: upkeep
    delete from provider_sessions p where ${isIncluded(tx, tenants, tx`p.tenant_id`)} and created_at < now() - interval '1 hour'
      and not exists (
        select from console_sessions s where s.tenant_id = p.tenant_id and s.session_id = p.session_id)`
}
