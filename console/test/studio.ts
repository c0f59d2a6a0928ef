import type { TestContext } from 'node:test'
import type { FrameLocator, Page } from 'playwright-core'
import { seedDemo } from '../../server/demo/seed.ts'
import type { World } from '../../server/test/world.ts'
import { openConsole } from './console.ts'

/** Large enough for a page of 1280 pixels beside the chat, as tests can't click into frames that are scaled down. */
export const wide = { viewport: { width: 1920, height: 1000 } }

type Studio = { page: Page; complaints: string[]; stage: FrameLocator; path: string; at: string }

/** Opens the studio of the sample page that was made for Amara Okafor. */
export async function openStudio(
  t: TestContext,
  here: World,
  options: object = wide,
  client = here.acme,
): Promise<Studio> {
  await here.db.inTransaction((tx) => seedDemo(here.context, tx, here.acme.tenantId))
  const { items } = (await here.acme.get('/v0/audiences/search?query=Amara')).body
  const { pageId, audienceId } = items[0]
  const at = `/pages/${pageId}/audiences/${audienceId}`
  const { page, complaints } = await openConsole(t, here, client, { at, ...options })
  return { page, complaints, stage: page.frameLocator('iframe'), path: `/v0${at}`, at }
}

/** Sends a message to the agent. */
export async function ask(page: Page, text: string) {
  await page.getByRole('textbox', { name: /^Ask for a change to/ }).fill(text)
  await page.keyboard.press('Control+Enter')
}
