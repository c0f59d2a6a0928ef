import { Problem } from '../../../shared/problem.ts'
import type { Tx } from '../../database/database.ts'
import { findMembership } from '../../members/queries.ts'
import { changeRole } from '../../members/verbs.ts'
import { widest } from '../admission.ts'
import { listProviders } from '../queries.ts'
import { listGroupsOf } from './groupQueries.ts'

/** Gives members the widest role of their groups, like a sign-in. Without a mapping, roles are assigned manually. */
export async function applyRoles(tx: Tx, tenantId: string, userIds: string[]): Promise<void> {
  const mapped = (await listProviders(tx, tenantId)).filter(({ groupRoles }) => groupRoles.length > 0)
  const [first] = mapped
  if (!first || userIds.length === 0) return
  const mapping = mapped.flatMap(({ groupRoles }) => groupRoles)
  const groups = await listGroupsOf(tx, tenantId, userIds)
  for (const userId of userIds) {
    if (!(await findMembership(tx, tenantId, userId))) continue
    const names = (groups.get(userId) ?? []).map(({ name }) => name)
    await keepLastAdmin(changeRole(tx, tenantId, userId, widest(mapping, names) ?? first.defaultRole))
  }
}

async function keepLastAdmin(change: Promise<void>): Promise<void> {
  try {
    await change
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'last_admin')) throw error
  }
}
