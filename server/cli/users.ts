import { type Command, InvalidArgumentError } from 'commander'
import { Problem } from '../../shared/problem.ts'
import { type Role, roleNames } from '../../shared/roles.ts'
import { publicUrlOf } from '../config/publicUrl.ts'
import { findAddress } from '../console/queries.ts'
import { endSessionsOf } from '../console/sessionQueries.ts'
import type { Reader } from '../database/database.ts'
import { invite } from '../members/invitations.ts'
import { changeRole, endMembership, listMembers } from '../members/verbs.ts'
import { signInUrl } from '../members/worker.ts'
import { deleteCredentials } from '../users/credentials.ts'
import { createStep, deleteSteps } from '../users/steps.ts'
import { withDatabase } from './database.ts'
import { getNamedTenant } from './namedTenant.ts'
import { paint, print, shownTime, table } from './output.ts'

const resetMinutes = 60

export function userCommands(program: Command) {
  const users = program.command('users').description('invite, list and remove the people of a tenant')

  users
    .command('invite <tenant> <email>')
    .description('print a link with which this address joins the team once, within 7 days')
    .option('--role <role>', `one of ${roleNames.join(', ')}`, toRole, 'editor')
    .action(async (tenant: string, email: string, { role }: { role: Role }) => {
      if (!/^[^\s@]{1,64}@[^\s@]{1,189}$/.test(email))
        throw new Problem('invalid_input', `${email} is not an e-mail address.`)
      await withDatabase(async (db, config) => {
        const { tenantId, slug } = await getNamedTenant(db.read, tenant)
        const address = config.publicUrl ?? (await findAddress(db.read)) ?? publicUrlOf(config, config.port)
        const delivery = { mailer: { isConfigured: false }, publicUrl: () => address }
        const made = await db.inTransaction((tx) =>
          invite(tx, delivery, tenantId, null, { email, role, send: false }),
        )
        print(
          made,
          `  ${paint('cyan', made.url ?? '')}\n\nLets ${email} join ${slug} as ${role}, once, within 7 days.`,
        )
      })
    })

  users
    .command('list <tenant>')
    .description('list the members of a tenant and those who left')
    .action(async (tenant: string) => {
      await withDatabase(async ({ read }) => {
        const { tenantId } = await getNamedTenant(read, tenant)
        const items = await listMembers(read, tenantId)
        const rows = items.map((one) => [
          one.userId,
          one.name,
          one.email ?? '',
          one.endedAt === null ? one.role : `left ${shownTime(one.endedAt)}`,
          one.lastSeenAt === null ? 'not yet' : shownTime(one.lastSeenAt),
        ])
        print({ items }, table(['ID', 'NAME', 'E-MAIL', 'ROLE', 'LAST SEEN'], rows))
      })
    })

  changeCommands(users)
}

function changeCommands(users: Command) {
  users
    .command('role <tenant> <user> <role>')
    .description(`change the role of a member (id or e-mail address) to ${roleNames.join(', ')}`)
    .action(async (tenant: string, user: string, role: string) => {
      await withDatabase(async (db) => {
        const { tenantId } = await getNamedTenant(db.read, tenant)
        const { userId, name } = await findMember(db.read, tenantId, user)
        await db.inTransaction((tx) => changeRole(tx, tenantId, userId, toRole(role)))
        print({ userId, role }, `${name} is now ${role}.`)
      })
    })

  users
    .command('remove <tenant> <user>')
    .description('remove a member; sessions and personal keys stop working within a second')
    .action(async (tenant: string, user: string) => {
      await withDatabase(async (db) => {
        const { tenantId } = await getNamedTenant(db.read, tenant)
        const { userId, name } = await findMember(db.read, tenantId, user)
        await db.inTransaction((tx) => endMembership(tx, tenantId, userId))
        print({ userId, removed: true }, `${name} was removed.`)
      })
    })

  users
    .command('reset <tenant> <user>')
    .description('remove all passwords, passkeys and sessions of a member, and print a link to sign in once')
    .action(async (tenant: string, user: string) => {
      await withDatabase(async (db, config) => {
        const { tenantId } = await getNamedTenant(db.read, tenant)
        const { userId, name, email } = await findMember(db.read, tenantId, user)
        const token = await db.inTransaction(async (tx) => {
          await deleteCredentials(tx, userId)
          await deleteSteps(tx, userId)
          await endSessionsOf(tx, userId)
          return await createStep(tx, { kind: 'link', userId, email, minutes: resetMinutes })
        })
        const address = config.publicUrl ?? (await findAddress(db.read)) ?? publicUrlOf(config, config.port)
        const url = signInUrl(address, token)
        print(
          { userId, url },
          `  ${paint('cyan', url)}\n\nSigns ${name} in once, within an hour. Their ways in and sessions were removed.`,
        )
      })
    })
}

async function findMember(db: Reader, tenantId: string, idOrEmail: string) {
  const members = (await listMembers(db, tenantId)).filter(({ endedAt }) => endedAt === null)
  const found = members.filter(
    ({ userId, email }) => userId === idOrEmail || email?.toLowerCase() === idOrEmail.toLowerCase(),
  )
  const [member, ...others] = found
  if (!member)
    throw new Problem(
      'not_found',
      `There is no member ${idOrEmail}. List them with \`npx foyer users list\`.`,
    )
  if (others.length > 0)
    throw new Problem('invalid_input', `Several members have the address ${idOrEmail}. Name one by its id.`)
  return member
}

function toRole(text: string): Role {
  const role = roleNames.find((one) => one === text)
  if (!role) throw new InvalidArgumentError(`Roles are ${roleNames.join(', ')}.`)
  return role
}
