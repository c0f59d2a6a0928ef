import type { CustomValues, Document, Facts } from '../../document/index.ts'
import { notFound } from '../../shared/problem.ts'
import type { Fragment, Reader } from '../database/database.ts'
import { valuesByKey } from '../fields/queries.ts'
import type { CheckedPage } from '../versions/blockers.ts'
import type { ConflictPolicy } from './choices.ts'
import type { EvaluatedSubject, Evaluation, ReleaseSubject, StoredDecision } from './evaluate.ts'
import { evaluateInThread } from './merger.ts'

/** A revision of a page with everything that its audiences are compared with. */
export type ReleasedPage = {
  pageId: string
  revision: number
  hash: string
  document: string
  title: string
  brandName: string
  actions: CheckedPage['actions']
  headerActionId: string | null
}

/** The newest or the given revision. Throws if the page or the revision does not exist. */
export async function getReleasedPage(
  db: Reader,
  tenantId: string,
  pageId: string,
  revision?: number | null,
): Promise<ReleasedPage> {
  const [row] = await db<ReleasedPage[]>`
    select p.page_id, r.revision, r.hash, r.document::text as document, p.title, b.name as brand_name, p.actions,
      p.header_action_id
    from pages p
      join brands b on b.tenant_id = ${tenantId} and b.brand_id = p.brand_id
      join page_revisions r on r.tenant_id = ${tenantId} and r.page_id = p.page_id
    where p.tenant_id = ${tenantId} and p.page_id = ${pageId} and p.deleted_at is null
      ${revision ? db`and r.revision = ${revision}` : db``}
    order by r.revision desc limit 1`
  return row ?? notFound(revision ? 'revision' : 'page', revision ? String(revision) : pageId)
}

/** An audience with the version a release starts from and the published one. */
export type LoadedAudience = {
  audienceId: string
  personId: string | null
  accountId: string | null
  archivedAt: string | null
  detachedAt: string | null
  isLive: boolean
  actionUrlOverride: string | null
  versionId: string
  versionNumber: number
  status: 'draft' | 'published'
  documentHash: string
  baseHash: string
  baseRevision: number
  publishedId: string
  publishedHash: string
  /** A hash of everything its state depends on. */
  key: string
  facts: Pick<Facts, 'person' | 'account'>
}

/**
 * A release starts from the newest version that is published or can still be: skipped drafts and previously published
 * versions are history.
 */
export const headVersion = (db: Reader, tenantId: string): Fragment => db`
  join lateral (
    select v.version_id, v.version_number, v.status, v.document_hash, v.base_hash, v.base_revision from versions v
    where v.tenant_id = ${tenantId} and v.audience_id = a.audience_id and v.document_hash is not null
      and v.obsolete_at is null
    order by v.version_number desc limit 1) as head on true`

const factTables = (db: Reader, tenantId: string): Fragment => db`
  left join persons person on person.tenant_id = ${tenantId} and person.person_id = a.person_id
  left join accounts account on account.tenant_id = ${tenantId} and account.account_id = a.account_id`

/** Empty for persons without a title, so that their states don't change. Ids of fields never have this name. */
const titleOf = (db: Reader): Fragment => db`
  case when person.job_title is null then '{}'::jsonb else jsonb_build_object('jobTitle', person.job_title) end`

/** The properties of a page that its audiences are compared with: values, or columns of a statement. */
type ComparedPage = Record<'hash' | 'brandName' | 'title', string | Fragment>

/** Everything that the state of an audience and its merge with the page depend on. */
export const stateParts = (db: Reader, { hash, brandName, title }: ComparedPage): Fragment => db`
  head.document_hash, head.base_hash, ${hash}::text, ${brandName}::text, ${title}::text, person.name, person.email,
  account.name, account.domain, nullif(person.custom_values || ${titleOf(db)}, '{}'), nullif(account.custom_values, '{}')`

export const stateKey = (db: Reader, page: ComparedPage): Fragment =>
  db`md5(row(${stateParts(db, page)})::text)`

/**
 * The key of an audience's state with the newest revision of its page, in a statement with the pages `p`, brands `b`
 * and revisions `r`.
 */
export const currentKey = (db: Reader): Fragment =>
  stateKey(db, { hash: db`r.hash`, brandName: db`b.name`, title: db`p.title` })

export const newestRevision = (db: Reader, tenantId: string): Fragment => db`
  join lateral (
    select revision, hash from page_revisions
    where tenant_id = ${tenantId} and page_id = p.page_id order by revision desc limit 1) as r on true`

/** Joins the tables that `stateKey` reads. */
export const stateTables = (db: Reader, tenantId: string): Fragment =>
  db`${headVersion(db, tenantId)} ${factTables(db, tenantId)}`

type SubjectRow = Omit<LoadedAudience, 'facts'> & {
  [K in 'personName' | 'email' | 'jobTitle' | 'accountName' | 'domain']: string | null
} & { personFields: CustomValues | null; accountFields: CustomValues | null }

export async function loadAudiences(
  db: Reader,
  tenantId: string,
  page: ReleasedPage,
  audienceIds: string[],
): Promise<LoadedAudience[]> {
  const rows = await db<SubjectRow[]>`
    select a.audience_id, a.person_id, a.account_id, a.archived_at, a.detached_at, a.live_at is not null as is_live,
      a.action_url_override, head.version_id, head.version_number, head.status, head.document_hash, head.base_hash,
      head.base_revision, published.version_id as published_id, published.document_hash as published_hash,
      person.name as person_name, person.email, person.job_title, account.name as account_name, account.domain,
      ${valuesByKey(db, tenantId, 'person', db`person.custom_values`)} as person_fields,
      ${valuesByKey(db, tenantId, 'account', db`account.custom_values`)} as account_fields,
      ${stateKey(db, page)} as key
    from audiences a ${stateTables(db, tenantId)}
      join versions published on published.tenant_id = ${tenantId} and published.audience_id = a.audience_id
        and published.status = 'published'
    where a.tenant_id = ${tenantId} and a.page_id = ${page.pageId} and a.audience_id = any(${audienceIds}::text[])
    order by a.audience_id`
  return rows.map(
    ({ personName, email, jobTitle, accountName, domain, personFields, accountFields, ...audience }) => {
      const { personId, accountId } = audience
      const person =
        personId === null
          ? undefined
          : { personId, name: personName, email, jobTitle, ...(personFields && { fields: personFields }) }
      const account =
        accountId === null || domain === null
          ? undefined
          : { accountId, name: accountName, domain, ...(accountFields && { fields: accountFields }) }
      return { ...audience, facts: { person, account } }
    },
  )
}

export type ComparisonOptions = {
  policy: ConflictPolicy
  /** Whether drafts are evaluated unchanged, not merged with the page. */
  asTheyAre?: boolean
  decisions?: Map<string, StoredDecision[]>
}

/** Compares audiences with a page. Documents are read as text and parsed in the comparing thread. */
export async function evaluateAudiences(
  db: Reader,
  tenantId: string,
  page: ReleasedPage,
  audiences: LoadedAudience[],
  { policy, asTheyAre = false, decisions }: ComparisonOptions,
): Promise<Map<string, EvaluatedSubject>> {
  const evaluation: Evaluation = {
    base: asTheyAre ? undefined : page.document,
    facts: { brand: { name: page.brandName }, page: { title: page.title } },
    page: { actions: page.actions, headerActionId: page.headerActionId },
    policy,
    documents: await readTexts(db, tenantId, audiences),
    subjects: audiences.map((audience): ReleaseSubject => {
      const { audienceId, facts, actionUrlOverride, documentHash, baseHash, publishedHash } = audience
      return {
        ...{ audienceId, facts, actionUrlOverride, documentHash, baseHash, publishedHash },
        decisions: decisions?.get(audienceId) ?? [],
      }
    }),
  }
  const verdicts = await evaluateInThread(tenantId, evaluation)
  return new Map(verdicts.map((verdict) => [verdict.audienceId, verdict]))
}

async function readTexts(
  db: Reader,
  tenantId: string,
  audiences: LoadedAudience[],
): Promise<Record<string, string>> {
  const hashes = new Set(audiences.flatMap((one) => [one.documentHash, one.baseHash, one.publishedHash]))
  const rows = await db<{ hash: string; document: string }[]>`
    select hash, document::text as document from version_documents
    where tenant_id = ${tenantId} and hash = any(${[...hashes]}::text[])`
  return Object.fromEntries(rows.map(({ hash, document }) => [hash, document]))
}

export function parseDocument({ document }: ReleasedPage): Document {
  return JSON.parse(document) as Document
}
