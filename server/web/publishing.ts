import type { FastifyInstance } from 'fastify'
import { Problem } from '../../shared/problem.ts'
import type { Reader } from '../database/database.ts'
import { allows, type Caller } from './auth.ts'

/**
 * Which operations need the scope `publish`, and why: all that change what visitors see. Those without `when` always
 * need it; the others need only `write` as long as they change nothing visible. The reference and docs/security.md show
 * this table.
 */
export const publishRules = {
  publishPage: { why: 'visitors see the live audiences of the page from then on' },
  archivePage: { why: 'visitors no longer see the page' },
  removeDemo: { why: 'visitors no longer see the sample pages' },
  publishAudienceVersion: { why: 'visitors see the version from then on' },
  forcePublishAudienceVersion: { why: 'visitors see the version from then on' },
  createRelease: {
    when: 'it publishes, now or later; dry runs and releases that make drafts do not',
    why: 'visitors see what it publishes',
  },
  rescheduleRelease: { why: 'visitors see what it publishes at another time' },
  cancelRelease: { when: 'it publishes', why: 'visitors do not get to see the rest of it' },
  undoRelease: { why: 'visitors see what they saw before' },
  createSchedule: { why: 'visitors see something else from then on' },
  cancelSchedule: { why: 'visitors go on seeing what they see' },
  moveSchedule: { why: 'visitors see something else at another time' },
  deleteAsset: { why: 'pages that show it lose it' },
  setAssetFocalPoint: { why: 'pages that show the image crop it differently at once' },
  clearAssetFocalPoint: { why: 'pages that show the image crop it differently at once' },
  createPage: {
    when: 'it becomes the home page in place of a published one',
    why: 'the address `/` changes',
  },
  updatePage: {
    when: 'the page is published and more than its name, type or context changes',
    why: 'scripts, actions, links, metadata and brand of a page are shown at once',
  },
  deletePage: { when: 'the page is published', why: 'visitors no longer see the page' },
  updateBrand: { when: 'a published page has the brand', why: 'pages follow their brand at once' },
  createAudience: { when: '`publish` is true', why: 'visitors see the audience from then on' },
  updateAudience: {
    when: 'the audience is live and its action or home flag changes',
    why: 'overrides are shown at once',
  },
  archiveAudience: { when: 'the audience is live', why: 'visitors no longer see it' },
  restoreAudience: { when: 'the audience was live', why: 'visitors see it again' },
  rotateRouteKey: { when: 'the audience is live', why: 'its address changes' },
  updatePerson: {
    when: 'their account changes, and with it the gates that protect a live page made for them',
    why: 'others can open the page',
  },
  updateAccount: {
    when: 'people of its new domain become its people, and its gates protect their live pages',
    why: 'others can open the pages',
  },
  erasePerson: {
    when: 'a live audience is made for them, or the gate of a link that shows one names their address',
    why: 'visitors no longer see it, or can no longer open it',
  },
  deleteAccount: {
    when: 'a live audience is made for it or its people, or a gate names the address of somebody who is erased with it',
    why: 'visitors no longer see it, or can no longer open it',
  },
  mergeAccount: {
    when: 'a live audience is made for one of the two or their people',
    why: 'it is shown for another account from its next publish on, and gates protect other people',
  },
  createPageLink: {
    when: 'it shows a live audience or live personal pages below it, or its path is one at which another page may be found',
    why: 'a live page has an address more, or loses one',
  },
  updatePageLink: {
    when: 'it shows, or showed, a live audience or live personal pages below it',
    why: 'an address shows something else',
  },
  deletePageLink: {
    when: 'it shows a live audience or live personal pages below it',
    why: 'an address shows nothing any more',
  },
  updatePageLinkGate: {
    when: 'it shows a live audience or live personal pages below it',
    why: 'others can open the page',
  },
} satisfies Record<string, { when?: string; why: string }>

export type PublishRule = keyof typeof publishRules

/** Throws unless the caller may change what visitors see. */
export type DemandPublish = () => void

/** For actions by the service itself. */
export const allowPublish: DemandPublish = () => {}

declare module 'fastify' {
  interface FastifyRequest {
    /** Throws unless the caller may change what visitors see, according to the operation's rule. */
    demandPublish: DemandPublish
  }
}

export function guardPublishing(app: FastifyInstance) {
  app.decorateRequest('demandPublish', {
    getter() {
      const { caller, routeOptions } = this
      return () => demandScope(caller, routeOptions.schema?.operationId as PublishRule)
    },
  })
}

function demandScope({ scopes }: Caller, operationId: PublishRule): void {
  if (allows(scopes, 'publish')) return
  const { when, why }: { when?: string; why: string } = publishRules[operationId]
  throw new Problem(
    'scope_missing',
    `This requires the publish scope${when ? ` when ${when}` : ''}: ${why}. This key has the scopes ${scopes.join(', ')}.`,
  )
}

type AffectedAudiences =
  | { audienceIds: string[] }
  | { personId: string }
  | { accountIds: string[] }
  | { linkedAudienceIds: string[] }

/**
 * Whether any of these audiences is live: visitors see it, or will as soon as its page is published. That of a deleted
 * page is, as the page can be restored. A link shows its target audience and, one level below, the personal pages of the
 * same page.
 */
export async function areLive(db: Reader, tenantId: string, affected: AffectedAudiences): Promise<boolean> {
  const which =
    'audienceIds' in affected
      ? db`a.audience_id = any(${affected.audienceIds})`
      : 'personId' in affected
        ? db`a.person_id = ${affected.personId}`
        : 'accountIds' in affected
          ? db`a.account_id = any(${affected.accountIds})`
          : db`(a.audience_id = any(${affected.linkedAudienceIds}) or a.person_id is not null and a.page_id in (
            select page_id from audiences
            where tenant_id = ${tenantId} and audience_id = any(${affected.linkedAudienceIds})))`
  const [row] = await db`
    select from audiences a
    where a.tenant_id = ${tenantId} and ${which} and a.live_at is not null and a.archived_at is null limit 1`
  return row !== undefined
}

/**
 * Whether other gates would protect live pages of these persons if they belonged to this account: a gate at a link to an
 * account's audience protects the pages of its people. To be asked before their audiences move.
 */
export async function changesProtection(
  db: Reader,
  tenantId: string,
  personIds: string[],
  accountId: string | null,
): Promise<boolean> {
  const [row] = await db`
    select from audiences a
    where a.tenant_id = ${tenantId} and a.person_id = any(${personIds}::text[]) and a.live_at is not null
      and a.archived_at is null and a.account_id is distinct from ${accountId}
      and exists (
        select from page_links l
          join page_link_gates g on g.tenant_id = ${tenantId} and g.page_link_id = l.page_link_id
            and (g.password_hash is not null or g.allowed_emails is not null or g.visit_limit is not null)
          join audiences target on target.tenant_id = ${tenantId} and target.audience_id = l.audience_id
        where l.tenant_id = ${tenantId} and l.page_id = a.page_id and l.deleted_at is null
          and target.person_id is null and target.account_id in (a.account_id, ${accountId}))
    limit 1`
  return row !== undefined
}

export async function isBrandShown(db: Reader, tenantId: string, brandId: string): Promise<boolean> {
  const [row] = await db`
    select from pages
    where tenant_id = ${tenantId} and brand_id = ${brandId} and status = 'published' and deleted_at is null
    limit 1`
  return row !== undefined
}
