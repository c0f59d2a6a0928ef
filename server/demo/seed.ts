import { createAccount } from '../accounts/create.ts'
import { findAccountIdByDomain } from '../accounts/queries.ts'
import { createLog } from '../activity/logs.ts'
import { changeAudience, createAudience } from '../audiences/change.ts'
import { gatherFacts } from '../audiences/queries.ts'
import { createBrand } from '../brands/queries.ts'
import type { Tx } from '../db.ts'
import { fillPlaceholders } from '../documents/fill.ts'
import type { Document, Source } from '../documents/schema.ts'
import { validateDocument } from '../documents/validate.ts'
import type { Ground } from '../ground.ts'
import { createLink } from '../links/change.ts'
import { createPage } from '../pages/change.ts'
import { getPageDocument } from '../pages/queries.ts'
import type { PageInput } from '../pages/schema.ts'
import { publishPage } from '../pages/state.ts'
import { createPerson } from '../persons/save.ts'
import { lockTenant } from '../tenants/queries.ts'
import { publishVersion } from '../versions/publish.ts'
import { addDraft } from '../versions/state.ts'
import * as samples from './samples.ts'
import { addSampleVisits, type SampleAudience } from './visits.ts'

/** Ids of what was made, by the names the samples know each other by. */
type Made = {
  accounts: Record<string, string>
  persons: Record<string, string>
  logs: Record<string, string>
  pages: Record<string, string>
}

/**
 * Makes the sample data of a tenant: what a newcomer finds to play with. Only where it is missing, so it may run any
 * number of times.
 */
export async function seedDemo(ground: Ground, tx: Tx, tenantId: string): Promise<void> {
  // Those who ask at the same moment take turns.
  await lockTenant(tx, tenantId)
  if (await findAccountIdByDomain(tx, tenantId, samples.accounts.meridian.domain)) return
  const made: Made = { accounts: {}, persons: {}, logs: {}, pages: {} }
  for (const [name, input] of Object.entries(samples.accounts))
    made.accounts[name] = (await createAccount(tx, tenantId, input)).accountId
  for (const [name, input] of Object.entries(samples.persons))
    made.persons[name] = (await createPerson(tx, tenantId, input)).personId
  for (const [name, { account, text }] of Object.entries(samples.logs)) {
    const owner = { kind: 'account', ownerId: made.accounts[account] as string } as const
    made.logs[name] = (await createLog(tx, tenantId, owner, { text, author: 'user' })).accountLogId
  }
  await makePages(ground, tx, tenantId, made)
  const visited: SampleAudience[] = []
  for (const audience of samples.audiences)
    visited.push({
      ...(await makeAudience(tx, tenantId, made, audience)),
      busyness: audience.busyness ?? 0,
    })
  await addSampleVisits(tx, tenantId, visited)
}

async function makePages(ground: Ground, tx: Tx, tenantId: string, made: Made) {
  const { brandId } = await createBrand(tx, tenantId, samples.brand)
  for (const [name, input] of Object.entries(samples.pages)) {
    const { flags = [] } = input as { flags?: readonly 'home_page'[] }
    const page = { ...structuredClone(input), flags: [...flags], brandId } as PageInput
    made.pages[name] = (await createPage(ground, tx, tenantId, page)).pageId
    if (name !== 'deck') await publishPage(ground, tx, tenantId, made.pages[name])
  }
}

async function makeAudience(
  tx: Tx,
  tenantId: string,
  made: Made,
  { page, person, account, path, hero, heard }: (typeof samples.audiences)[number],
) {
  const pageId = made.pages[page] as string
  const { audienceId } = await createAudience(tx, tenantId, pageId, {
    ...(person ? { personId: made.persons[person] } : {}),
    ...(account ? { accountId: made.accounts[account] } : {}),
  })
  if (page === 'home') await changeAudience(tx, tenantId, pageId, audienceId, { flags: ['home_page'] })
  if (path) await createLink(tx, tenantId, { path, target: { targetType: 'audience', audienceId } })
  if (!hero) return { pageId, audienceId }
  const sourcesOf = (names: string[]): Source[] =>
    names.map((name) => ({ kind: 'account_log', id: made.logs[name] as string }))
  const { document } = await getPageDocument(tx, tenantId, pageId)
  const personal = personalise(document, hero, heard, sourcesOf)
  const filled = fillPlaceholders(personal, await gatherFacts(tx, tenantId, audienceId))
  const { versionId } = await addDraft(tx, tenantId, audienceId, validateDocument(filled))
  await publishVersion(tx, tenantId, audienceId, versionId)
  return { pageId, audienceId }
}

/** What somebody would have made of the page for these people, with where each statement comes from. */
function personalise(
  document: Document,
  { headline, subheadline, sources }: NonNullable<(typeof samples.audiences)[number]['hero']>,
  heard: (typeof samples.audiences)[number]['heard'],
  sourcesOf: (names: string[]) => Source[],
): Document {
  const [first, ...rest] = document.blocks
  if (first?.type !== 'hero') return document
  const hero = { ...first, props: { ...first.props, headline, subheadline }, sources: sourcesOf(sources) }
  const added = heard ? [{ ...samples.heardBlock(heard), sources: sourcesOf(heard.sources) }] : []
  return { ...document, blocks: [hero, ...added, ...rest] as Document['blocks'] }
}
