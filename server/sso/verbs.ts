import { invalid, Problem } from '../../shared/problem.ts'
import type { AppContext } from '../context.ts'
import type { Reader, Tx } from '../database/database.ts'
import { lockTenant } from '../database/tenantLock.ts'
import { canonicalHostname } from '../domains/hostname.ts'
import { newId } from '../ids.ts'
import { providerSecretPurpose } from '../secrets/encryptedColumns.ts'
import { getTenant } from '../tenants/queries.ts'
import { deleteIdentitiesOf } from '../users/identities.ts'
import { discoverAgain, faultOfIssuer, ProviderError, type SsoContext } from './client.ts'
import { keyOf } from './key.ts'
import {
  deleteProvider,
  getProvider,
  insertProvider,
  listProven,
  listProviders,
  type Provider,
  type ProviderFields,
  updateProvider,
} from './queries.ts'
import { hasRecovery } from './required.ts'
import {
  type IdentityProvider,
  type IdentityProviderInput,
  type IdentityProviderPatch,
  mostProviders,
  type ProviderTest,
} from './schema.ts'
import { redirectUri } from './signIn.ts'

export async function describeProviders(
  context: Pick<AppContext, 'publicUrl'>,
  db: Reader,
  tenantId: string,
): Promise<IdentityProvider[]> {
  const [providers, { slug }] = await Promise.all([listProviders(db, tenantId), getTenant(db, tenantId)])
  const proven = await listProven(
    db,
    tenantId,
    providers.flatMap(({ domains }) => domains),
  )
  return providers.map(({ tenantId: _, encryptedSecret, ...provider }) => ({
    ...provider,
    hasSecret: encryptedSecret !== null,
    domains: provider.domains.map((domain) => ({ domain, isProven: proven.has(domain) })),
    redirectUri: redirectUri(context),
    logoutUri: `${context.publicUrl()}/console/api/oidc/${keyOf({ ...provider, tenantId })}/backchannel`,
    signInUrl: `${context.publicUrl()}/console/sign-in?tenant=${slug}`,
  }))
}

export async function describeProvider(
  context: Pick<AppContext, 'publicUrl'>,
  db: Reader,
  tenantId: string,
  providerId: string,
): Promise<IdentityProvider> {
  const all = await describeProviders(context, db, tenantId)
  return all.find((one) => one.providerId === providerId) as IdentityProvider
}

/** Converts an input to the stored fields. Encrypting reads a file, so this is done before a transaction. */
export async function prepareFields(
  { config, encryption }: SsoContext,
  tenantId: string,
  { clientSecret, domains, name, ...others }: IdentityProviderPatch,
): Promise<Partial<ProviderFields>> {
  const fault = others.issuer && faultOfIssuer(others.issuer, config.oidcAllowPrivate)
  if (fault) throw invalid('/issuer', fault)
  const canonical = domains?.map((domain, i) => {
    return canonicalHostname(domain) ?? refuseDomain(i)
  })
  return {
    ...others,
    ...(name !== undefined && { name: name.trim() }),
    ...(canonical && { domains: [...new Set(canonical)] }),
    ...(clientSecret !== undefined && {
      encryptedSecret:
        clientSecret === null
          ? null
          : await encryption.encrypt(providerSecretPurpose(tenantId), clientSecret),
    }),
  }
}

function refuseDomain(index: number): never {
  throw invalid(`/domains/${index}`, 'must be a full host name such as harbor.example')
}

const defaults = {
  encryptedSecret: null,
  defaultRole: 'viewer',
  domains: [],
  groupClaim: 'groups',
  groupRoles: [],
  isRequired: false,
  isFromEnvironment: false,
} as const

export async function addProvider(
  tx: Tx,
  tenantId: string,
  fields: Partial<ProviderFields> & Pick<IdentityProviderInput, 'name' | 'issuer' | 'clientId'>,
): Promise<string> {
  await lockTenant(tx, tenantId)
  if ((await listProviders(tx, tenantId)).length >= mostProviders)
    throw new Problem('provider_limit', `There are already ${mostProviders} identity providers.`)
  if (fields.isRequired) await demandRecovery(tx, tenantId)
  const providerId = newId('provider')
  await insertProvider(tx, tenantId, providerId, { ...defaults, domains: [], groupRoles: [], ...fields })
  return providerId
}

/** A changed issuer is another provider, so identities of the previous one are no longer valid. */
export async function changeProvider(
  tx: Tx,
  tenantId: string,
  providerId: string,
  fields: Partial<ProviderFields>,
): Promise<void> {
  await lockTenant(tx, tenantId)
  const provider = await getProvider(tx, tenantId, providerId)
  const { groupClaim, groupRoles, isRequired, ...set } = fields
  if (provider.isFromEnvironment && Object.keys(set).length > 0)
    throw new Problem('state_conflict', 'This provider is set by OIDC_ISSUER and the settings beside it.')
  if (isRequired && !provider.isRequired) await demandRecovery(tx, tenantId)
  await updateProvider(tx, tenantId, providerId, fields)
  if (set.issuer !== undefined && set.issuer !== provider.issuer)
    await deleteIdentitiesOf(tx, tenantId, providerId)
}

/** Removes a provider. Its sessions end at their next renewal, within an hour. */
export async function removeProvider(tx: Tx, tenantId: string, providerId: string): Promise<void> {
  await lockTenant(tx, tenantId)
  if ((await getProvider(tx, tenantId, providerId)).isFromEnvironment)
    throw new Problem('state_conflict', 'This provider is set by OIDC_ISSUER and the settings beside it.')
  await deleteIdentitiesOf(tx, tenantId, providerId)
  await deleteProvider(tx, tenantId, providerId)
}

async function demandRecovery(tx: Tx, tenantId: string): Promise<void> {
  if (!(await hasRecovery(tx, tenantId)))
    throw new Problem(
      'state_conflict',
      'No admin has a password or a passkey, so nobody could get in while the provider is down.',
    )
}

/** Fetches the discovery document and the keys without the cache. */
export async function testProvider(
  context: SsoContext,
  provider: Provider,
  now: () => number,
): Promise<ProviderTest> {
  const startedAt = now()
  const problem = await discoverAgain(context, provider).then(
    (found) => {
      const { authorization_endpoint, token_endpoint, jwks_uri } = found.serverMetadata()
      if (authorization_endpoint && token_endpoint && jwks_uri) return null
      return 'The discovery document lacks an endpoint for authorization, tokens or keys.'
    },
    (error) => {
      if (error instanceof ProviderError) return error.message
      throw error
    },
  )
  return { isOk: problem === null, durationMs: Math.round(now() - startedAt), problem }
}
