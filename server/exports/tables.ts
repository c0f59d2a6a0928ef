import { databaseNow } from '../database/clock.ts'
import type { Fragment, Reader } from '../database/database.ts'
import { valuesByKey } from '../fields/queries.ts'
import type { FieldOwner, FieldValues } from '../fields/schema.ts'
import { listVisits, toVisit } from '../visits/listQueries.ts'

export type ExportFilters = { pageId?: string | undefined }
type ExportCell = string | number | boolean | null
type ExportRow = Record<string, ExportCell>
type ExportChunk<K> = { rows: ExportRow[]; next: K | undefined }

/** An exportable table: its columns, and how the rows after a key are read. */
export type ExportTable<K = never> = {
  columns: readonly string[]
  /** Owners whose custom fields are added as columns. */
  fieldsOf?: FieldOwner
  read: (
    db: Reader,
    tenantId: string,
    filters: ExportFilters,
    after: K | undefined,
    limit: number,
  ) => Promise<ExportChunk<K>>
}

/** A table read in order of ids, which is the order of creation. */
function byId(
  columns: readonly string[],
  select: (db: Reader, tenantId: string, filters: ExportFilters) => { id: string; from: Fragment },
  fieldsOf?: FieldOwner,
): ExportTable<string> {
  return {
    columns,
    ...(fieldsOf && { fieldsOf }),
    async read(db, tenantId, filters, after, limit) {
      const { id, from } = select(db, tenantId, filters)
      const key = db.raw(id)
      const rows = await db<(ExportRow & { exportKey: string; customFields?: never })[]>`
        select ${key} as export_key, ${from}
          ${after === undefined ? db`` : db`and ${key} > ${after}`}
        order by ${key} limit ${limit}`
      const flat = rows.map(({ customFields, ...row }) => ({ ...row, ...prefixed(customFields) }))
      return { rows: flat, next: rows.length < limit ? undefined : rows.at(-1)?.exportKey }
    },
  }
}

const ofPage = (db: Reader, column: string, { pageId }: ExportFilters) =>
  pageId === undefined ? db`` : db`and ${db.raw(column)} = ${pageId}`

const visits: ExportTable<[number, string]> = {
  columns: [
    'visitId',
    'startedAt',
    'page',
    'audience',
    'personId',
    'accountId',
    'timeSpentSeconds',
    'scrollDepthPercentage',
    'views',
    'interactions',
    'actionClicks',
    'clickedActions',
    'formSubmits',
    'referrer',
    'utmSource',
    'utmMedium',
    'utmCampaign',
    'utmTerm',
    'utmContent',
    'device',
    'browser',
    'os',
    'country',
  ],
  async read(db, tenantId, filters, after, limit) {
    const found = (await listVisits(db, tenantId, filters, { limit, after })).slice(0, limit)
    const last = found.at(-1)
    const rows = found.map((row) => {
      const { origin, clickedActions, pageName, audienceName, ...visit } = toVisit(row, databaseNow())
      const { utm = {}, ...known } = origin
      return {
        ...visit,
        ...known,
        page: pageName,
        audience: audienceName,
        clickedActions: clickedActions.join('\n'),
        utmSource: utm.source ?? null,
        utmMedium: utm.medium ?? null,
        utmCampaign: utm.campaign ?? null,
        utmTerm: utm.term ?? null,
        utmContent: utm.content ?? null,
      }
    })
    return { rows, next: last && found.length === limit ? [last.startedAtMs, last.sessionId] : undefined }
  },
}

/** Every table shown in the console. */
export const exportTables = {
  accounts: byId(
    ['accountId', 'name', 'domain', 'createdAt', 'updatedAt'],
    (db, tenantId) => ({
      id: 'a.account_id',
      from: db`a.account_id, a.name, a.domain, a.created_at, a.updated_at,
        ${valuesByKey(db, tenantId, 'account', db`a.custom_values`)} as custom_fields
        from accounts a where a.tenant_id = ${tenantId}`,
    }),
    'account',
  ),
  persons: byId(
    [
      'personId',
      'name',
      'email',
      'phoneNumber',
      'linkedinProfileUrl',
      'jobTitle',
      'accountId',
      'accountName',
      'accountDomain',
      'createdAt',
      'updatedAt',
    ],
    (db, tenantId) => ({
      id: 'p.person_id',
      from: db`p.person_id, p.name, p.email, p.phone_number, p.linkedin_profile_url, p.job_title, p.account_id, a.name as account_name,
        a.domain as account_domain, p.created_at, p.updated_at,
        ${valuesByKey(db, tenantId, 'person', db`p.custom_values`)} as custom_fields
        from persons p left join accounts a on a.tenant_id = ${tenantId} and a.account_id = p.account_id
        where p.tenant_id = ${tenantId}`,
    }),
    'person',
  ),
  pages: byId(
    ['pageId', 'name', 'title', 'pageType', 'status', 'createdAt', 'updatedAt'],
    (db, tenantId) => ({
      id: 'page_id',
      from: db`page_id, name, title, page_type, status, created_at, updated_at from pages
      where tenant_id = ${tenantId} and deleted_at is null`,
    }),
  ),
  audiences: byId(
    [
      'audienceId',
      'name',
      'pageId',
      'page',
      'personId',
      'person',
      'email',
      'accountId',
      'account',
      'isLive',
      'isArchived',
      'createdAt',
    ],
    (db, tenantId, filters) => ({
      id: 'a.audience_id',
      from: db`a.audience_id, coalesce(a.custom_name, a.computed_name) as name, a.page_id, p.name as page, a.person_id,
        person.name as person, person.email, a.account_id, coalesce(account.name, account.domain) as account,
        a.live_at is not null and a.archived_at is null and p.status = 'published' as is_live,
        a.archived_at is not null as is_archived, a.created_at
        from audiences a
          join pages p on p.tenant_id = ${tenantId} and p.page_id = a.page_id and p.deleted_at is null
          left join persons person on person.tenant_id = ${tenantId} and person.person_id = a.person_id
          left join accounts account on account.tenant_id = ${tenantId} and account.account_id = a.account_id
        where a.tenant_id = ${tenantId} ${ofPage(db, 'a.page_id', filters)}`,
    }),
  ),
  links: byId(
    ['pageLinkId', 'host', 'path', 'pageId', 'page', 'audienceId', 'audience', 'createdAt', 'updatedAt'],
    (db, tenantId, filters) => ({
      id: 'l.page_link_id',
      from: db`l.page_link_id, d.hostname as host, l.path, l.page_id, p.name as page, l.audience_id,
        coalesce(a.custom_name, a.computed_name) as audience, l.created_at, l.updated_at
        from page_links l
          join pages p on p.tenant_id = ${tenantId} and p.page_id = l.page_id
          join audiences a on a.tenant_id = ${tenantId} and a.audience_id = l.audience_id
          left join tenant_domains d on d.tenant_id = ${tenantId} and d.tenant_domain_id = l.tenant_domain_id
        where l.tenant_id = ${tenantId} and l.deleted_at is null ${ofPage(db, 'l.page_id', filters)}`,
    }),
  ),
  submissions: byId(
    ['submissionId', 'pageId', 'page', 'audienceId', 'audience', 'formId', 'answers', 'createdAt'],
    (db, tenantId, filters) => ({
      id: 's.submission_id',
      from: db`s.submission_id, s.page_id, p.name as page, s.audience_id,
        coalesce(a.custom_name, a.computed_name) as audience, s.form_id,
        (select string_agg(field ->> 'name' || ': ' || (field ->> 'value'), E'\n' order by place)
          from json_array_elements(s.fields) with ordinality as given (field, place)) as answers, s.created_at
        from form_submissions s
          join pages p on p.tenant_id = ${tenantId} and p.page_id = s.page_id
          join audiences a on a.tenant_id = ${tenantId} and a.audience_id = s.audience_id
        where s.tenant_id = ${tenantId} ${ofPage(db, 's.page_id', filters)}`,
    }),
  ),
  activity: byId(
    ['activityId', 'type', 'source', 'accountId', 'account', 'personId', 'person', 'payload', 'createdAt'],
    (db, tenantId) => ({
      id: 'v.activity_id',
      from: db`v.activity_id, v.type, v.source, v.account_id, coalesce(account.name, account.domain) as account,
        v.person_id, coalesce(person.name, person.email) as person, v.payload::text as payload, v.created_at
        from activity v
          left join persons person on person.tenant_id = ${tenantId} and person.person_id = v.person_id
          left join accounts account on account.tenant_id = ${tenantId} and account.account_id = v.account_id
        where v.tenant_id = ${tenantId} and v.deleted_at is null`,
    }),
  ),
  visits,
  batches: byId(
    [
      ...['batchId', 'pageId', 'page', 'status', 'message', 'rows', 'made', 'drafted', 'unchanged', 'failed'],
      ...['cancelled', 'repeated', 'createdAt', 'finishedAt'],
    ],
    (db, tenantId) => ({
      id: 'b.batch_id',
      from: db`b.batch_id, b.page_id, p.name as page, b.status, b.message, b.total_rows as rows, counted.*,
        b.created_at, b.finished_at
        from batches b
          left join pages p on p.tenant_id = ${tenantId} and p.page_id = b.page_id
          cross join lateral (
            select count(*) filter (where r.has_made) as made, count(*) filter (where r.status = 'drafted') as drafted,
              count(*) filter (where r.status = 'unchanged') as unchanged,
              count(*) filter (where r.status = 'failed') as failed,
              count(*) filter (where r.status = 'cancelled') as cancelled,
              count(*) filter (where r.status = 'repeated') as repeated
            from batch_rows r where r.tenant_id = ${tenantId} and r.batch_id = b.batch_id) as counted
        where b.tenant_id = ${tenantId}`,
    }),
  ),
  assets: byId(
    [
      'assetId',
      'name',
      'type',
      'state',
      'purpose',
      'tags',
      'description',
      'fileId',
      'createdAt',
      'updatedAt',
    ],
    (db, tenantId) => ({
      id: 'asset_id',
      from: db`asset_id, name, type, state, purpose, array_to_string(tags, ', ') as tags,
        ai_description as description, file_id, created_at, updated_at
        from assets where tenant_id = ${tenantId} and deleted_at is null`,
    }),
  ),
  notices: byId(
    ['noticeId', 'kind', 'pageId', 'page', 'audienceId', 'audience', 'actionId', 'submissionId', 'createdAt'],
    (db, tenantId) => ({
      id: 'n.notice_id',
      from: db`n.notice_id, n.kind, n.page_id, p.name as page, n.audience_id,
        coalesce(a.custom_name, a.computed_name) as audience, n.action_id, n.submission_id, n.created_at
        from notices n
          join pages p on p.tenant_id = ${tenantId} and p.page_id = n.page_id
          join audiences a on a.tenant_id = ${tenantId} and a.audience_id = n.audience_id
        where n.tenant_id = ${tenantId} and n.in_console`,
    }),
  ),
  deliveries: byId(
    [
      ...['deliveryId', 'subscriptionId', 'url', 'type', 'status', 'attempts', 'responseStatus'],
      ...['responseTimeMs', 'lastError', 'lastTriedAt', 'nextTryAt', 'createdAt'],
    ],
    (db, tenantId) => ({
      // An event has the same id for all subscriptions.
      id: "d.delivery_id || ' ' || d.subscription_id",
      from: db`d.delivery_id, d.subscription_id, s.url, d.type, d.status, d.attempts, d.response_status,
        d.response_time_ms, d.last_error, d.last_tried_at, d.next_try_at, d.created_at
        from webhook_deliveries d
          join webhook_subscriptions s on s.tenant_id = ${tenantId} and s.subscription_id = d.subscription_id
        where d.tenant_id = ${tenantId}`,
    }),
  ),
} satisfies Record<string, ExportTable<string> | ExportTable<[number, string]>>

/** A custom field is a column such as `fields.industry`. */
export const fieldColumn = (key: string) => `fields.${key}`

function prefixed(values: FieldValues['fields'] | null | undefined): ExportRow {
  return Object.fromEntries(Object.entries(values ?? {}).map(([key, value]) => [fieldColumn(key), value]))
}

export type ExportName = keyof typeof exportTables
export const exportNames = Object.keys(exportTables) as ExportName[]

/** Tables for administrators only. */
export const namesOfAdmin: readonly ExportName[] = ['deliveries']

/** Tables that can be limited to one page. */
export const namesOfPage: readonly ExportName[] = ['audiences', 'links', 'submissions', 'visits']
