import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { applyOperations, hashDocument } from '../../../document/index.ts'
import type { Agent } from '../../../server/agent/agent.ts'
import { workRunsWith } from '../../../server/agent/worker.ts'
import { Queue } from '../../../server/queue/queue.ts'
import { noBrowser } from '../../../server/test/browser.ts'
import { world } from '../../../server/test/world.ts'
import { takePicture } from '../../test/console.ts'
import { ask, openStudio } from '../../test/studio.ts'

/** An agent that emits its events when the test says so. */
function scriptedAgent() {
  let go = () => {}
  const next = () => new Promise<void>((resolve) => (go = resolve))
  const agent: Agent = {
    model: undefined,
    async *run({ document }, signal) {
      let draft = document
      for (const headline of ['First step', 'Second step', 'Third step']) {
        yield { type: 'text', text: `${headline}. ` }
        const operation = {
          type: 'updateBlock' as const,
          documentHash: hashDocument(draft),
          blockId: 'hero',
          props: { headline },
        }
        draft = applyOperations(draft, [operation])
        yield { type: 'operation', operation }
        await Promise.race([next(), sleep(30_000, undefined, { signal, ref: false }).catch(() => {})])
        if (signal.aborted) return
      }
      return
    },
  }
  return { agent, step: () => go() }
}

test('a run is watched step by step, over a lost connection, and stopped; the next one waits its turn', {
  skip: noBrowser,
}, async (t) => {
  const here = await world({}, { works: false })
  const { agent, step } = scriptedAgent()
  const queue = new Queue(here.context)
  workRunsWith(queue, here.context, async () => agent)
  await queue.start()
  t.after(() => queue.stop())
  const { page, complaints, stage, path } = await openStudio(t, here)
  await stage.getByRole('heading', { level: 1, name: /Gdańsk/ }).waitFor()
  await ask(page, 'Take three steps')
  await stage.getByRole('heading', { level: 1, name: 'First step' }).waitFor()
  await page.getByText('Working on it').waitFor()
  await takePicture(page, 'studio-running')
  await ask(page, 'And then another')
  await page.getByText('Waiting for the previous message').waitFor()

  // All connections are cut; the stream resumes after the last event received.
  here.app.server.closeAllConnections()
  step()
  await stage.getByRole('heading', { level: 1, name: 'Second step' }).waitFor()
  await page.getByText('First step. Second step.').waitFor()

  await page.getByRole('button', { name: 'Stop' }).first().click()
  await page.getByText('Stopped. The page was not changed.').waitFor()
  const { items } = (await here.acme.get(`${path}/messages`)).body
  const answer = items.find(({ outcome }: any) => outcome === 'interrupted')
  assert.equal(answer.text.trim(), 'First step. Second step.')

  // The waiting run has started, from the page as it was.
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

test('failures are shown plainly: a run that failed and a message that could not be sent', {
  skip: noBrowser,
}, async (t) => {
  const here = await world({ LOG_LEVEL: 'silent' }, { works: false })
  const failing: Agent = {
    model: undefined,
    async *run() {
      yield { type: 'text', text: 'I begin. ' }
      throw new Error('a cause that is nobody’s business')
    },
  }
  const queue = new Queue(here.context)
  workRunsWith(queue, here.context, async () => failing)
  await queue.start()
  t.after(() => queue.stop())
  const { page, stage } = await openStudio(t, here)
  await stage.getByRole('heading', { level: 1, name: /Gdańsk/ }).waitFor()
  const problem = { title: 'Busy', detail: 'Try again in a minute.' }
  await page.route('**/messages', (route) => route.fulfill({ status: 429, json: problem }), { times: 1 })
  await ask(page, 'Make it blue')
  await page.getByText('Try again in a minute.').waitFor()
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('Something went wrong on our side. The page was not changed.').waitFor()
  assert.equal(await page.getByText('nobody’s business').count(), 0)
  assert.equal(await page.getByText('Make it blue').count(), 1)
  await stage.getByRole('heading', { level: 1, name: /Gdańsk/ }).waitFor()
  await page.getByRole('button', { name: /^Version 2 Live/ }).waitFor()
})

test('a suggestion of the agent is sent with a click, and only the last answer shows suggestions', {
  skip: noBrowser,
}, async (t) => {
  // A separate service, as workers of parallel tests would take its runs.
  const here = await world({ LOG_LEVEL: 'fatal' }, { works: false })
  const offering: Agent = {
    model: undefined,
    async *run({ message }) {
      yield { type: 'text', text: `Which do you mean by “${message}”?` }
      if (message === 'Make it pop')
        yield { type: 'suggestions', suggestions: ['Use a serif font', 'Make the page dark'] }
    },
  }
  const queue = new Queue(here.context)
  workRunsWith(queue, here.context, async () => offering)
  await queue.start()
  t.after(() => queue.stop())
  const { page, path, complaints } = await openStudio(t, here)
  await ask(page, 'Make it pop')
  const offered = page.getByRole('list', { name: 'Suggested messages' }).getByRole('button')
  await offered.first().waitFor()
  assert.deepEqual(await offered.allInnerTexts(), ['Use a serif font', 'Make the page dark'])
  await takePicture(page, 'studio-suggestions')
  await offered.last().click()
  await page.getByText('Which do you mean by “Make the page dark”?').waitFor()
  assert.equal(await offered.count(), 0)
  const { items } = (await here.acme.get(`${path}/messages`)).body
  assert.deepEqual(
    items.filter(({ author }: any) => author === 'user').map(({ text }: any) => text),
    ['Make the page dark', 'Make it pop'],
  )
  assert.deepEqual(complaints, [])
})
