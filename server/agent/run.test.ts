import assert from 'node:assert/strict'
import { test } from 'node:test'
import { builtinAgent } from '../../builtin-agent/builtin.ts'
import { hashDocument, type Operation } from '../../document/index.ts'
import { sendMessage } from '../messages/verbs.ts'
import type { Job } from '../queue/kinds.ts'
import { claimRun } from '../test/claims.ts'
import type { Client } from '../test/client.ts'
import { converse, watch } from '../test/conversation.ts'
import { block, openReleasedPage, pageSaying, undo } from '../test/releases.ts'
import { type World, world } from '../test/world.ts'
import type { Agent, AgentOutput } from './agent.ts'
import { carryOut } from './run.ts'

const never = new AbortController().signal

async function setUp() {
  const here = await world()
  const { acme } = here
  const { pageId } = (await acme.post('/v0/pages', { name: 'Outreach', pageType: 'outbound' })).body
  const { audienceId } = (await acme.post(`/v0/pages/${pageId}/audiences`, {})).body
  return { ...here, audienceId, path: `/v0/pages/${pageId}/audiences/${audienceId}` }
}

/** Sends a message and claims its run before any other worker can. */
async function sendAndClaim(
  { db }: Pick<World, 'db'>,
  { tenantId }: Client,
  audienceId: string,
  message: string,
) {
  return await db.inTransaction(async (tx) => {
    await sendMessage(tx, tenantId, audienceId, { message })
    return (await claimRun(tx, tenantId)) as Job<'agent_run'>
  })
}

/** The lease of a dead or stalled worker expires, and another takes over. */
async function takeOver(
  { db }: Pick<World, 'db'>,
  { tenantId, key }: Job<'agent_run'>,
): Promise<Job<'agent_run'> | undefined> {
  return await db.inTransaction(async (tx) => {
    await tx`update jobs set due_at = now() where tenant_id = ${tenantId} and kind = 'agent_run' and key = ${key}`
    return await claimRun(tx, tenantId)
  })
}

function agentThat(run: Agent['run']): Agent {
  return { model: undefined, run }
}

test('a run whose workers were killed many times within minutes is carried out; after half an hour it is given up', async () => {
  const { acme, context, audienceId, path } = await setUp()
  const killed = async (message: string) => ({
    ...(await sendAndClaim(context, acme, audienceId, message)),
    attempts: 40,
  })
  await carryOut(context, builtinAgent, await killed('Change the headline to "Second"'), never)
  assert.equal((await acme.get(path)).body.latestVersion.status, 'draft')
  const old = await killed('Change the headline to "Third"')
  await context.db.inTransaction(
    (tx) => tx`
      update versions set created_at = created_at - interval '1 hour', queued_at = queued_at - interval '1 hour'
      where tenant_id = ${acme.tenantId} and version_id = ${old.key}`,
  )
  await carryOut(context, builtinAgent, old, never)
  const { items } = (await acme.get(`${path}/messages`)).body
  const answers = items.filter(({ author }: { author: string }) => author === 'agent')
  assert.deepEqual(answers.map(({ outcome }: { outcome: string }) => outcome).sort(), ['drafted', 'failed'])
  assert.equal((await acme.get(path)).body.status, 'cancelled')
})

test('a worker that stalls and wakes up after another took over writes nothing', async () => {
  const { acme, context, audienceId, path } = await setUp()
  const claim = await sendAndClaim(context, acme, audienceId, 'Change the headline to "Second"')
  const { promise: waking, resolve: wake } = Promise.withResolvers<void>()
  const stalled = agentThat(async function* ({ document }) {
    const documentHash = hashDocument(document)
    yield { type: 'operation', operation: { type: 'setTheme', documentHash, theme: { radius: 3 } } }
    await waking
  })
  const first = carryOut(context, stalled, claim, never)
  const second = await takeOver(context, claim)
  assert.ok((second?.fence ?? 0) > claim.fence)
  await carryOut(context, builtinAgent, second as Job<'agent_run'>, never)
  wake()
  await first
  const { latestVersion } = (await acme.get(path)).body
  assert.equal(latestVersion.status, 'draft')
  const document = (await acme.get(`${path}/versions/${latestVersion.versionId}/document`)).body
  assert.deepEqual([document.blocks[0].props.headline, document.theme.radius], ['Second', undefined])
  const { items } = (await acme.get(`${path}/messages`)).body
  assert.deepEqual(
    items.map(({ author }: any) => author),
    ['agent', 'user'],
  )
})

test('the events of a short run are written in the commit that ends it, in order', async () => {
  const { acme, context, audienceId } = await setUp()
  const claim = await sendAndClaim(context, acme, audienceId, 'Change the headline to "Second"')
  await carryOut(context, builtinAgent, claim, never)
  const events = await context.db.read`
    select type, data ->> 'status' as status, xmin::text as commit from run_events
    where tenant_id = ${acme.tenantId} and audience_id = ${audienceId} order by event_id`
  assert.deepEqual(
    events.map(({ type, status }) => status ?? type),
    ['queued', 'processing', 'operation', 'text', 'draft'],
  )
  assert.equal(new Set(events.slice(2).map(({ commit }) => commit)).size, 1)
})

test('any output of an agent leads to a valid document or a reported failure', async () => {
  const { acme, context, audienceId, path } = await setUp()
  const hash = '0'.repeat(64)
  const outputs: [string, (document: any) => any][] = [
    [
      'an unknown block',
      (documentHash) => ({
        type: 'addBlock',
        documentHash,
        afterId: null,
        block: { id: 'x', type: 'marquee', props: {}, sources: [] },
      }),
    ],
    [
      'a script',
      (documentHash) => ({
        type: 'updateBlock',
        documentHash,
        blockId: 'hero',
        props: { headline: '<script>alert(1)</script>' },
      }),
    ],
    ['another document', () => ({ type: 'setTheme', documentHash: hash, theme: {} })],
    ['no operation', () => ({ type: 'rm -rf' })],
  ]
  for (const [name, make] of outputs) {
    const claim = await sendAndClaim(context, acme, audienceId, name)
    const hostile = agentThat(async function* ({ document }) {
      yield { type: 'text', text: 'Trust me.' }
      yield { type: 'operation', operation: make(hashDocument(document)) }
    })
    await carryOut({ ...context, log: context.log.child({}, { level: 'silent' }) }, hostile, claim, never)
    assert.equal((await acme.get(path)).body.status, 'cancelled', name)
    const [answer] = (await acme.get(`${path}/messages`)).body.items
    assert.deepEqual([answer.outcome, answer.operations], ['failed', []], name)
    assert.match(answer.text, /The page was not changed/)
  }
})

test('an agent that never stops is stopped: after forty steps, a thousand changes or very many words', async () => {
  const { acme, context, audienceId, path } = await setUp()
  const loops: [number, Agent][] = [
    [40, endless(() => ({ type: 'step' }))],
    [1000, endless((operation) => ({ type: 'operation', operation }))],
    [10, endless(() => ({ type: 'text', text: 'x'.repeat(10_000) }))],
  ]
  for (const [most, agent] of loops) {
    const claim = await sendAndClaim(context, acme, audienceId, 'loop')
    await carryOut({ ...context, log: context.log.child({}, { level: 'silent' }) }, agent, claim, never)
    assert.equal((await acme.get(`${path}/messages`)).body.items[0].outcome, 'failed')
    assert.equal(count, most + 1)
  }
})

let count = 0

/** Repeats one operation forever, and counts how often. */
function endless(make: (operation: Operation) => AgentOutput): Agent {
  return agentThat(async function* ({ document }) {
    count = 0
    for (let radius = 0; ; radius = (radius + 1) % 30) {
      const documentHash = hashDocument(document)
      document = { ...document, theme: { ...document.theme, radius } }
      count++
      yield make({ type: 'setTheme', documentHash, theme: { radius } })
    }
  })
}

test('restoring an earlier version is one step, with any number of blocks', async () => {
  const { acme, context, audienceId, path } = await setUp()
  const blocks = Array.from({ length: 120 }, (_, index) => ({
    id: `text-${index + 1}`,
    type: 'text',
    props: { body: `Paragraph ${index + 1}.` },
    sources: [],
  }))
  await acme.post(`${path}/versions`, { document: { theme: {}, blocks } })
  const claim = await sendAndClaim(context, acme, audienceId, 'Go back to version 1')
  await carryOut(context, builtinAgent, claim, never)
  const [answer] = (await acme.get(`${path}/messages`)).body.items
  assert.equal(answer.outcome, 'drafted')
  assert.ok(answer.operations.length > 120)
  assert.equal(answer.model, null)
})

test('suggestions are stored with the answer and sent to watchers: three at most, without empty or overlong ones', async () => {
  const { acme, baseUrl, context, audienceId, path } = await setUp()
  const offering = agentThat(async function* () {
    yield { type: 'text', text: 'Which one?' }
    const suggestions = ['The first', ' ', 'x'.repeat(301), 'The second', 'The third', 'The fourth']
    yield { type: 'suggestions', suggestions }
  })
  const watching = await watch(`${baseUrl}${path}/events`, acme.key)
  const claim = await sendAndClaim(context, acme, audienceId, 'Change it')
  await carryOut(context, offering, claim, never)
  const seen = await watching.until(({ event }) => event === 'suggestions')
  const three = ['The first', 'The second', 'The third']
  assert.deepEqual(seen.at(-1)?.data, { versionId: claim.key, suggestions: three })
  const [answer, question] = (await acme.get(`${path}/messages`)).body.items
  assert.deepEqual([answer.suggestions, question.suggestions], [three, []])
})

test('a run whose agent ignores the abort signal fails without waiting for the agent', async () => {
  const { acme, context, audienceId, path } = await setUp()
  const deaf = agentThat(async function* () {
    yield { type: 'text', text: 'Wait' }
    await new Promise(() => {})
  })
  const claim = await sendAndClaim(context, acme, audienceId, 'wait')
  const hasty = { ...context, config: { ...context.config, agentTimeoutSeconds: 0.1 } }
  await carryOut({ ...hasty, log: context.log.child({}, { level: 'silent' }) }, deaf, claim, never)
  const [answer] = (await acme.get(`${path}/messages`)).body.items
  assert.deepEqual([answer.outcome, (await acme.get(path)).body.status], ['failed', 'cancelled'])
})

test('after an undone release, messages start from the restored document, and neither undo nor repeat the release', async () => {
  const { acme } = await world()
  const page = await openReleasedPage(acme, pageSaying('Hello', block('text', 'One')))
  const audienceId = await page.add('Ada')
  await page.save(pageSaying('Hello', block('text', 'Two')))
  await undo(acme, (await page.release()).releaseId)
  const say = async (message: string) => {
    const { answer, document } = await converse(acme, `${page.path}/audiences/${audienceId}`, message)
    const [hero, text] = document.blocks
    return { answer, texts: [hero.props.headline, text.props.body] }
  }
  const nothing = await say('undo the last change')
  assert.equal(nothing.answer.text, 'There is nothing to undo yet.')
  assert.deepEqual((await say('Change the headline to "Third"')).texts, ['Third', 'One'])
  assert.equal((await page.states())[audienceId], 'behind')
  assert.deepEqual((await say('undo the last change')).texts, ['Hello', 'One'])
  assert.deepEqual((await say('Change the headline to "Fourth"')).texts, ['Fourth', 'One'])
  await page.release()
  const { blocks } = await page.documentOf(audienceId, 'latest')
  assert.deepEqual([blocks[0].props.headline, blocks[1].props.body], ['Fourth', 'Two'])
})
