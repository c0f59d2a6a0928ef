import { type Document, fillForAudience, type Source, validateDocument } from '../../document/index.ts'
import { findAccountIdByDomain } from '../accounts/queries.ts'
import { createAccount } from '../accounts/verbs.ts'
import { createLog } from '../activity/logs.ts'
import { gatherFacts } from '../audiences/queries.ts'
import { changeAudience, createAudience } from '../audiences/verbs.ts'
import { setAccountLogo } from '../brands/accountLogos.ts'
import { createBrand } from '../brands/queries.ts'
import type { AppContext } from '../context.ts'
import type { Tx } from '../database/database.ts'
import { lockTenant } from '../database/tenantLock.ts'
import { createLink } from '../links/verbs.ts'
import { replacePageDocument } from '../pages/document.ts'
import type { PageInput } from '../pages/schema.ts'
import { createPage, publishPage } from '../pages/verbs.ts'
import { createPerson } from '../persons/verbs.ts'
import { addDraft, publishVersion } from '../versions/verbs.ts'
import { addLogo } from './logos.ts'
import * as people from './people.ts'
import * as samples from './samples.ts'
import type { Story } from './stories/story.ts'
import { addSampleVisits, type SampleAudience } from './visits.ts'

/** The ids of created objects, by their names in the samples. */
type CreatedIds = {
  accounts: Record<string, string>
  persons: Record<string, string>
  logs: Record<string, string>
  pages: Record<string, string>
}

/**
 * Creates the sample data of a tenant where it is missing. Idempotent.
 */
export async function seedDemo(context: AppContext, tx: Tx, tenantId: string): Promise<void> {
  // Serialises concurrent calls.
  await lockTenant(tx, tenantId)
  if (await findAccountIdByDomain(tx, tenantId, people.accounts.meridian.domain)) return
  const made: CreatedIds = { accounts: {}, persons: {}, logs: {}, pages: {} }
  for (const [name, input] of Object.entries(people.accounts)) {
    const { accountId } = await createAccount(tx, tenantId, input)
    const logoAssetId = await addLogo(context, tx, tenantId, name, input.name)
    await setAccountLogo(tx, tenantId, { accountId, logoAssetId })
    made.accounts[name] = accountId
  }
  for (const [name, input] of Object.entries(people.persons))
    made.persons[name] = (await createPerson(tx, tenantId, input)).personId
  for (const [name, { account, text }] of Object.entries(people.logs)) {
    const owner = { kind: 'account', ownerId: made.accounts[account] as string } as const
    made.logs[name] = (await createLog(tx, tenantId, owner, { text, author: 'user' })).accountLogId
  }
  await makePages(context, tx, tenantId, made)
  const visited: SampleAudience[] = []
  for (const audience of samples.audiences)
    visited.push({
      ...(await makeAudience(tx, tenantId, made, audience)),
      busyness: audience.busyness ?? 0,
    })
  await addSampleVisits(tx, tenantId, visited)
}

async function makePages(context: AppContext, tx: Tx, tenantId: string, made: CreatedIds) {
  const logoAssetId = await addLogo(context, tx, tenantId, 'harbor', people.brand.name)
  const { brandId } = await createBrand(tx, tenantId, { ...people.brand, logoAssetId, isDemo: true })
  for (const [name, input] of Object.entries(samples.pages)) {
    const { flags = [] } = input as { flags?: readonly 'home_page'[] }
    const page = { ...structuredClone(input), flags: [...flags], brandId } as PageInput
    const { pageId } = await createPage(context, tx, tenantId, page)
    made.pages[name] = pageId
    const story = samples.documents[name as samples.PageName]
    if (story)
      await replacePageDocument(context, tx, tenantId, pageId, validateDocument(withSources(story, made)))
    if (name !== 'deck') await publishPage(context, tx, tenantId, made.pages[name])
  }
}

async function makeAudience(
  tx: Tx,
  tenantId: string,
  made: CreatedIds,
  { page, person, account, path, story }: (typeof samples.audiences)[number],
) {
  const pageId = made.pages[page] as string
  const { audienceId } = await createAudience(tx, tenantId, pageId, {
    ...(person ? { personId: made.persons[person] } : {}),
    ...(account ? { accountId: made.accounts[account] } : {}),
    publish: true,
  })
  if (page === 'home') await changeAudience(tx, tenantId, pageId, audienceId, { flags: ['home_page'] })
  if (path) await createLink(tx, tenantId, { path, target: { targetType: 'audience', audienceId } })
  if (!story) return { pageId, audienceId }
  const document = withSources(story, made)
  const filled = fillForAudience(document, await gatherFacts(tx, tenantId, audienceId))
  const { versionId } = await addDraft(tx, tenantId, audienceId, validateDocument(filled))
  await publishVersion(tx, tenantId, audienceId, versionId)
  return { pageId, audienceId }
}

/** Adds the log entries of each block as its sources. */
function withSources({ theme, blocks, sources = {} }: Story, made: CreatedIds): Document {
  const sourcesOf = (names: string[]): Source[] =>
    names.map((name) => ({ kind: 'account_log', id: made.logs[name] as string }))
  return {
    theme,
    blocks: blocks.map((block) => ({ ...block, sources: sourcesOf(sources[block.id] ?? []) })),
  }
}
