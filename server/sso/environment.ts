import type { AppContext } from '../context.ts'
import { newId } from '../ids.ts'
import { providerSecretPurpose } from '../secrets/encryptedColumns.ts'
import { deleteIdentitiesOf } from '../users/identities.ts'
import { deleteProvider, insertProvider, listProviders, updateProvider } from './queries.ts'

/** Adds the provider in the environment to the first tenant, or removes it when it is no longer set. */
export async function syncEnvironmentProvider(
  { db, config: { oidc }, encryption }: Pick<AppContext, 'db' | 'config' | 'encryption'>,
  tenantId: string,
): Promise<void> {
  const present = (await listProviders(db.read, tenantId)).find(({ isFromEnvironment }) => isFromEnvironment)
  if (!oidc && !present) return
  const secret = oidc?.clientSecret
  const encryptedSecret = secret ? await encryption.encrypt(providerSecretPurpose(tenantId), secret) : null
  await db.inTransaction(async (tx) => {
    if (present && present.issuer !== oidc?.issuer) await deleteIdentitiesOf(tx, tenantId, present.providerId)
    if (!oidc) return await deleteProvider(tx, tenantId, (present as { providerId: string }).providerId)
    const { clientSecret: _, ...settings } = oidc
    const fields = { ...settings, encryptedSecret, isFromEnvironment: true }
    if (present) return await updateProvider(tx, tenantId, present.providerId, fields)
    const others = { groupClaim: 'groups', groupRoles: [], isRequired: false }
    await insertProvider(tx, tenantId, newId('provider'), { ...fields, ...others })
  })
}
