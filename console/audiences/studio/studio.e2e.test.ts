import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FrameLocator, Page } from 'playwright-core'
import type { Agent } from '../../../server/agent/agent.ts'
import { startAgent } from '../../../server/agent/worker.ts'
import { seedDemo } from '../../../server/demo/seed.ts'
import { hashDocument } from '../../../server/documents/hash.ts'
import { applyOperations } from '../../../server/documents/operations.ts'
import { noBrowser } from '../../../server/test/browser.ts'
import { visit } from '../../../server/test/visitor.ts'
import { type World, world } from '../../../server/test/world.ts'
import { findBarriersInBothSchemes, openConsole, phone, takePicture } from '../../test/console.ts'

const skip = noBrowser
// Wide enough for a page of 1280 pixels beside the chat: tests can't click into frames that are shown smaller.
const wide = { viewport: { width: 1920, height: 1000 } }

type Studio = { page: Page; complaints: string[]; stage: FrameLocator; path: string; at: string }

/** The studio of the sample page that was made for Amara Okafor. */
async function openStudio(
  t: TestContext,
  here: World,
  options: object = wide,
  client = here.acme,
): Promise<Studio> {
  await seedDemo(here.ground, here.acme.tenantId)
  const { items } = (await here.acme.get('/v0/audiences/search?query=Amara')).body
  const { pageId, audienceId } = items[0]
  const at = `/pages/${pageId}/audiences/${audienceId}`
  const { page, complaints } = await openConsole(t, here, client, { at, ...options })
  return { page, complaints, stage: page.frameLocator('iframe'), path: `/v0${at}`, at }
}

async function ask(page: Page, text: string) {
  await page.getByRole('textbox', { name: /^What should become of/ }).fill(text)
  await page.keyboard.press('Control+Enter')
}

test('a change is asked for, seen, published, visited and rolled back', { skip }, async (t) => {
  const here = await world()
  const { page, complaints, stage } = await openStudio(t, here)
  const site = async () => {
    const host = `${here.acme.slug}.localhost:${new URL(here.baseUrl).port}`
    return (await visit(here.baseUrl, host, '/meridian')).text
  }
  await stage.getByRole('heading', { level: 1, name: /Rotterdam/ }).waitFor()
  assert.match(await page.title(), /Amara Okafor/)
  await page.getByRole('button', { name: /^Version 2 Published/ }).waitFor()
  await page.getByRole('button', { name: 'Shorten the headline' }).waitFor()
  await takePicture(page, 'studio-empty')

  await ask(page, 'Change the headline to "Chilled all the way" and move the call to action to the top')
  await stage.getByRole('heading', { name: 'Chilled all the way' }).waitFor()
  await page.getByText('Changed the headline of the opening').waitFor()
  await page.getByRole('button', { name: /^Version 3 Draft/ }).waitFor()
  await takePicture(page, 'studio-drafted')
  assert.doesNotMatch(await site(), /Chilled all the way/)

  await page.getByRole('button', { name: 'Publish version 3' }).click()
  await page.getByText('Published: visitors see version 3').waitFor()
  assert.match(await site(), /Chilled all the way/)
  assert.equal(await page.getByRole('link', { name: 'Open the public page' }).count(), 1)

  await page.getByRole('button', { name: /^Version 3 Published/ }).click()
  await page.getByRole('menuitem', { name: /^Version 2/ }).click()
  await stage.getByRole('heading', { level: 1, name: /Rotterdam/ }).waitFor()
  assert.match(page.url(), /version=version_/)
  await page.getByRole('button', { name: 'Roll back to version 2' }).click()
  await page.getByText('Rolled back: visitors see version 2').waitFor()
  assert.doesNotMatch(await site(), /Chilled all the way/)
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await page.getByText('Visitors see version 3 again').waitFor()
  assert.match(await site(), /Chilled all the way/)
  assert.deepEqual(complaints, [])
})

/** Does what a test says, when it says so. */
function scriptedAgent() {
  let go = () => {}
  const next = () => new Promise<void>((resolve) => (go = resolve))
  const agent: Agent = {
    isModel: false,
    async *run({ document, metadata }, signal) {
      let draft = { document, metadata }
      for (const headline of ['First step', 'Second step', 'Third step']) {
        yield { type: 'text', text: `${headline}. ` }
        const operation = {
          type: 'updateBlock' as const,
          documentHash: hashDocument(draft.document),
          blockId: 'hero',
          props: { headline },
        }
        draft = applyOperations(draft, [operation])
        yield { type: 'operation', operation }
        await Promise.race([next(), sleep(30_000, undefined, { signal, ref: false }).catch(() => {})])
        if (signal.aborted) return undefined
      }
      return undefined
    },
  }
  return { agent, step: () => go() }
}

test('a run is watched step by step, over a lost connection, and stopped; the next one waits its turn', {
  skip,
}, async (t) => {
  const here = await world({}, { works: false })
  const { agent, step } = scriptedAgent()
  t.after(await startAgent(here.ground, agent))
  const { page, complaints, stage, path } = await openStudio(t, here)
  await stage.getByRole('heading', { level: 1, name: /Rotterdam/ }).waitFor()
  await ask(page, 'Take three steps')
  await stage.getByRole('heading', { level: 1, name: 'First step' }).waitFor()
  await page.getByText('Working on it').waitFor()
  await takePicture(page, 'studio-running')
  await ask(page, 'And then another')
  await page.getByText('Waits for the message before').waitFor()

  // Every connection is cut; the stream goes on after the last event that was seen.
  here.app.server.closeAllConnections()
  step()
  await stage.getByRole('heading', { level: 1, name: 'Second step' }).waitFor()
  await page.getByText('First step. Second step.').waitFor()

  await page.getByRole('button', { name: 'Stop' }).first().click()
  await page.getByText('Stopped. The page is as it was.').waitFor()
  const { items } = (await here.acme.get(`${path}/messages`)).body
  const answer = items.find(({ outcome }: any) => outcome === 'interrupted')
  assert.equal(answer.text.trim(), 'First step. Second step.')

  // The one that waited has begun by now, from the page as it was.
  await stage.getByRole('heading', { level: 1, name: 'First step' }).waitFor()
  await page.reload()
  await stage.getByRole('heading', { level: 1, name: 'First step' }).waitFor()
  for (const name of ['Second step', 'Third step']) {
    await sleep(100)
    step()
    await stage.getByRole('heading', { level: 1, name }).waitFor()
  }
  await sleep(100)
  step()
  await page.getByRole('button', { name: /^Version 4 Draft/ }).waitFor()
  assert.deepEqual(
    complaints.filter(
      (text) => !/ERR_(?:INCOMPLETE_CHUNKED_ENCODING|CONNECTION_RESET|EMPTY_RESPONSE)/.test(text),
    ),
    [],
  )
})

test('what is clicked is talked about; a text is changed by hand; the changes are shown word by word', {
  skip,
}, async (t) => {
  const here = await world()
  const { page, complaints, stage, path } = await openStudio(t, here)
  const subheadline = stage.locator('[data-path="/subheadline"]')
  await subheadline.click()
  await page.getByText('Subheadline of the opening', { exact: true }).waitFor()
  await ask(page, 'Change it to "Ready on the first morning."')
  await stage.getByText('Ready on the first morning.').waitFor()
  await page.getByRole('button', { name: /^Version 3 Draft/ }).waitFor()
  assert.equal(await page.getByText('Subheadline of the opening', { exact: true }).count(), 0)

  await stage.getByText('Ready on the first morning.').dblclick()
  const field = stage.getByRole('textbox', { name: 'Subheadline' })
  await field.press('End')
  await field.pressSequentially(' And **every** one after.')
  await field.press('Enter')
  await page.getByText('Kept as version 4, a draft').waitFor()
  await stage.locator('strong', { hasText: 'every' }).waitFor()
  const { latestVersion } = (await here.acme.get(path)).body
  const { blocks } = (await here.acme.get(`${path}/versions/${latestVersion.versionId}/document`)).body
  assert.equal(blocks[0].props.subheadline, 'Ready on the first morning. And **every** one after.')

  // What is refused is not lost: it stands there to be mended.
  await page.getByRole('button', { name: 'Edit texts' }).click()
  await stage.getByText('A page for').click()
  const eyebrow = stage.getByRole('textbox', { name: 'Eyebrow' })
  await eyebrow.fill('x'.repeat(90))
  await eyebrow.press('Enter')
  await page
    .getByText(/not have more than 80/)
    .first()
    .waitFor()
  assert.equal(await eyebrow.textContent(), 'x'.repeat(90))
  await eyebrow.press('Escape')
  await stage.getByText('A page for').waitFor()

  await page.getByRole('button', { name: 'Changes' }).click()
  await page.getByText('Changed the opening').waitFor()
  await page.locator('ins', { hasText: 'Ready on the first morning. And every one after.' }).waitFor()
  await page.getByRole('combobox', { name: 'Version 4 compared with' }).click()
  await page.getByRole('option', { name: 'Version 3' }).click()
  await page.locator('ins', { hasText: 'And every one after.' }).waitFor()
  assert.equal(await page.locator('del').count(), 0)
  await takePicture(page, 'studio-changes')
  const refusals = complaints.filter((text) => !/status of 400/.test(text))
  assert.deepEqual(refusals, [])
})

test('a statement shows what it rests on, to the pointer and to the keyboard', { skip }, async (t) => {
  const here = await world()
  const { page, complaints, stage } = await openStudio(t, here)
  const mark = stage.getByRole('button', { name: '1 source' }).first()
  await mark.hover()
  const card = page.getByRole('region', { name: 'Sources' })
  await card.getByText('Loses about 4% of chilled goods').waitFor()
  assert.match(
    (await card.getByRole('link', { name: 'Meridian Foods' }).getAttribute('href')) ?? '',
    /\/console\/accounts\/account_/,
  )
  await takePicture(page, 'studio-sources')
  await page.mouse.move(900, 500)
  await card.waitFor({ state: 'hidden' })
  await mark.focus()
  await card.waitFor()
  assert.deepEqual(complaints, [])
})

test('a key that may only read is offered nothing else', { skip }, async (t) => {
  const here = await world()
  const reader = await here.withScope(here.acme, 'read')
  const { page, stage, complaints } = await openStudio(t, here, wide, reader)
  await stage.getByRole('heading', { level: 1 }).waitFor()
  await page.getByText('Your key may read.').waitFor()
  for (const name of [/^Publish /, 'Edit texts', 'Send', 'Shorten the headline'])
    assert.equal(await page.getByRole('button', { name }).count(), 0, String(name))
  await stage.getByRole('heading', { level: 1 }).dblclick()
  assert.equal(await stage.getByRole('textbox').count(), 0)
  assert.deepEqual(complaints, [])
})

test('axe finds nothing, in light and dark, with a conversation and with changes; a phone shows one at a time', {
  skip,
}, async (t) => {
  const here = await world()
  const { page, complaints, stage, at } = await openStudio(t, here)
  await ask(page, 'Shorten the headline')
  await page.getByRole('button', { name: /^Version 3 Draft/ }).waitFor()
  await stage.getByRole('heading', { level: 1 }).click()
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await takePicture(page, 'studio-dark')
  await page.getByRole('button', { name: 'Changes' }).click()
  await page.getByText('Changed the opening').waitFor()
  assert.deepEqual(await findBarriersInBothSchemes(page), [])

  const small = await openConsole(t, here, here.acme, { at, ...phone })
  await small.page.getByRole('log').getByText('Shorten the headline').waitFor()
  assert.deepEqual(await findBarriersInBothSchemes(small.page), [])
  await small.page.getByRole('button', { name: 'Page', exact: true }).click()
  await small.page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor()
  assert.deepEqual(await findBarriersInBothSchemes(small.page), [])
  const { width, scroll } = await small.page.evaluate(() => {
    const { innerWidth, document } = globalThis as any
    return { width: innerWidth, scroll: document.documentElement.scrollWidth }
  })
  assert.equal(scroll, width)
  await takePicture(small.page, 'studio-phone')
  assert.deepEqual([...complaints, ...small.complaints], [])
})
