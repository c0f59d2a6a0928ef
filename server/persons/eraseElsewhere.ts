import type { Fragment, Tx } from '../database/database.ts'
import { notifySite } from '../database/siteChanges.ts'
import { countChanged } from '../lists/tallies.ts'
import { enqueue } from '../queue/jobs.ts'
import { areLive } from '../web/publishing.ts'
import { type Contact, findSubmissionsOf, isRowOf } from './mentions.ts'

/**
 * Removes the CSV files of a tenant, as any of them can contain the person. They are kept for a day at most, and
 * batches don't need them once stored. Waits for batches being stored, so that their rows are visible.
 */
export async function eraseCsvFiles(tx: Tx, tenantId: string): Promise<void> {
  const files = await tx<{ fileId: string }[]>`
    update files set removed_at = now()
    where tenant_id = ${tenantId} and media_type = 'text/csv' and used_at is null and stored_at is not null
      and removed_at is null
    returning file_id`
  if (files.length > 0)
    enqueue(tx, 'remove_files', tenantId, { data: { fileIds: files.map(({ fileId }) => fileId) } })
}

/** A batch step locks the batch before it reads rows and locks persons, so batches are locked first here too. */
export async function lockBatches(tx: Tx, tenantId: string): Promise<void> {
  await tx`
    select from batches where tenant_id = ${tenantId} and finished_at is null order by batch_id for update`
}

/** Waiting rows are cancelled, because they would create the person again; failed rows lose the values kept for a retry. */
export function eraseBatchRows(tx: Tx, tenantId: string, contact: Contact): void {
  const reason = 'The person was erased.'
  tx.defer(tx`
    with changed as (
      update batch_rows set status = 'cancelled', given = null, reason = ${reason}
      where tenant_id = ${tenantId} and status = 'waiting' and ${isRowOf(tx, contact)}
      returning tenant_id, batch_id
    )
    ${countChanged(
      tx,
      tx`select tenant_id, 'batch:' || batch_id || ':waiting', -1 from changed`,
      tx`select tenant_id, 'batch:' || batch_id || ':cancelled', 1 from changed`,
    )}`)
  tx.defer(tx`
    update batch_rows set cells = null, reason = ${reason}
    where tenant_id = ${tenantId} and status = 'failed' and person_id is null and ${isRowOf(tx, contact)}`)
  tx.defer(tx`
    update batch_rows set person_id = null where tenant_id = ${tenantId} and person_id = ${contact.personId}`)
}

/** Whether these persons' addresses open a link that shows something live, so that erasing one changes who may see it. */
export async function areNamedByLiveGates(tx: Tx, tenantId: string, persons: Fragment): Promise<boolean> {
  const links = await tx<{ audienceId: string }[]>`
    select distinct l.audience_id
    from page_link_gates g
      join page_links l on l.tenant_id = ${tenantId} and l.page_link_id = g.page_link_id and l.deleted_at is null
    where g.tenant_id = ${tenantId} and g.allowed_emails && array(
      select lower(email) from persons where tenant_id = ${tenantId} and email is not null and ${persons})`
  if (links.length === 0) return false
  return await areLive(tx, tenantId, { linkedAudienceIds: links.map(({ audienceId }) => audienceId) })
}

/**
 * Removes the address from the gates of links. Codes and passes of these links become invalid. A gate without any
 * address left expires and keeps its empty list: without the list it would no longer protect the page on other paths.
 */
export async function eraseFromGates(tx: Tx, tenantId: string, { email }: Contact): Promise<void> {
  if (email === null) return
  const address = email.toLowerCase()
  tx.defer(tx`
    delete from jobs
    where tenant_id = ${tenantId} and kind = 'gate_code' and lower(data ->> 'email') = ${address}`)
  tx.defer(tx`
    update page_link_gates set expires_at = least(expires_at, now())
    where tenant_id = ${tenantId} and ${address} = any(allowed_emails) and allowed_emails <@ ${[address]}::text[]`)
  const gates = await tx<{ pageLinkId: string }[]>`
    update page_link_gates set allowed_emails = array_remove(allowed_emails, ${address}), revision = revision + 1
    where tenant_id = ${tenantId} and ${address} = any(allowed_emails) returning page_link_id`
  const linkIds = gates.map(({ pageLinkId }) => pageLinkId)
  tx.defer(
    tx`delete from gate_codes where tenant_id = ${tenantId} and page_link_id = any(${linkIds}::text[])`,
  )
  // A gate protects its page on every path.
  const links = await tx<{ pageId: string }[]>`
    select distinct page_id from page_links
    where tenant_id = ${tenantId} and page_link_id = any(${linkIds}::text[])`
  for (const { pageId } of links) notifySite(tx, tenantId, pageId)
}

/** Deletes forms that the person submitted on other pages, and their notices. Returns the ids of the submissions. */
export async function eraseSubmissions(tx: Tx, tenantId: string, contact: Contact): Promise<string[]> {
  const ids = await findSubmissionsOf(tx, tenantId, contact)
  const theirs = tx`tenant_id = ${tenantId} and submission_id = any(${ids}::text[])`
  tx.defer(tx`
    with changed as (delete from form_submissions where ${theirs} returning tenant_id, page_id)
    ${countChanged(tx, tx`select tenant_id, 'page:' || page_id || ':submissions', -1 from changed`)}`)
  tx.defer(tx`
    with changed as (delete from notices where ${theirs} and in_console returning tenant_id)
    ${countChanged(tx, tx`select tenant_id, 'notices', -1 from changed`)}`)
  tx.defer(tx`delete from notices where ${theirs}`)
  return ids
}
