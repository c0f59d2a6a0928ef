import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser } from '../../server/test/browser.ts'
import { openModelServer, testKey } from '../../server/test/modelServer.ts'
import { world } from '../../server/test/world.ts'
import { findBarriersInBothSchemes, openConsole, phone, takePicture } from '../test/console.ts'
import { openStudio } from '../test/studio.ts'

const options = { skip: noBrowser, timeout: 120_000 }
const model = await openModelServer()
const setHeadline = {
  text: ['The headline is “Ready in two weeks” now.'],
  calls: [
    {
      name: 'updateBlock',
      input: { blockId: 'hero', props: { headline: 'Ready in two weeks' }, sources: [] },
    },
  ],
}

test('an admin tests a model, chooses it, and its key is never shown again', options, async (t) => {
  const here = await world({ AGENT_ALLOW_PRIVATE: 'true' })
  const { acme } = here
  const wide = { viewport: { width: 1440, height: 900 } }
  const { page, complaints } = await openConsole(t, here, acme, { at: '/agent', ...wide })
  await page.getByRole('heading', { name: 'The built-in agent' }).waitFor()
  await page.getByText('It is basic: it follows rules').waitFor()
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await page.getByRole('radio', { name: /Your own language model/ }).click()
  await page.getByLabel('Provider').click()
  await page.getByRole('option', { name: /OpenAI-compatible/ }).click()
  await page.getByLabel('Model', { exact: true }).fill('own-model')
  await page.getByLabel('API key').fill(testKey)
  await page.getByLabel('Address').fill(model.url)

  model.script({ status: 401 })
  await page.getByRole('button', { name: 'Test model' }).click()
  await page.getByText('does not accept the key').waitFor()
  await takePicture(page, 'agent-refused')
  model.script(setHeadline, { text: ['Done.'] })
  await page.getByRole('button', { name: 'Test model' }).click()
  await page.getByText('It works.').waitFor()
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await takePicture(page, 'agent-tested-dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await takePicture(page, 'agent-tested-light')
  assert.equal((await acme.get('/v0/agent')).body.kind, 'builtin', 'a test stores nothing')

  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'own-model' }).waitFor()
  await page.getByText('A key is stored. Leave this empty to keep it.').waitFor()
  await page.reload()
  await page.getByText('A key is stored. Leave this empty to keep it.').waitFor()
  assert.ok(!(await page.content()).includes(testKey))
  assert.equal((await acme.get('/v0/agent')).body.model, 'openai-compatible:own-model')

  // Another address needs a key of its own.
  await page.getByLabel('Address').fill('https://models.example.com/v1')
  await page.getByText('never shown again').waitFor()
  assert.deepEqual(
    complaints.filter((text) => !/status of 400/.test(text)),
    [],
  )
})

test('on a phone the choice fits, and what is wrong stands at its field', options, async (t) => {
  const here = await world()
  const { page } = await openConsole(t, here, here.acme, { at: '/agent', ...phone })
  await page.getByRole('radio', { name: /Your own language model/ }).click()
  await page.getByLabel('Model', { exact: true }).fill('claude')
  await page.getByLabel('Address').fill('https://10.0.0.8/v1')
  await page.getByLabel('API key').fill('sk-1')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Must be an address on the public internet').waitFor()
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
  await takePicture(page, 'agent-phone-dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await takePicture(page, 'agent-phone-light')
})

test('the studio says which agent answers', options, async (t) => {
  const here = await world({ AGENT_ALLOW_PRIVATE: 'true' })
  const { page } = await openStudio(t, here)
  await page.getByText('Built-in agent: say').waitFor()
  await takePicture(page, 'studio-agent')
  await here.acme.put('/v0/agent/settings', {
    choice: 'model',
    provider: 'openai-compatible',
    model: 'own-model',
    baseUrl: model.url,
  })
  await page.reload()
  await page.getByText('Agent: own-model').waitFor()
  await page.getByRole('link', { name: 'Change' }).click()
  await page.getByRole('heading', { name: 'own-model' }).waitFor()
})
