import type { Fragment, Reader } from '../database/database.ts'
import { getValues } from '../fields/queries.ts'
import type { FieldValues } from '../fields/schema.ts'
import { findSubmissionsOf, isRowOf } from '../persons/mentions.ts'
import { getPerson } from '../persons/queries.ts'
import type { Person } from '../persons/schema.ts'

type Rows = Record<string, unknown>[]
export type PersonExport = {
  person: Person
  exportedAt: string
  customFields: FieldValues['fields']
} & Record<(typeof parts)[number], Rows>

export const parts = [
  'logs',
  'activity',
  'audiences',
  'links',
  'messages',
  'versions',
  'visits',
  'gates',
  'submissions',
  'notices',
  'events',
  'batchRows',
] as const

/** Internal columns that contain no data about a person. */
const internal = [
  'tenant_id',
  'fingerprint',
  'idempotency_key',
  'part',
  'search_text',
  'name_folded',
  'custom_search_text',
  'custom_name_folded',
  'visitor',
  'stay_id',
  'number',
  'revision',
  'awaits_end',
  'domain_key',
  'dedupe_key',
  'in_console',
]

/**
 * All data about a person: the same data that erasing the person removes. A feature that stores more must add it to
 * both.
 */
export async function exportPerson(
  db: Reader,
  tenantId: string,
  personId: string,
  now: string,
): Promise<PersonExport> {
  const person = await getPerson(db, tenantId, personId)
  const { fields: customFields } = await getValues(db, tenantId, 'person', personId)
  const rows = async (from: Fragment) => {
    const found = await db<{ row: Record<string, unknown> }[]>`
      select to_jsonb(t) - ${internal}::text[] as row from ${from}`
    return found.map(({ row }) => camelKeys(row))
  }
  const ofPerson = db`tenant_id = ${tenantId} and person_id = ${personId}`
  const audienceIds = db`(select audience_id from audiences where ${ofPerson})`
  const ofAudiences = db`tenant_id = ${tenantId} and audience_id in ${audienceIds}`
  const submissionIds = await findSubmissionsOf(db, tenantId, person)
  const ofForms = db`tenant_id = ${tenantId}
    and (audience_id in ${audienceIds} or submission_id = any(${submissionIds}::text[]))`
  const queries: Record<(typeof parts)[number], Fragment> = {
    logs: db`person_logs t where ${ofPerson} order by person_log_id`,
    activity: db`activity t where ${ofPerson} order by activity_id`,
    audiences: db`audiences t where ${ofPerson} order by audience_id`,
    links: db`page_links t where ${ofAudiences} order by page_link_id`,
    messages: db`messages t where ${ofAudiences} order by message_id`,
    versions: db`(
      select v.version_id, v.audience_id, v.version_number, v.status, v.supplementary_context, v.created_at, v.published_at,
        d.document
      from versions v left join version_documents d on d.tenant_id = ${tenantId} and d.hash = v.document_hash
      where v.tenant_id = ${tenantId} and v.audience_id in ${audienceIds}) as t
      order by audience_id, version_number`,
    visits: db`visit_sessions t where ${ofAudiences} order by started_at_ms`,
    gates: db`(
      select page_link_id, ${person.email}::text as allowed_email from page_link_gates
      where tenant_id = ${tenantId} and lower(${person.email}::text) = any(allowed_emails)) as t
      order by page_link_id`,
    submissions: db`form_submissions t where ${ofForms} order by submission_id`,
    notices: db`notices t where ${ofForms} order by notice_id`,
    events: db`(
      select delivery_id, subscription_id, type, data, status, created_at from webhook_deliveries
      where tenant_id = ${tenantId} and (data ->> 'personId' = ${personId} or data ->> 'audienceId' in ${audienceIds}
        or (type = 'form.submitted' and data ->> 'submissionId' = any(${submissionIds}::text[])))) as t
      order by delivery_id`,
    batchRows: db`(
      select batch_id, position, csv_row, status, reason, coalesce(cells, given) as values, audience_id, version_id
      from batch_rows where tenant_id = ${tenantId} and ${isRowOf(db, person)}) as t
      order by batch_id, position`,
  }
  const found = await Promise.all(parts.map(async (part) => [part, await rows(queries[part])] as const))
  return {
    exportedAt: now,
    person,
    customFields,
    ...(Object.fromEntries(found) as Record<(typeof parts)[number], Rows>),
  }
}

function camelKeys(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()),
      value,
    ]),
  )
}
