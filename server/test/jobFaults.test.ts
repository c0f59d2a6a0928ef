import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { createContext } from '../context.ts'
import { deleteField } from '../fields/queries.ts'
import { discardFile } from '../files/removal.ts'
import { writeNotices } from '../notices/write.ts'
import { enqueue, ensureRecurringJob } from '../queue/jobs.ts'
import type { JobKind } from '../queue/kinds.ts'
import { Queue } from '../queue/queue.ts'
import { registerWorkers } from '../workers.ts'
import { openBrowser } from './console.ts'
import { createAsset, upload } from './files.ts'
import { openMailbox } from './mailbox.ts'
import { newMember, signedIn } from './members.ts'
import { openModelServer } from './modelServer.ts'
import { openProxy } from './proxy.ts'
import { openReleasedPage, pageSaying } from './releases.ts'
import { newAudience, newLink, newPage } from './sites.ts'
import { from, makePlace, openSite, visited } from './visits.ts'
import { type World, world } from './world.ts'

const mailbox = openMailbox()
const model = openModelServer()
after(async () => await Promise.all([mailbox.then((box) => box.close()), model.close()]))

/** Enqueues a job. Returns a check that its work was done, exactly once where that is observable. */
type Prepare = (here: World) => Promise<() => Promise<boolean>>

let number = 0

const cases: Record<JobKind, Prepare> = {
  async agent_run({ acme }) {
    const { path } = await newTalk(acme)
    assert.equal(
      (await acme.post(`${path}/messages`, { message: 'Change the headline to "Hi"' })).status,
      202,
    )
    return async () => {
      const { items } = (await acme.get(`${path}/messages`)).body
      const answers = items.filter(({ author }: any) => author === 'agent')
      assert.deepEqual(
        answers.map(({ outcome }: any) => outcome).filter((outcome: string) => outcome !== 'drafted'),
        [],
      )
      return answers.length === 1
    }
  },
  async batch({ acme }) {
    const pageId = await newPage(acme, 'Batch')
    const persons = await Promise.all([1, 2, 3].map((nth) => acme.post('/v0/persons', { name: `P${nth}` })))
    const personIds = persons.map(({ body }) => body.personId)
    const { batchId } = (await acme.post(`/v0/pages/${pageId}/audiences/bulk`, { personIds })).body
    return async () => {
      const { status, failures } = (await acme.get(`/v0/batches/${batchId}`)).body
      assert.deepEqual(failures, [])
      if (status !== 'finished') return false
      return (await acme.get(`/v0/pages/${pageId}/audiences`)).body.totalCount === personIds.length
    }
  },
  async release({ acme }) {
    const page = await openReleasedPage(acme, pageSaying('Before'))
    await page.add('Ann')
    await page.save(pageSaying('After'))
    const asked = { kind: 'base', audiences: { all: true } }
    const { releaseId } = (await acme.post(`${page.path}/releases`, asked)).body
    return async () => {
      const { items } = (await acme.get(`/v0/releases/${releaseId}/rows`)).body
      assert.deepEqual(
        items.filter(({ status }: any) => status === 'failed'),
        [],
      )
      const { status } = (await acme.get(`/v0/releases/${releaseId}`)).body
      return status === 'finished' && items.every((row: any) => row.status === 'published')
    }
  },
  async schedule({ acme }) {
    const pageId = await newPage(acme, 'Scheduled')
    const runAt = `+${Date.now() + 60_000}`
    const schedules = `/v0/pages/${pageId}/schedules`
    assert.equal((await acme.post(schedules, { action: 'archivePage', runAt })).status, 201)
    return async () => {
      const [{ status }] = (await acme.get(schedules)).body.items
      assert.notEqual(status, 'failed')
      return status === 'done'
    }
  },
  async describe_image({ acme }) {
    model.always({ text: ['A dot.'] })
    const { assetId } = await createAsset(acme)
    return async () => (await acme.get(`/v0/assets/${assetId}`)).body.aiDescription === 'A dot.'
  },
  async remove_files({ acme, db }) {
    const { fileId } = await upload(acme)
    await db.inTransaction((tx) => discardFile(tx, acme.tenantId, fileId))
    return async () => {
      const rows = await db.read`
        select from files where tenant_id = ${acme.tenantId} and file_id = ${fileId} and erased_at is null`
      return rows.length === 0
    }
  },
  async remove_field_values({ acme, db }) {
    const input = { owner: 'account', key: 'tier', label: 'Tier', type: 'text' }
    const { fieldId } = (await acme.post('/v0/custom_fields', input)).body
    const { accountId } = (await acme.post('/v0/accounts', { domain: 'fields.example' })).body
    await acme.patch(`/v0/accounts/${accountId}/fields`, { fields: { tier: 'A' } })
    await db.inTransaction((tx) => deleteField(tx, acme.tenantId, fieldId))
    return async () => {
      const rows = await db.read`
        select from accounts where tenant_id = ${acme.tenantId} and custom_values <> '{}'`
      return rows.length === 0
    }
  },
  async upkeep({ db }) {
    await db.inTransaction(async (tx) => {
      await tx`delete from jobs where tenant_id = 'system' and kind = 'upkeep'`
      ensureRecurringJob(tx, 'upkeep', 1_000)
    })
    const [first] = await db.read`select due_at from jobs where tenant_id = 'system' and kind = 'upkeep'`
    return async () => {
      const [now] = await db.read<{ isIdle: boolean; dueAt: string }[]>`
        select due_at, attempts = 0 and last_error is null as is_idle from jobs
        where tenant_id = 'system' and kind = 'upkeep'`
      return now?.isIdle === true && now.dueAt > (first?.dueAt as string)
    }
  },
  async notice(here) {
    const { acme } = here
    const { personId } = (await acme.post('/v0/persons', { name: 'Jane' })).body
    const { audienceId, pageId } = await makePlace(here, acme, { personId })
    await here.db.inTransaction(async (tx) =>
      enqueue(tx, 'notice', acme.tenantId, {
        data: { actions: [{ kind: 'visit', audienceId, pageId, atMs: Date.now() }] },
      }),
    )
    return async () => {
      const { items } = (await acme.get('/v0/notices')).body
      return items.filter((one: any) => one.audienceId === audienceId).length === 1
    }
  },
  async gate_code(here) {
    const { acme } = here
    const pageId = await newPage(acme, 'Gated')
    const { audienceId } = await newAudience(acme, pageId)
    const email = `guest-${++number}@gate.example`
    const linkId = await newLink(acme, `/gated-${number}`, audienceId)
    await acme.patch(`/v0/page_links/${linkId}/gate`, { allowedEmails: [email] })
    await openSite(here, acme).post(
      `/_g/${linkId}?to=/gated-${number}`,
      [['email', email]],
      from(`10.0.${number}.1`),
    )
    const { mails } = await mailbox
    return async () => mails.some(({ to }) => to.includes(email))
  },
  async invitation({ acme }) {
    const email = `invited-${++number}@team.example`
    assert.equal((await acme.post('/v0/invitations', { email, role: 'viewer' })).status, 201)
    const { mails } = await mailbox
    return async () => mails.some(({ to }) => to.includes(email))
  },
  async sign_in_link(here) {
    const email = `member-${++number}@team.example`
    await newMember(here, here.acme, { email, isVerified: true })
    const { status } = await openBrowser(here.baseUrl).send('/sign_in/link', {
      method: 'POST',
      body: { email },
    })
    assert.equal(status, 202)
    const { mails } = await mailbox
    return async () => mails.some(({ to }) => to.includes(email))
  },
  async email_change(here) {
    const email = `changed-${++number}@team.example`
    const { send } = await signedIn(here, here.acme)
    assert.equal((await send('/user/email', { method: 'POST', body: { email } })).status, 202)
    const { mails } = await mailbox
    return async () => mails.some(({ to }) => to.includes(email))
  },
  async notice_sending(here) {
    const { acme, sink, db } = here
    const path = `/slack-${++number}`
    const made = await acme.post('/v0/notice_channels', {
      kind: 'slack',
      url: sink.url + path,
      pace: 'instant',
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const { personId } = (await acme.post('/v0/persons', { name: 'Jane' })).body
    const { audienceId, pageId } = await makePlace(here, acme, { personId })
    await db.inTransaction((tx) =>
      writeNotices(tx, acme.tenantId, [{ kind: 'visit', audienceId, pageId, atMs: Date.now() }]),
    )
    return async () => sink.received.some((one) => one.path === path)
  },
  async webhook_delivery({ acme, sink }) {
    const path = `/hook-${++number}`
    const subscriptions = '/v0/webhook_subscriptions'
    const made = await acme.post(subscriptions, { url: sink.url + path, events: ['webhook.test'] })
    const { subscriptionId } = made.body
    const { deliveryId } = (await acme.post(`${subscriptions}/${subscriptionId}/test`, {})).body
    return async () => {
      const { items } = (await acme.get(`${subscriptions}/${subscriptionId}/deliveries`)).body
      const { status } = items.find((one: any) => one.deliveryId === deliveryId)
      assert.notEqual(status, 'failed')
      return status === 'delivered' && sink.received.some((one) => one.path === path)
    }
  },
}

async function newTalk(acme: World['acme']) {
  const { pageId } = (await acme.post('/v0/pages', { name: 'Talk', pageType: 'outbound' })).body
  const { audienceId } = (await acme.post(`/v0/pages/${pageId}/audiences`, {})).body
  return { path: `/v0/pages/${pageId}/audiences/${audienceId}` }
}

/** Workers whose database connections can be cut at any statement, and whose clock can be moved. */
async function openFaultyWorkers({ context: own, databaseUrl }: World) {
  const proxy = await openProxy(databaseUrl)
  let [sent, cutAt, aheadMs] = [0, Number.POSITIVE_INFINITY, 0]
  const onStatement = () => {
    if (++sent === cutAt) proxy.terminate(1)
  }
  const context = await createContext(own.config, silent(own), {
    databaseUrl: proxy.url,
    onStatement,
  })
  const queue = new Queue({ ...context, clock: () => new Date(Date.now() + aheadMs) })
  const close = await registerWorkers(queue, context)
  return {
    /** Runs due jobs, an hour later than the last time. Returns the number of statements. */
    async run(at = Number.POSITIVE_INFINITY): Promise<number> {
      ;[sent, cutAt] = [0, at]
      aheadMs += 3_600_000
      await queue.runDue()
      return sent
    },
    async close() {
      await queue.stop()
      await close()
      await context.close()
      proxy.close()
    },
  }
}

function silent({ log }: World['context']) {
  return log.child({}, { level: 'silent' })
}

/** More consecutive faults than any kind of job has attempts. */
const manyFaults = 11

for (const [kind, prepare] of Object.entries(cases) as [JobKind, Prepare][])
  test(`a job of the kind ${kind} survives a database fault at any of its statements`, async () => {
    const box = await mailbox
    const ofModel = kind === 'describe_image' ? await model.settings('anthropic') : {}
    const here = await world({ ...visited, ...box.settings, ...ofModel }, { works: false })
    const workers = await openFaultyWorkers(here)
    const finish = async (isDone: () => Promise<boolean>, when: string) => {
      for (let runs = 0; !(await isDone()); runs++) {
        assert.ok(runs < 20, `${kind} was abandoned after ${when}`)
        await workers.run()
      }
      const failed = await here.db.read`
        -- every tenant: of this test
        select last_error from jobs where kind = ${kind} and failed_at is not null`
      assert.deepEqual(failed, [], when)
    }
    try {
      const isDone = await prepare(here)
      const statements = await workers.run()
      await finish(isDone, 'no fault')
      const middle = Math.ceil(statements / 2)
      for (const at of new Set([3, 5, middle, Math.max(1, statements - 4), statements - 1])) {
        const isDone = await prepare(here)
        await workers.run(at)
        await finish(isDone, `a fault at statement ${at} of ${statements}`)
      }
      const isDoneAtLast = await prepare(here)
      for (let faults = 0; faults < manyFaults; faults++) await workers.run(middle)
      await finish(isDoneAtLast, `${manyFaults} faults in a row`)
    } finally {
      await workers.close()
    }
  })

test('ARCHITECTURE.md lists every kind of job', async () => {
  const guide = await readFile(new URL('../../ARCHITECTURE.md', import.meta.url), 'utf8')
  const listed = [...guide.matchAll(/^\| `(\w+)` \|.*\| `server\/\S+` \|$/gm)].map(([, kind]) => kind)
  assert.deepEqual(listed.sort(), Object.keys(cases).sort())
})
