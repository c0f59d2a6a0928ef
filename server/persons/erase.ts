import { erasePersonLogs } from '../activity/logs.ts'
import { eraseActivityOf, personActivityScopes } from '../activity/queries.ts'
import { eraseDetails } from '../audit/write.ts'
import type { Fragment, Tx } from '../database/database.ts'
import { notifySite } from '../database/siteChanges.ts'
import { count, countChanged, foldScopes } from '../lists/tallies.ts'
import { eraseEventsOf } from '../webhooks/events.ts'
import {
  eraseBatchRows,
  eraseCsvFiles,
  eraseFromGates,
  eraseSubmissions,
  lockBatches,
} from './eraseElsewhere.ts'
import { getPersonRow } from './queries.ts'

/**
 * Permanently erases a person with all stored data about them: a feature that stores more must erase it here. Batches,
 * audiences and the person are locked first, in the lock order of batches and publishing, so that nothing is written
 * about the person meanwhile.
 */
export async function erasePerson(tx: Tx, tenantId: string, personId: string): Promise<void> {
  await eraseCsvFiles(tx, tenantId)
  tx.defer(lockBatches(tx, tenantId))
  tx.defer(lockAudiences(tx, tenantId, personId))
  const person = await getPersonRow(tx, tenantId, personId, { lock: true })
  const { accountId } = person
  // Once more: one may have been created before the person was locked.
  const audienceIds = await lockAudiences(tx, tenantId, personId)
  eraseActivityOf(tx, tenantId, personId)
  erasePersonLogs(tx, tenantId, personId)
  const linkIds = await eraseAudiences(tx, tenantId, audienceIds)
  eraseBatchRows(tx, tenantId, person)
  await eraseFromGates(tx, tenantId, person)
  const submissionIds = await eraseSubmissions(tx, tenantId, person)
  tx.defer(tx`delete from persons where tenant_id = ${tenantId} and person_id = ${personId}`)
  count(tx, tenantId, {
    persons: -1,
    persons_revision: 1,
    ...(accountId ? { [`account:${accountId}:persons`]: -1 } : {}),
  })
  // Last: jobs of these audiences write events until the audiences are deleted.
  await eraseEventsOf(tx, tenantId, { personId, audienceIds, linkIds, submissionIds })
  tx.defer(eraseDetails(tx, tenantId, [personId, ...audienceIds, ...linkIds, ...submissionIds]))
  const scopes = audienceIds.map((audienceId) => `messages:${audienceId}`)
  await foldScopes(tx, tenantId, [...scopes, ...personActivityScopes(personId, { includeDeleted: true })])
}

async function lockAudiences(tx: Tx, tenantId: string, personId: string): Promise<string[]> {
  const audiences = await tx<{ audienceId: string }[]>`
    select audience_id from audiences where tenant_id = ${tenantId} and person_id = ${personId}
    order by audience_id for update`
  return audiences.map(({ audienceId }) => audienceId)
}

/** Erases audiences with their links, messages, versions, visits and forms. Returns the ids of the links. */
export async function eraseAudiences(tx: Tx, tenantId: string, audienceIds: string[]): Promise<string[]> {
  if (audienceIds.length === 0) return []
  const theirs = tx`tenant_id = ${tenantId} and audience_id = any(${audienceIds}::text[])`
  const links = await tx<{ pageLinkId: string; path: string }[]>`
    select page_link_id, path from page_links where ${theirs}`
  eraseCounted(tx, tx`delete from page_links where ${theirs} and deleted_at is null`, [
    tx`'page_links:' || domain_key`,
    tx`'page_links:' || domain_key || ':' || page_id`,
  ])
  tx.defer(tx`delete from page_links where ${theirs}`)
  const formerLinkIds = await eraseFormerLinks(tx, tenantId, audienceIds)
  eraseCounted(tx, tx`delete from form_submissions where ${theirs}`, [
    tx`'page:' || page_id || ':submissions'`,
  ])
  eraseCounted(tx, tx`delete from notices where ${theirs} and in_console`, [tx`'notices'`])
  tx.defer(tx`delete from notices where ${theirs}`)
  eraseCounted(tx, tx`delete from messages where ${theirs}`, [tx`'messages:' || audience_id`])
  eraseVisits(tx, tenantId, audienceIds)
  await eraseVersions(tx, tenantId, audienceIds)
  tx.defer(tx`update batch_rows set audience_id = null where ${theirs}`)
  tx.defer(tx`update release_rows set audience_id = null where ${theirs}`)
  eraseCounted(tx, tx`delete from audiences where ${theirs}`, [
    tx`'page:' || page_id || case when archived_at is null then ':audiences' else ':archived_audiences' end`,
  ])
  for (const audienceId of audienceIds) notifySite(tx, tenantId, audienceId)
  for (const { path } of links) notifySite(tx, tenantId, path)
  return [...links.map(({ pageLinkId }) => pageLinkId), ...formerLinkIds]
}

/**
 * Erases deleted links that once led to these audiences. Links in use belong to another page and stay. Returns the ids
 * of both.
 */
async function eraseFormerLinks(tx: Tx, tenantId: string, audienceIds: string[]): Promise<string[]> {
  const former = tx`tenant_id = ${tenantId} and former_audience_ids <> '{}'
    and former_audience_ids && ${audienceIds}::text[]`
  const links = await tx<{ pageLinkId: string }[]>`select page_link_id from page_links where ${former}`
  tx.defer(tx`delete from page_links where ${former} and deleted_at is not null`)
  return links.map(({ pageLinkId }) => pageLinkId)
}

/** Deletes rows and subtracts them from the tallies of these lists. */
function eraseCounted(tx: Tx, deletion: Fragment, scopes: Fragment[]): void {
  const parts = scopes.map((scope) => tx`select tenant_id, ${scope}, -1 from changed`)
  tx.defer(tx`with changed as (${deletion} returning *) ${countChanged(tx, ...parts)}`)
}

/** Deletes versions, and the documents that no other version uses or is based on. */
async function eraseVersions(tx: Tx, tenantId: string, audienceIds: string[]): Promise<void> {
  const gone = await tx<{ documentHash: string | null; baseHash: string | null }[]>`
    delete from versions where tenant_id = ${tenantId} and audience_id = any(${audienceIds}::text[])
    returning document_hash, base_hash`
  const all = gone.flatMap(({ documentHash, baseHash }) => [documentHash ?? [], baseHash ?? []].flat())
  const hashes = [...new Set(all)].sort()
  // Locked in a fixed order, so that transactions that store the same documents can't deadlock.
  tx.defer(tx`
    select from version_documents where tenant_id = ${tenantId} and hash = any(${hashes}::text[])
    order by hash for update`)
  tx.defer(tx`
    delete from version_documents d where tenant_id = ${tenantId} and hash = any(${hashes}::text[])
      and not exists (select from versions v where v.tenant_id = ${tenantId} and v.document_hash = d.hash)
      and not exists (select from versions v where v.tenant_id = ${tenantId} and v.base_hash = d.hash)`)
}

/** Deletes visits, and subtracts them from the figures of their pages. */
function eraseVisits(tx: Tx, tenantId: string, audienceIds: string[]): void {
  const theirs = tx`tenant_id = ${tenantId} and audience_id = any(${audienceIds}::text[])`
  tx.defer(tx`delete from visit_sessions where ${theirs}`)
  tx.defer(tx`delete from visit_stays where ${theirs}`)
  tx.defer(tx`
    insert into visit_figures (tenant_id, page_id, audience_id, grain, starts_at_ms, sessions, bounces, interactions,
      scroll, visible_ms, conversions, form_sessions)
    select f.tenant_id, f.page_id, '', g.grain, f.starts_at_ms - f.starts_at_ms % g.ms, -sum(f.sessions),
      -sum(f.bounces), -sum(f.interactions), -sum(f.scroll), -sum(f.visible_ms), -sum(f.conversions),
      -sum(f.form_sessions)
    from visit_figures f cross join (values ('hour', 3600000), ('day', 86400000)) as g (grain, ms)
    where f.tenant_id = ${tenantId} and f.audience_id = any(${audienceIds}::text[])
    group by 1, 2, 4, 5
    order by 1, 2, 4, 5
    on conflict (tenant_id, page_id, audience_id, grain, starts_at_ms) do update set
      sessions = visit_figures.sessions + excluded.sessions,
      bounces = visit_figures.bounces + excluded.bounces,
      interactions = visit_figures.interactions + excluded.interactions,
      scroll = visit_figures.scroll + excluded.scroll,
      visible_ms = visit_figures.visible_ms + excluded.visible_ms,
      conversions = visit_figures.conversions + excluded.conversions,
      form_sessions = visit_figures.form_sessions + excluded.form_sessions`)
  tx.defer(tx`delete from visit_figures where ${theirs}`)
}
