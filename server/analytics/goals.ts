import { invalid, notFound, Problem } from '../../shared/problem.ts'
import { noteChange } from '../audit/cause.ts'
import type { Fragment, Reader, Tx } from '../database/database.ts'
import { newId } from '../ids.ts'
import { lockPage } from '../pages/queries.ts'
import { seenMsColumn } from '../visits/sessions.ts'
import { clicksOf } from './dimensions.ts'
import { type Goal, type GoalInput, type GoalStep, mostGoals } from './goalSchema.ts'

const columns = (db: Reader) => db`goal_id, page_id, name, steps, created_at`

export async function listGoals(db: Reader, tenantId: string, pageId: string): Promise<Goal[]> {
  return await db<Goal[]>`
    select ${columns(db)} from page_goals where tenant_id = ${tenantId} and page_id = ${pageId} order by goal_id`
}

export async function findGoal(
  db: Reader,
  tenantId: string,
  pageId: string,
  goalId: string,
): Promise<Goal | undefined> {
  const [goal] = await db<Goal[]>`
    select ${columns(db)} from page_goals
    where tenant_id = ${tenantId} and page_id = ${pageId} and goal_id = ${goalId}`
  return goal
}

export async function createGoal(tx: Tx, tenantId: string, pageId: string, input: GoalInput): Promise<Goal> {
  demandValidSteps(input)
  await lockPage(tx, tenantId, pageId)
  if ((await listGoals(tx, tenantId, pageId)).length >= mostGoals)
    throw new Problem('goal_limit', `This page has ${mostGoals} goals.`)
  const row = { tenantId, pageId, goalId: newId('goal'), name: input.name, steps: tx.json(input.steps) }
  const [goal] = await tx<Goal[]>`insert into page_goals ${tx.values(row)} returning ${columns(tx)}`
  return goal as Goal
}

export async function changeGoal(tx: Tx, tenantId: string, goalId: string, input: GoalInput): Promise<Goal> {
  demandValidSteps(input)
  const [[before], [goal]] = await Promise.all([
    tx<Pick<Goal, 'name' | 'steps'>[]>`
      select name, steps from page_goals where tenant_id = ${tenantId} and goal_id = ${goalId} for update`,
    tx<Goal[]>`
    update page_goals set ${tx.set({ name: input.name, steps: tx.json(input.steps) })}
    where tenant_id = ${tenantId} and goal_id = ${goalId} returning ${columns(tx)}`,
  ])
  noteChange(tx, { before: before ?? {} })
  return goal ?? notFound('goal', goalId)
}

export async function deleteGoal(tx: Tx, tenantId: string, goalId: string): Promise<void> {
  const [gone] = await tx`
    delete from page_goals where tenant_id = ${tenantId} and goal_id = ${goalId} returning goal_id`
  if (!gone) notFound('goal', goalId)
}

function demandValidSteps({ steps }: GoalInput): void {
  for (const [index, { kind, atLeast, value }] of steps.entries()) {
    const path = `/steps/${index}`
    const isMeasured = kind === 'read' || kind === 'stayed'
    if (isMeasured !== (atLeast !== undefined))
      throw invalid(`${path}/atLeast`, isMeasured ? 'must be given' : `can’t be used with ${kind}`)
    if (kind === 'read' && (atLeast ?? 0) > 100) throw invalid(`${path}/atLeast`, 'must be at most 100')
    if (value !== undefined && kind !== 'clickedAction' && kind !== 'clickedLink')
      throw invalid(`${path}/value`, `can’t be used with ${kind}`)
  }
}

/** Whether a session completed a step. */
export function stepCondition(db: Reader, { kind, atLeast = 0, value }: GoalStep): Fragment {
  switch (kind) {
    case 'opened':
      return db`true`
    case 'read':
      return db`scroll >= ${atLeast}`
    case 'stayed':
      return db`${seenMsColumn(db)} >= ${atLeast * 1000}`
    case 'clickedAction':
      return value === undefined
        ? db`action_clicks > 0`
        : db`coalesce(${clicksOf(db, 'action')} ? ${value}, false)`
    case 'clickedLink':
      return value === undefined
        ? db`link_clicks > 0`
        : db`coalesce(${clicksOf(db, 'link')} ? ${value}, false)`
    default:
      return db`form_submits > 0`
  }
}

/** For each step, whether a session completed it and all steps before it. */
export function funnelConditions(db: Reader, steps: readonly GoalStep[]): Fragment[] {
  const done: Fragment[] = []
  for (const step of steps) {
    const condition = stepCondition(db, step)
    const before = done.at(-1)
    done.push(before ? db`${before} and ${condition}` : condition)
  }
  return done
}
