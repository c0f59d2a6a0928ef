import type { NoticeKind } from '../../shared/noticeWords.ts'
import type { Reader, Tx } from '../database/database.ts'
import { newId } from '../ids.ts'
import { count } from '../lists/tallies.ts'
import type { VisitorAction } from '../queue/kinds.ts'
import { findListeningChannels, getConsoleChannel } from './channelQueries.ts'
import { scheduleSending } from './outbox.ts'
import type { ConsoleChannel } from './schema.ts'

const hourMs = 3_600_000

type NewNotice = {
  noticeId: string
  kind: NoticeKind
  dedupeKey: string
  audienceId: string
  pageId: string
  actionId: string | null
  submissionId: string | null
}

const accepts = ({ kinds, pageIds, active }: ConsoleChannel, { kind, pageId }: NewNotice) =>
  active && kinds.includes(kind) && (pageIds?.includes(pageId) ?? true)

/** Turns visitor actions into notices, and adds each to the outbox of the channels that subscribe to it. */
export async function writeNotices(tx: Tx, tenantId: string, actions: VisitorAction[]): Promise<void> {
  const owners = await findOwners(tx, tenantId, actions)
  const notices: NewNotice[] = []
  for (const action of actions) {
    const owner = owners.get(action.audienceId)
    // The audience may have been erased meanwhile.
    if (owner === undefined) continue
    notices.push(await toNotice(tx, tenantId, action, owner))
  }
  const inConsole = await getConsoleChannel(tx, tenantId)
  const written = await insertNotices(tx, tenantId, notices, inConsole)
  if (written.length === 0) return
  count(tx, tenantId, { notices: written.filter((notice) => accepts(inConsole, notice)).length })
  const channels = await findListeningChannels(tx, tenantId)
  for (const channel of channels) {
    const wanted = written.filter((notice) => accepts(channel, notice))
    if (wanted.length === 0) continue
    await tx`
      insert into notice_outbox (tenant_id, channel_id, notice_id)
      select ${tenantId}, ${channel.channelId}, id from unnest(${wanted.map(({ noticeId }) => noticeId)}::text[]) as id`
    await scheduleSending(tx, tenantId, channel)
  }
}

/** The owner of an audience: its account, else its person; empty for public ones. */
async function findOwners(
  tx: Tx,
  tenantId: string,
  actions: VisitorAction[],
): Promise<Map<string, { accountId: string | null; personId: string | null }>> {
  const ids = [...new Set(actions.map(({ audienceId }) => audienceId))].sort()
  const rows = await tx<{ audienceId: string; accountId: string | null; personId: string | null }[]>`
    select audience_id, account_id, person_id from audiences
    where tenant_id = ${tenantId} and audience_id = any(${ids}::text[]) order by audience_id for key share`
  return new Map(rows.map((row) => [row.audienceId, row]))
}

async function toNotice(
  tx: Tx,
  tenantId: string,
  action: VisitorAction,
  owner: { accountId: string | null; personId: string | null },
): Promise<NewNotice> {
  const { audienceId, pageId, atMs } = action
  const hour = Math.floor(atMs / hourMs)
  const same = { noticeId: newId('notice'), audienceId, pageId }
  if (action.kind === 'form') {
    const { submissionId } = action
    return { ...same, kind: 'form', dedupeKey: `form/${submissionId}`, actionId: null, submissionId }
  }
  const none = { actionId: null, submissionId: null }
  if (action.kind === 'click') {
    const dedupeKey = `click/${audienceId}/${hour}/${action.actionId}`
    return { ...same, kind: 'click', dedupeKey, actionId: action.actionId, submissionId: null }
  }
  const name = owner.accountId ?? owner.personId ?? audienceId
  return (await hasVisitBefore(tx, tenantId, owner, audienceId, atMs))
    ? { ...same, ...none, kind: 'return_visit', dedupeKey: `return/${audienceId}/${hour}` }
    : { ...same, ...none, kind: 'first_visit', dedupeKey: `first/${name}` }
}

/** Whether anyone of the account, or the person if there is none, had opened a page before. */
async function hasVisitBefore(
  db: Reader,
  tenantId: string,
  { accountId, personId }: { accountId: string | null; personId: string | null },
  audienceId: string,
  atMs: number,
): Promise<boolean> {
  const theirs =
    accountId !== null
      ? db`a.account_id = ${accountId}`
      : personId !== null
        ? db`a.person_id = ${personId}`
        : db`a.audience_id = ${audienceId}`
  const [row] = await db`
    select from audiences a cross join lateral (
      select from visit_sessions s
      where s.tenant_id = ${tenantId} and s.audience_id = a.audience_id and s.verdict = 'human'
        and s.started_at_ms < ${atMs} limit 1) as earlier
    where a.tenant_id = ${tenantId} and ${theirs} limit 1`
  return row !== undefined
}

async function insertNotices(
  tx: Tx,
  tenantId: string,
  notices: NewNotice[],
  inConsole: ConsoleChannel,
): Promise<NewNotice[]> {
  if (notices.length === 0) return []
  const column = <K extends keyof NewNotice>(name: K) => notices.map((notice) => notice[name])
  const rows = await tx<{ noticeId: string }[]>`
    insert into notices (tenant_id, notice_id, kind, dedupe_key, audience_id, page_id, action_id, submission_id,
      in_console)
    select ${tenantId}, given.* from unnest(
      ${column('noticeId')}::text[], ${column('kind')}::text[], ${column('dedupeKey')}::text[],
      ${column('audienceId')}::text[], ${column('pageId')}::text[], ${column('actionId')}::text[],
      ${column('submissionId')}::text[], ${notices.map((notice) => accepts(inConsole, notice))}::boolean[]) as given
    on conflict on constraint notices_once do nothing returning notice_id`
  const ids = new Set(rows.map(({ noticeId }) => noticeId))
  return notices.filter(({ noticeId }) => ids.has(noticeId))
}
