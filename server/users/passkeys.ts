import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Reader, Tx } from '../database/database.ts'

export type Passkey = {
  credentialId: string
  userId: string
  name: string | null
  isSynced: boolean
  createdAt: string
  lastUsedAt: string | null
}
type StoredPasskey = Passkey & { verifier: string; counter: number; transports: string[] | null }

/** Imported on demand: the library and its certificates take 20 MB of memory. */
const load = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256. The library's defaults include one that Node.js supports only experimentally. */
const algorithms = [-8, -7, -257]

const relyingParty = (publicUrl: string) => ({ rpID: new URL(publicUrl).hostname, origin: publicUrl })

const columns = (db: Reader) =>
  db`credential_id, user_id, name, coalesce(is_synced, false) as is_synced, created_at, last_used_at`

export async function listPasskeys(db: Reader, userId: string): Promise<Passkey[]> {
  return await db<Passkey[]>`
    select ${columns(db)} from credentials where user_id = ${userId} and kind = 'passkey' order by created_at`
}

export async function registrationOptions(
  publicUrl: string,
  user: { userId?: string; userName: string; displayName: string },
  present: Passkey[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await load()
  return await generateRegistrationOptions({
    rpName: 'Foyer',
    rpID: relyingParty(publicUrl).rpID,
    userName: user.userName,
    userDisplayName: user.displayName,
    ...(user.userId && { userID: new Uint8Array(Buffer.from(user.userId)) }),
    excludeCredentials: present.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })
}

type NewPasskey = {
  credentialId: string
  verifier: string
  counter: number
  transports: string[]
  isSynced: boolean
}

/** Undefined if the authenticator's response is invalid. */
export async function readRegistration(
  publicUrl: string,
  response: unknown,
  challenge: string,
): Promise<NewPasskey | undefined> {
  const { verifyRegistrationResponse } = await load()
  const { rpID, origin } = relyingParty(publicUrl)
  const { registrationInfo } = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => ({ registrationInfo: undefined }))
  if (!registrationInfo) return undefined
  const { credential, credentialBackedUp } = registrationInfo
  return {
    credentialId: credential.id,
    verifier: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: credential.transports ?? [],
    isSynced: credentialBackedUp,
  }
}

/** False if the passkey is registered already. */
export async function storePasskey(
  tx: Tx,
  userId: string,
  name: string,
  passkey: NewPasskey,
): Promise<boolean> {
  const [row] = await tx`
    insert into credentials ${tx.values({ userId, kind: 'passkey', name, ...passkey })}
    on conflict do nothing returning credential_id`
  return row !== undefined
}

/** Accepts any passkey of this service: the browser offers those that the user has. */
export async function authenticationOptions(
  publicUrl: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await load()
  return await generateAuthenticationOptions({
    rpID: relyingParty(publicUrl).rpID,
    userVerification: 'required',
  })
}

/**
 * The user whose passkey signed the challenge, with the passkey's new counter; undefined if the response is invalid.
 */
export async function readAuthentication(
  db: Reader,
  publicUrl: string,
  response: unknown,
  challenge: string,
): Promise<{ userId: string; credentialId: string; counter: number } | undefined> {
  const given = response as AuthenticationResponseJSON
  const passkey = typeof given.id === 'string' ? await findPasskey(db, given.id) : undefined
  if (!passkey) return undefined
  const { verifyAuthenticationResponse } = await load()
  const { rpID, origin } = relyingParty(publicUrl)
  const { userId, credentialId, verifier, counter } = passkey
  const verified = await verifyAuthenticationResponse({
    response: given,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: { id: credentialId, publicKey: new Uint8Array(Buffer.from(verifier, 'base64url')), counter },
  }).catch(() => undefined)
  if (!verified?.verified) return undefined
  return { userId, credentialId, counter: verified.authenticationInfo.newCounter }
}

async function findPasskey(db: Reader, credentialId: string): Promise<StoredPasskey | undefined> {
  const [row] = await db<StoredPasskey[]>`
    select ${columns(db)}, verifier, counter, transports from credentials
    where credential_id = ${credentialId} and kind = 'passkey'`
  return row
}

export async function notePasskeyUse(
  tx: Tx,
  { credentialId, counter }: { credentialId: string; counter: number },
): Promise<void> {
  await tx`
    update credentials set counter = ${counter}, last_used_at = now()
    where credential_id = ${credentialId} and kind = 'passkey'`
}

export async function renamePasskey(
  tx: Tx,
  userId: string,
  credentialId: string,
  name: string,
): Promise<boolean> {
  const [row] = await tx`
    update credentials set name = ${name}
    where user_id = ${userId} and credential_id = ${credentialId} and kind = 'passkey' returning user_id`
  return row !== undefined
}

export async function deletePasskey(tx: Tx, userId: string, credentialId: string): Promise<boolean> {
  const [row] = await tx`
    delete from credentials
    where user_id = ${userId} and credential_id = ${credentialId} and kind = 'passkey' returning user_id`
  return row !== undefined
}
