import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { seedDemo } from '../../server/demo/seed.ts'
import type { World } from '../../server/test/world.ts'
import { openConsole } from './console.ts'

/** Large enough for a page of 1280 pixels between the panes, as tests can't click into frames that are scaled down. */
export const roomy = { viewport: { width: 1920, height: 1080 } }

/** Opens the Content tab of the sample page. */
export async function openContent(t: TestContext, here: World, options: object = roomy, client = here.acme) {
  const { items: found } = (await here.acme.get('/v0/audiences/search?query=Amara')).body
  if (found.length === 0) await here.db.inTransaction((tx) => seedDemo(here.context, tx, here.acme.tenantId))
  const { items } = (await here.acme.get('/v0/audiences/search?query=Amara')).body
  const { pageId, audienceId } = items[0]
  const at = `/pages/${pageId}?tab=content`
  const { page, complaints } = await openConsole(t, here, client, { at, ...options })
  const stage = page.frameLocator('iframe')
  await stage.getByRole('heading', { level: 1 }).waitFor()
  return { page, complaints, stage, pageId, audienceId, path: `/v0/pages/${pageId}/document` }
}

/** Waits until everything is saved. */
export async function untilSaved(page: Page) {
  await page.getByText(/^Saved /).waitFor()
}
