import { randomBytes } from 'node:crypto'
import type { Role } from '../../shared/roles.ts'
import { addMember } from '../members/verbs.ts'
import { setPassword } from '../users/credentials.ts'
import { hashPassword } from '../users/password.ts'
import { createUser } from '../users/queries.ts'
import type { Client } from './client.ts'
import { fromConsole, openBrowser } from './console.ts'
import type { World } from './world.ts'

/** A password that is not among the common ones. */
export const goodPassword = 'seven quiet lanterns'

/** Accepts an invitation from its link, as a browser without a session. Returns who is then signed in. */
export async function acceptInvitation(client: Client, url: string, name: string) {
  const token = tokenIn(url)
  const body = { token, name, password: goodPassword }
  const answer = await client.post('/console/api/invitation/accept', body, fromConsole)
  if (answer.status !== 201) throw new Error(`not accepted: ${JSON.stringify(answer.body)}`)
  return answer.body
}

export function tokenIn(url: string): string {
  return decodeURIComponent(/#(?:token|link)=([^&\s"]+)/.exec(url)?.[1] ?? '')
}

let hash: Promise<string> | undefined

type NewMember = { email?: string; name?: string; role?: Role; isVerified?: boolean }

/** A member of a tenant with `goodPassword`, without the way through an invitation. */
export async function newMember(
  { context }: World,
  { tenantId }: Client,
  { email, name = 'Mia Member', role = 'editor', isVerified = false }: NewMember = {},
) {
  const address = email ?? `${randomBytes(5).toString('hex')}@team.example`
  hash ??= hashPassword('test', goodPassword)
  const made = await hash
  return await context.db.inTransaction(async (tx) => {
    const user = await createUser(tx, { name, email: address, isVerified })
    await addMember(tx, tenantId, user, role)
    await setPassword(tx, user.userId, made)
    return { ...user, email: address }
  })
}

/** A browser in which a new member has signed in by password. */
export async function signedIn(here: World, client: Client, member: NewMember = {}) {
  const user = await newMember(here, client, member)
  const browser = openBrowser(here.baseUrl)
  const body = { email: user.email, password: goodPassword }
  const answer = await browser.send('/sign_in/password', { method: 'POST', body })
  if (answer.status !== 201) throw new Error(`not signed in: ${JSON.stringify(answer.body)}`)
  return { ...browser, user }
}
