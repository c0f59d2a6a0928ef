import type { ToolContext } from './tool.ts'

type AccountResult = {
  accountId: string
  name: string | null
  domain: string
  linkedPersons: { personId: string; name: string | null; email: string | null }[]
}
type ActivityEntry = {
  type: string
  source: string
  personName: string | null
  payload: unknown
  createdAt: string
}
type EngagementResult = { items: { visits: number; returns: number; forms: number; actionClicks: number }[] }

/** The data of an account: its people, custom fields, figures, and its notes and activity, newest first. */
export async function readAccount({ call }: Pick<ToolContext, 'call'>, accountId: string, limit = 20) {
  const path = { account_id: accountId }
  const [account, { fields }, engagement, activity] = await Promise.all([
    call<AccountResult>('getAccount', { path }),
    call<{ fields: Record<string, unknown> }>('getAccountFields', { path }),
    call<EngagementResult>('listEngagement', { query: { accountId } }),
    call<{ items: ActivityEntry[] }>('listAccountActivity', {
      path,
      query: { limit, includePersonActivity: 'true' },
    }),
  ])
  const [figures] = engagement.items
  const parts = [
    `# ${account.name ?? account.domain}`,
    `${account.domain}, ${account.accountId}`,
    ...(figures
      ? [
          `${figures.visits} visits, ${figures.returns} returns, ${figures.actionClicks} clicks, ${figures.forms} forms`,
        ]
      : []),
    ...section(
      'Fields',
      Object.entries(fields).map(([name, value]) => `- ${name}: ${value}`),
    ),
    ...section(
      'People',
      account.linkedPersons.map(({ personId, name, email }) => `- ${name ?? email} (${personId})`),
    ),
    ...section('Notes and activity', activity.items.map(entryLine)),
  ]
  return { account, text: parts.join('\n\n') }
}

function section(title: string, rows: string[]): string[] {
  return rows.length > 0 ? [`## ${title}`, rows.join('\n')] : []
}

/** The payload as JSON, so that text written by an outsider stays inside a string. */
function entryLine({ type, source, personName, payload, createdAt }: ActivityEntry): string {
  const who = personName ? `, ${personName}` : ''
  return `- ${new Date(Number(createdAt)).toISOString()} ${type} (${source}${who}): ${JSON.stringify(payload)}`
}
