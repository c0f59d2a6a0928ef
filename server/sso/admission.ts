import { Problem } from '../../shared/problem.ts'
import { type Role, roleNames } from '../../shared/roles.ts'
import type { Tx } from '../database/database.ts'
import { lockTenant } from '../database/tenantLock.ts'
import { canonicalHostname } from '../domains/hostname.ts'
import { listInvitations, withdrawInvitationsTo } from '../members/invitationQueries.ts'
import { findMembership } from '../members/queries.ts'
import { addMember, changeRole } from '../members/verbs.ts'
import { hasOwnCredential } from '../users/credentials.ts'
import { createIdentity, findUserByIdentity, replaceIdentity } from '../users/identities.ts'
import { createUser } from '../users/queries.ts'
import { findAnyMemberWithEmail, type GroupRole, listProven, type Provider } from './queries.ts'
import { findProvisioned } from './scim/queries.ts'
import type { Claims } from './signIn.ts'

/** The user that a provider's claims sign in to its tenant. Throws if no user is admitted. */
export async function admitClaims(tx: Tx, provider: Provider, claims: Claims): Promise<string> {
  const { tenantId } = provider
  await lockTenant(tx, tenantId)
  const known = await findUserByIdentity(tx, { tenantId, ...claims })
  const isMember = known !== undefined && (await findMembership(tx, tenantId, known)) !== undefined
  const userId = isMember ? known : await findProvisionedUser(tx, provider, claims)
  if (userId === undefined && known !== undefined) throw refusal(provider)
  if (userId === undefined) return await createOnSignIn(tx, provider, claims)
  await applyGroups(tx, provider, userId, claims.groups)
  return userId
}

/**
 * The user created by the tenant's SCIM provisioning for these claims: matched by the provider's subject id, or by an
 * e-mail address that the provider asserts, of a domain that the tenant has verified. Such a user has no other sign-in method, so no existing account is taken over.
 */
async function findProvisionedUser(tx: Tx, provider: Provider, claims: Claims): Promise<string | undefined> {
  const { tenantId, providerId } = provider
  const { issuer, subject } = claims
  const email = (await isAdmitted(tx, provider, claims)) ? (claims.email ?? null) : null
  const userId = await findProvisioned(tx, tenantId, { subject, email })
  if (userId === undefined || (await hasOwnCredential(tx, userId))) return undefined
  await replaceIdentity(tx, { tenantId, issuer, subject, userId, providerId })
  return userId
}

/**
 * Creates a user for an address of a verified domain of the tenant. The address stays unverified, because other
 * tenants have no reason to trust this provider. An existing user is never matched by their address.
 */
async function createOnSignIn(tx: Tx, provider: Provider, claims: Claims): Promise<string> {
  const { tenantId, providerId } = provider
  const { email, issuer, subject } = claims
  if (email === undefined || !(await isAdmitted(tx, provider, claims))) throw refusal(provider)
  const namesake = await findAnyMemberWithEmail(tx, tenantId, email)
  if (namesake?.isCurrent)
    throw new Problem(
      'provider_refused',
      `${email} has an account here. Sign in another way, then connect ${provider.name} in Your account.`,
    )
  if (namesake) throw refusal(provider)
  const user = await createUser(tx, { name: (claims.name ?? email).slice(0, 100), email, isVerified: false })
  const invited = (await listInvitations(tx, tenantId)).find(
    (one) => one.email.toLowerCase() === email.toLowerCase(),
  )
  await withdrawInvitationsTo(tx, tenantId, email)
  const role = roleOfGroups(provider, claims.groups) ?? invited?.role ?? provider.defaultRole
  await addMember(tx, tenantId, user, role)
  await createIdentity(tx, { tenantId, issuer, subject, userId: user.userId, providerId })
  return user.userId
}

/** Whether the provider vouches for an address of one of its own domains, which the tenant has verified. */
async function isAdmitted(
  tx: Tx,
  { tenantId, domains }: Provider,
  { email, isEmailRefused }: Claims,
): Promise<boolean> {
  const domain = domainOf(email ?? '')
  if (domain === undefined || isEmailRefused || !domains.includes(domain)) return false
  return (await listProven(tx, tenantId, [domain])).has(domain)
}

export function domainOf(email: string): string | undefined {
  const at = email.lastIndexOf('@')
  return at > 0 ? canonicalHostname(email.slice(at + 1)) : undefined
}

/** Links an identity to a signed-in user. The provider and the session have both proven the user's identity. */
export async function linkIdentity(
  tx: Tx,
  { tenantId, providerId }: Provider,
  { issuer, subject }: Claims,
  userId: string,
): Promise<void> {
  await lockTenant(tx, tenantId)
  const owner = await findUserByIdentity(tx, { tenantId, issuer, subject })
  if (owner === userId) return
  if (owner !== undefined || !(await createIdentity(tx, { tenantId, issuer, subject, userId, providerId })))
    throw new Problem('state_conflict', 'Somebody else of the team is connected to this account.')
}

/**
 * With a mapping, groups determine the role; a provider that sends no groups changes nothing. The last admin keeps the
 * role.
 */
export async function applyGroups(
  tx: Tx,
  provider: Provider,
  userId: string,
  groups: string[] | undefined,
): Promise<void> {
  const role = roleOfGroups(provider, groups)
  if (role === undefined) return
  try {
    await changeRole(tx, provider.tenantId, userId, role)
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'last_admin')) throw error
  }
}

function roleOfGroups({ groupRoles, defaultRole }: Provider, groups: string[] | undefined): Role | undefined {
  if (groupRoles.length === 0 || groups === undefined) return undefined
  return widest(groupRoles, groups) ?? defaultRole
}

export function widest(groupRoles: GroupRole[], groups: string[]): Role | undefined {
  const given = groupRoles.filter(({ group }) => groups.includes(group)).map(({ role }) => role)
  return roleNames.findLast((role) => given.includes(role))
}

/** The same message for everyone who isn't admitted, whatever the reason. */
export function refusal({ name }: Pick<Provider, 'name'>): Problem {
  return new Problem(
    'provider_refused',
    `${name} knows you, but you are not in this team. Ask an admin to invite you.`,
  )
}
