import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { addUsage } from '../../server/agent/usageQueries.ts'
import { noBrowser } from '../../server/test/browser.ts'
import { lmStudioReplies, ollamaReplies, openLocalServer } from '../../server/test/localServers.ts'
import { allGood, goodTurns } from '../../server/test/modelScripts.ts'
import { openModelServer, testKey } from '../../server/test/modelServer.ts'
import { world } from '../../server/test/world.ts'
import { findBarriersInBothSchemes, openConsole, phone, takePicture } from '../test/console.ts'
import { openStudio } from '../test/studio.ts'

const options = { skip: noBrowser, timeout: 180_000 }
const model = openModelServer()
const wide = { viewport: { width: 1440, height: 900 } }

/** A service on a machine with Ollama and LM Studio, both answered by a scripted model. */
async function openMachine(t: TestContext) {
  await model.settings('openai-compatible')
  const behind = { model: () => model.url }
  const ollama = await openLocalServer(
    t,
    ollamaReplies({
      'qwen3:8b': { loadedWith: 32_768 },
      'llama3.1:8b': { size: 4_920_753_328, numCtx: 8_192 },
      'gemma3:4b': { size: 3_338_801_804, contextTokens: 8_192, capabilities: ['completion', 'vision'] },
    }),
    behind,
  )
  const lmstudio = await openLocalServer(t, lmStudioReplies, behind)
  const ports = `ollama=${ollama},lmstudio=${lmstudio},llama-server=1,docker=2`
  return await world({ AGENT_ALLOW_PRIVATE: 'true', AGENT_LOCAL_PORTS: ports })
}

/** Tests of a file run in parallel but share one model script, so those that write it take turns. */
let turn: Promise<unknown> = Promise.resolve()
function inTurn(work: (t: TestContext) => Promise<void>) {
  return (t: TestContext) => {
    const mine = turn.then(() => work(t))
    turn = mine.catch(() => {})
    return mine
  }
}

/** Counts clicks, to keep the path to a working model short. */
async function countClicks(page: Page) {
  await page.evaluate(
    "window.clicks = 0; addEventListener('click', (event) => { if (event.isTrusted) window.clicks++ }, true)",
  )
  return () => page.evaluate<number>('window.clicks')
}

/** Browsers log 400 responses as errors; the screen handles them. */
const isExpected = (text: string) => /status of 400/.test(text)

test(
  'a local model is found and put to use in three clicks',
  options,
  inTurn(async (t) => {
    const here = await openMachine(t)
    const { page, complaints } = await openConsole(t, here, here.acme, { at: '/agent', ...wide })
    await page.getByRole('heading', { name: 'Which agent edits your pages?' }).waitFor()
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await takePicture(page, 'agent-nothing')
    const clicks = await countClicks(page)

    await page.getByRole('radio', { name: /A model on this machine/ }).click()
    await page.getByText('2 servers found').waitFor()
    await page.getByText('Nothing answers at llama-server (1) and Docker Model Runner (2).').waitFor()
    assert.equal(await page.getByRole('radio', { name: /gemma3:4b.*No tools/ }).isDisabled(), true)
    const { promise, resolve } = Promise.withResolvers<void>()
    model.script(
      goodTurns.answers,
      { ...goodTurns.tools, text: ['I will.'], wait: promise },
      ...allGood.slice(2),
    )
    await page.getByRole('radio', { name: /qwen3:8b/ }).click()
    await page.getByText('Checking, 2 of 6').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Use qwen3:8b' }).isDisabled(), true)
    await takePicture(page, 'agent-checking')
    resolve()
    await page.getByText('Works', { exact: true }).waitFor()
    await page.getByText('Longest page fits, 0% full').waitFor()
    assert.equal((await here.acme.get('/v0/agent')).body.kind, 'builtin', 'a check stores nothing')
    await page.getByRole('button', { name: 'Use qwen3:8b' }).click()
    await page.getByText('In use').waitFor()
    assert.equal(await clicks(), 3)
    await page.getByRole('button', { name: 'Check again' }).waitFor()
    assert.equal((await here.acme.get('/v0/agent')).body.model, 'openai-compatible:qwen3:8b')
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await takePicture(page, 'agent-in-use-dark')
    await page.emulateMedia({ colorScheme: 'light' })

    // Results of checks are kept across a reload.
    await page.reload()
    await page
      .getByText(/^Checked/)
      .first()
      .waitFor()
    await page.getByRole('radio', { name: /qwen3:8b.*6 of 6/ }).waitFor()
    model.script(...allGood.slice(0, 3), { text: ['No.'] }, ...allGood.slice(4))
    await page.getByRole('radio', { name: /llama3.1:8b/ }).click()
    // The longest page doesn't fit a context of 8,192 tokens either.
    await page.getByText('4 of 6').first().waitFor()
    await page.getByText('The plans are now Starter $19, Team $49, Company $199.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Use llama3.1:8b' }).isDisabled(), true)
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await page.emulateMedia({ colorScheme: 'light' })
    await takePicture(page, 'agent-failed')
    for (const width of [1024, 390]) {
      await page.setViewportSize({ width, height: 900 })
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
      await takePicture(page, `agent-${width}`)
    }
    await page.setViewportSize(wide.viewport)
    await page.getByRole('button', { name: 'Use it anyway' }).click()
    await page.getByRole('button', { name: 'Check again' }).waitFor()
    assert.equal((await here.acme.get('/v0/agent')).body.model, 'openai-compatible:llama3.1:8b')
    await page.getByRole('radio', { name: /^Built-in(?! goes on)/ }).click()
    await page.keyboard.press('Control+Enter')
    await page.getByRole('radio', { name: /^Built-in.*In use/ }).waitFor()
    assert.deepEqual(
      complaints.filter((text) => !isExpected(text)),
      [],
    )
  }),
)

test(
  'a key is checked before it is stored, and never shown again',
  options,
  inTurn(async (t) => {
    const here = await openMachine(t)
    const { page, complaints } = await openConsole(t, here, here.acme, { at: '/agent', ...wide })
    await page.getByRole('radio', { name: /A provider, with your key/ }).click()
    await page.getByRole('radio', { name: /Other/ }).click()
    await page.getByLabel('Address').fill(model.url)
    await page.getByLabel('Key', { exact: false }).fill(testKey)
    await page.getByLabel('Model', { exact: true }).fill('own-model')
    await takePicture(page, 'agent-provider')

    model.script({ status: 401 })
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByText('does not accept the key').waitFor()
    await page.getByText('Key refused').waitFor()
    await takePicture(page, 'agent-refused')
    model.script(...allGood)
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByText('Works', { exact: true }).waitFor()
    await page.getByText('The key is good').waitFor()
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await takePicture(page, 'agent-provider-dark')
    await page.emulateMedia({ colorScheme: 'light' })

    // A changed key needs a new check.
    await page.getByLabel('Key', { exact: false }).fill(`${testKey}x`)
    await page.getByText('Not checked').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Use own-model' }).isDisabled(), true)
    await page.getByLabel('Key', { exact: false }).fill(testKey)
    await page.getByRole('button', { name: 'Use own-model' }).click()
    await page.getByText('In use').waitFor()
    await page.reload()
    await page.getByText('In use').waitFor()
    assert.ok(!(await page.content()).includes(testKey))
    assert.ok(!(await page.evaluate<string>('JSON.stringify(localStorage)')).includes(testKey))
    assert.equal((await here.acme.get('/v0/agent')).body.model, 'openai-compatible:own-model')
    assert.deepEqual(
      complaints.filter((text) => !isExpected(text)),
      [],
    )
  }),
)

test(
  'where private addresses are not allowed, the screen says how to allow them and does not search for models',
  options,
  async (t) => {
    const here = await world()
    const { page } = await openConsole(t, here, here.acme, { at: '/agent', ...phone })
    await page.getByRole('radio', { name: /A model on this machine/ }).click()
    await page.getByText('npx foyer agent setup').first().waitFor()
    await page.getByText('AGENT_ALLOW_PRIVATE=true').waitFor()
    await page.getByRole('radio', { name: /A provider, with your key/ }).click()
    await page.getByRole('radio', { name: /Other/ }).click()
    await page.getByLabel('Address').fill('https://10.0.0.8/v1')
    await page.getByLabel('Model', { exact: true }).fill('any')
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page
      .getByText(/Must be an address on the public internet/)
      .first()
      .waitFor()
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
    await takePicture(page, 'agent-phone-dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await takePicture(page, 'agent-phone-light')
  },
)

test(
  'if no local server answers, the screen shows the two commands that start a model',
  options,
  async (t) => {
    const ports = 'ollama=1,lmstudio=2,llama-server=3,docker=4'
    const here = await world({ AGENT_ALLOW_PRIVATE: 'true', AGENT_LOCAL_PORTS: ports })
    const { page } = await openConsole(t, here, here.acme, { at: '/agent', ...wide })
    await page.getByRole('radio', { name: /A model on this machine/ }).click()
    await page.getByText('ollama pull qwen3:8b').waitFor()
    await page.getByRole('button', { name: 'Look again' }).click()
    await page.getByText('No server found').waitFor()
    await takePicture(page, 'agent-nothing-found')
  },
)

test('the studio says which agent answers', options, async (t) => {
  const here = await openMachine(t)
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

test('the tokens used today are shown, and a daily limit is stored', options, async (t) => {
  const here = await world()
  const used = { inputTokens: 41_000, outputTokens: 1_000, runs: 7 }
  await addUsage(here.db, here.acme.tenantId, used)
  const { page } = await openConsole(t, here, here.acme, { at: '/agent', ...wide })
  const panel = page.getByRole('region', { name: 'Tokens today' })
  await panel.getByText('42,000').waitFor()
  await panel.getByText('7 changes, 6,000 tokens each').waitFor()
  await panel.getByLabel('Daily limit').fill('60000')
  await panel.getByLabel('Daily limit').press('Enter')
  await panel.getByText('about 3 more').waitFor()
  await panel.getByRole('radio', { name: 'Built-in goes on' }).click()
  await page.reload()
  await panel.getByText('of 60,000').waitFor()
  const { dailyTokenLimit, whenUsedUp } = (await here.acme.get('/v0/agent/usage')).body
  assert.deepEqual([dailyTokenLimit, whenUsedUp], [60_000, 'builtin'])
})
