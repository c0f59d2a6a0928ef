import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser } from '../../server/test/browser.ts'
import { world } from '../../server/test/world.ts'
import { findBarriersInBothSchemes, phone, takePicture } from '../test/console.ts'
import { openContent, untilSaved } from '../test/content.ts'
import { ask } from '../test/studio.ts'

const skip = noBrowser

test('the agent edits the page: each answer is a revision with its message, and can be undone', {
  skip,
}, async (t) => {
  const here = await world()
  const { page, path, stage, complaints } = await openContent(t, here)
  const stored = async () => (await here.acme.get(path)).body
  const before = await stored()
  await page.getByRole('list', { name: 'Blocks' }).getByRole('button', { name: 'Hero', exact: true }).click()
  await page.getByRole('textbox', { name: 'Text', exact: true }).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('By hand.')
  await page.getByRole('heading', { level: 2, name: 'Blocks' }).click()

  // The shortcut A opens the chat; the message is about the selected block, and manual edits are saved before it.
  await page.keyboard.press('a')
  await page.getByText('What would you like to change?').waitFor()
  await page.getByText('About: ').waitFor()
  await takePicture(page, 'content-chat-start')
  await ask(page, 'Change the headline to "Ready in two weeks"')
  const log = page.getByRole('log', { name: 'Conversation' })
  await log.getByText(/^Page version \d+$/).waitFor()
  await stage.getByRole('heading', { name: 'Ready in two weeks' }).waitFor()
  await untilSaved(page)
  const [hero] = (await stored()).blocks
  assert.deepEqual([hero.props.headline, hero.props.subheadline], ['Ready in two weeks', 'By hand.'])
  const { items } = (await here.acme.get(`${path}/revisions`)).body
  assert.deepEqual(
    items.slice(0, 2).map(({ note }: { note: string | null }) => note),
    ['Change the headline to "Ready in two weeks"', null],
  )

  // About the whole page: a request that the agent can't fulfil changes nothing and is answered with suggestions.
  await page.getByRole('button', { name: 'Ask about the whole page' }).click()
  await ask(page, 'Remove the logos')
  await log
    .getByText(/^Page version \d+$/)
    .nth(1)
    .waitFor()
  assert.ok(!(await stored()).blocks.some(({ type }: { type: string }) => type === 'logos'))
  await takePicture(page, 'content-chat')
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await takePicture(page, 'content-chat-dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await ask(page, 'Remove the pricing table of 1887')
  await log.getByText('No changes made.').waitFor()

  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.click()
  await undo.click()
  await untilSaved(page)
  const taken = await stored()
  assert.deepEqual(
    taken.blocks.map(({ id }: { id: string }) => id),
    before.blocks.map(({ id }: { id: string }) => id),
  )
  assert.equal(taken.blocks[0].props.headline, before.blocks[0].props.headline)
  // A reload keeps the conversation.
  await page.reload()
  await stage.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Chat' }).click()
  await log.getByText('Remove the logos').first().waitFor()
  assert.deepEqual(complaints, [])
})

test('a message that can’t be sent shows the reason and can be sent again; on a phone the chat is a sheet', {
  skip,
}, async (t) => {
  const here = await world()
  const { page, path, stage } = await openContent(t, here, phone)
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await page.route('**/document/messages', (route) => route.abort())
  await page.getByRole('button', { name: /^Change the headline to/ }).click()
  await page
    .getByRole('alert')
    .getByText(/connection is back/)
    .waitFor()
  await takePicture(page, 'content-390-chat')
  await page.unroute('**/document/messages')
  await page.getByRole('button', { name: 'Send again' }).click()
  await stage.getByRole('heading', { name: 'Good to see you here' }).waitFor()
  await untilSaved(page)
  assert.equal((await here.acme.get(path)).body.blocks[0].props.headline, 'Good to see you here')

  // A stopped request leaves the page unchanged.
  await page.route('**/document/messages', () => {})
  await page.getByRole('textbox', { name: /^Ask for a change to/ }).fill('Remove the FAQ')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('button', { name: 'Stop' }).first().click()
  await page.getByText('Stopped. The page was not changed.').waitFor()
})
