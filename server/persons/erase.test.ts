import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { enqueue } from '../queue/jobs.ts'
import { eventually, until } from '../test/eventually.ts'
import { upload } from '../test/files.ts'
import { emptyFolder } from '../test/launch.ts'
import { openMailbox } from '../test/mailbox.ts'
import { findColumnsWith, listTextColumns } from '../test/personalData.ts'
import { newAudience, newLink } from '../test/sites.ts'
import { from, makeReport, openSite, visited } from '../test/visits.ts'
import { type World, world } from '../test/world.ts'
import { exportTenant } from '../transfer/export.ts'
import { startWorkers } from '../workers.ts'

const mailbox = openMailbox()
after(async () => (await mailbox).close())

const name = 'Zephyrine Quillfeather'
const email = 'Zephyrine.Q@quillfeather.example'
const phoneNumber = '+4930555019876'
const pattern = 'zephyrine|quillfeather|4930555019876'

const field = (name: string, type: string) => ({ name, label: name, type })
const form = {
  id: 'contact',
  type: 'form',
  props: {
    submitLabel: 'Send',
    fields: [field('email', 'email'), field('phone', 'text'), field('message', 'textarea')],
  },
  sources: [],
}
const hero = (headline: string) => ({ id: 'hero', type: 'hero', props: { headline }, sources: [] })
const saying = (headline: string) => ({ theme: {}, blocks: [hero(headline), form] })

async function openWorld() {
  const here = await world({ ...visited, ...(await mailbox).settings }, { works: false })
  return { ...here, acme: await here.tenant('acme') }
}

/** A published page with a form, and a function that submits the form at one of its links. */
async function makePage(here: World) {
  const { acme } = here
  const { pageId } = (await acme.post('/v0/pages', { name: 'Offer', pageType: 'custom' })).body
  assert.equal((await acme.put(`/v0/pages/${pageId}/document`, saying('Hello'))).status, 200)
  assert.equal((await acme.post(`/v0/pages/${pageId}/publish`, {})).status, 200)
  const site = openSite(here, acme)
  const send = async (path: string, fields: [string, string][]) => {
    const action = /<form method="post" action="([^"]+)"/.exec((await site.ask(path)).text)?.[1] as string
    assert.equal((await site.post(action, fields, from('192.0.2.1'))).status, 200)
  }
  return { pageId: pageId as string, site, send }
}

type Page = Awaited<ReturnType<typeof makePage>>

async function makePerson({ acme }: World) {
  const owned = { owner: 'person', key: 'nickname', label: 'Nickname', type: 'text' }
  assert.equal((await acme.post('/v0/custom_fields', owned)).status, 201)
  const linkedinProfileUrl = 'https://www.linkedin.com/in/zephyrine'
  const made = await acme.post('/v0/persons', {
    ...{ name, email, phoneNumber, linkedinProfileUrl },
    jobTitle: `Right hand of ${name}`,
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { personId } = made.body
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'initech.example' })).body
  await acme.patch(`/v0/persons/${personId}/fields`, { fields: { nickname: 'Zephyrine' } })
  await acme.post(`/v0/persons/${personId}/logs`, { text: `Met ${name}.`, idempotencyKey: `log ${email}` })
  const entry = { type: 'meeting.held', personId, payload: { with: name }, idempotencyKey: `meet ${email}` }
  assert.equal((await acme.post(`/v0/accounts/${accountId}/activity`, entry)).status, 201)
  return { personId: personId as string, accountId: accountId as string }
}

/** A personal page with all kinds of stored data. */
async function makePersonalPage(here: World, { pageId, site, send }: Page, personId: string) {
  const { acme, db } = here
  const { tenantId } = acme
  const { audienceId } = await newAudience(acme, pageId, { personId })
  const path = `/v0/pages/${pageId}/audiences/${audienceId}`
  const overrides = {
    customName: `For ${name}`,
    actionFormInstructionsOverride: `Ask ${name}`,
    actionUrlOverride: 'https://initech.example/zephyrine',
    supplementaryContext: `${name} likes sailing.`,
  }
  assert.equal((await acme.patch(path, overrides)).status, 200)
  const document = { ...saying(`Hello, ${name}`), metadata: { title: `For ${name}` } }
  const { versionId } = (await acme.post(`${path}/versions`, { document })).body
  const operationKey = `publish ${email}`
  assert.equal((await acme.post(`${path}/versions/${versionId}/publish`, { operationKey })).status, 200)
  const message = `Change the headline to "Welcome, ${name}"`
  const sent = await acme.post(`${path}/messages`, { message, clientMessageId: `message ${email}` })
  assert.equal(sent.status, 202, JSON.stringify(sent.body))
  await eventually(async () => {
    const [answer] = await db.read`
      select from messages where tenant_id = ${tenantId} and audience_id = ${audienceId} and author = 'agent'`
    assert.ok(answer)
  }, 10_000)
  await newLink(acme, '/zephyrine', audienceId)
  await send('/zephyrine', [['email', email]])
  const place = { tenantId, pageId, audienceId, versionId }
  const report = makeReport(here, place, { referrer: 'https://intranet.example/zephyrine' })
  assert.equal(await site.report(report, from('192.0.2.2')), 204)
  await db.inTransaction(async (tx) => {
    const theirs = tx`tenant_id = ${tenantId} and audience_id = ${audienceId}`
    await tx`
      update messages set selected_element = ${JSON.stringify({ text: name })}::text::json, suggestions = ${[`Greet ${name}`]}
      where ${theirs}`
    await tx`update audiences set recipient_name = ${name} where ${theirs}`
    await tx`update versions set supplementary_context = ${name} where ${theirs}`
    await tx`
      insert into audience_conflicts (tenant_id, audience_id, conflict_id, page_id, kind, place, was, base, audience,
        sides_hash, decision, decided_text, decided_at)
      values (${tenantId}, ${audienceId}, 'one', ${pageId}, 'changed', '{}', ${tx.json(name)}, ${tx.json(name)},
        ${tx.json(name)}, '', 'text', ${name}, now())`
  })
  return audienceId
}

const csv = `Name,E-mail,Phone,Website
${name},${email.toUpperCase()},,
${name},${email},12,
${name},,${phoneNumber},no website
Kim,kim@initech.example,,
`

const uploadCsv = async ({ acme }: World, fileName: string, more = '') =>
  (await upload(acme, fileName, csv + more, 'text/csv')).fileId as string

async function startBatch({ acme }: World, pageId: string, body: object): Promise<string> {
  const started = await acme.post(`/v0/pages/${pageId}/audiences/bulk`, body)
  assert.equal(started.status, 202, JSON.stringify(started.body))
  return started.body.batchId
}

const isFinished = ({ acme }: World, batchId: string) =>
  until(
    'the batch has ended',
    async () => (await acme.get(`/v0/batches/${batchId}`)).body.finishedAt !== null,
  )

/** The bytes of all stored files of a tenant, and of an archive of the tenant. */
async function readFiles({ context, acme, databaseUrl }: World) {
  const { tenantId, slug } = acme
  const folder = join(context.config.dataDir, 'files', tenantId)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const stored = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')))
  const target = join(await emptyFolder(), 'tenant.tar.gz')
  await exportTenant(databaseUrl, context.storage, { tenantId, slug }, target)
  return { stored: stored.join('\n'), archive: gunzipSync(await readFile(target)).toString('latin1') }
}

test('an erased person is in no column of the database, no file and no archive', async () => {
  const here = await openWorld()
  const { acme, db, context, subscribe } = here
  const stopWorkers = await startWorkers(context)
  await subscribe(acme, '/erasure')
  const page = await makePage(here)
  const { personId } = await makePerson(here)
  const { pageId } = page
  await makePersonalPage(here, page, personId)
  const { audienceId: everyone } = await newAudience(acme, pageId)
  await newLink(acme, '/open', everyone)
  await page.send('/open', [['email', email.toLowerCase()]])
  await page.send('/open', [['message', `Hello,\n${email} is my address.`]])
  await page.send('/open', [['phone', '+49 30 5550-19876']])
  const gates = new Map<string, string>()
  for (const [path, allowedEmails] of [
    ['/shared', [email, 'kim@initech.example']],
    ['/alone', [email]],
  ] as const) {
    const linkId = await newLink(acme, path, everyone)
    gates.set(path, linkId)
    assert.equal((await acme.patch(`/v0/page_links/${linkId}/gate`, { allowedEmails })).status, 200)
  }
  const read = await startBatch(here, pageId, { csvFileId: await uploadCsv(here, 'zephyrine.csv') })
  await isFinished(here, read)
  await db.inTransaction(
    (tx) => tx`
      update batch_rows set reason = ${`could not be made: ${name}`}
      where tenant_id = ${acme.tenantId} and batch_id = ${read} and status = 'failed'`,
  )
  await stopWorkers()
  // Requests from here on stay queued.
  await uploadCsv(here, 'unread.csv')
  const waiting = [
    await startBatch(here, pageId, {
      csvFileId: await uploadCsv(here, 'waiting.csv', `${name},,${phoneNumber},\n`),
    }),
    await startBatch(here, pageId, { personIds: [personId] }),
  ]
  const pageLinkId = gates.get('/shared') as string
  await db.inTransaction(async (tx) => {
    enqueue(tx, 'gate_code', acme.tenantId, { data: { pageLinkId, email, browserHash: 'a' } })
    await tx`update jobs set last_error = ${email} where tenant_id = ${acme.tenantId} and kind = 'gate_code'`
  })
  const columns = await listTextColumns(db)
  const searched = columns.filter(({ isSearched }) => isSearched)
  assert.deepEqual(
    await findColumnsWith(db, searched, pattern),
    searched.map(({ table, column }) => `${table}.${column}`),
    'a column that can hold text about a person is filled here, or named in personalData.ts',
  )
  const before = await readFiles(here)
  for (const bytes of Object.values(before)) assert.match(bytes, new RegExp(pattern, 'i'))

  assert.equal((await acme.delete(`/v0/persons/${personId}`)).status, 204)
  const stopAgain = await startWorkers(context)
  for (const batchId of waiting) await isFinished(here, batchId)
  await until('files are removed', async () => {
    const [job] = await db.read`select from jobs where tenant_id = ${acme.tenantId} and kind = 'remove_files'`
    return job === undefined
  })
  await stopAgain()
  assert.deepEqual(await findColumnsWith(db, columns, pattern), [])
  for (const bytes of Object.values(await readFiles(here)))
    assert.doesNotMatch(bytes, new RegExp(pattern, 'i'))
})

test('a gate whose only address is erased stays closed on every path until its list is changed', async () => {
  const here = await openWorld()
  const { acme } = here
  const page = await makePage(here)
  const { personId } = await makePerson(here)
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'closed.example' })).body
  const { audienceId } = await newAudience(acme, page.pageId, { accountId })
  const gate = `/v0/page_links/${await newLink(acme, '/closed', audienceId)}/gate`
  await newLink(acme, '/closed-too', audienceId)
  assert.equal((await acme.patch(gate, { allowedEmails: [email] })).status, 200)
  const visit = async (path: string) => (await page.site.ask(path, { headers: from('192.0.2.4') })).status
  const both = async () => [await visit('/closed'), await visit('/closed-too')]
  await eventually(async () => assert.deepEqual(await both(), [403, 403]))

  const writer = await here.withScope(acme, 'write')
  const refused = await writer.delete(`/v0/persons/${personId}`)
  assert.deepEqual([refused.status, refused.body.code], [403, 'scope_missing'])
  assert.equal((await acme.delete(`/v0/persons/${personId}`)).status, 204)
  await eventually(async () => assert.deepEqual(await both(), [410, 410]))
  assert.deepEqual((await acme.get(gate)).body.allowedEmails, [])
  const reopened = await acme.patch(gate, { expiresAt: null, visitLimit: 5 })
  assert.deepEqual([reopened.status, reopened.body.allowedEmails], [200, []])
  await eventually(async () => assert.deepEqual(await both(), [403, 403]))
  assert.equal((await acme.patch(gate, { allowedEmails: [] })).status, 400)
  await acme.patch(gate, { allowedEmails: null, visitLimit: null })
  await eventually(async () => assert.deepEqual(await both(), [200, 200]))
})

test('erasing a person keeps other persons, their forms and rows, and the protection of links', async () => {
  const here = await openWorld()
  const { acme, db, context } = here
  const page = await makePage(here)
  const { personId } = await makePerson(here)
  const { audienceId: everyone } = await newAudience(acme, page.pageId)
  await newLink(acme, '/open', everyone)
  await page.send('/open', [['email', `not.${email}`]])
  await page.send('/open', [['message', `${email}.au`]])
  await page.send('/open', [
    ['message', `Call our switchboard ${phoneNumber}`],
    ['email', 'kim@initech.example'],
  ])
  const linkId = await newLink(acme, '/alone', everyone)
  const gate = `/v0/page_links/${linkId}/gate`
  assert.equal((await acme.patch(gate, { allowedEmails: [email] })).status, 200)
  const sharedGate = `/v0/page_links/${await newLink(acme, '/shared', everyone)}/gate`
  assert.equal((await acme.patch(sharedGate, { allowedEmails: [email, 'initech.example'] })).status, 200)
  const batchId = await startBatch(here, page.pageId, { csvFileId: await uploadCsv(here, 'people.csv') })
  const exported = (await acme.get(`/v0/persons/${personId}/export`)).body
  assert.equal(exported.gates.length, 2)
  assert.equal(exported.batchRows.length, 3)

  assert.equal((await acme.delete(`/v0/persons/${personId}`)).status, 204)
  assert.equal((await acme.get(`/v0/pages/${page.pageId}/submissions`)).body.totalCount, 3)
  const alone = (await acme.get(gate)).body
  assert.deepEqual(alone.allowedEmails, [])
  assert.ok(Number(alone.expiresAt) <= Date.now())
  assert.deepEqual((await acme.get(sharedGate)).body.allowedEmails, ['initech.example'])
  const visit = async (path: string) => (await page.site.ask(path, { headers: from('192.0.2.3') })).status
  // The remaining gate protects the page on every path.
  assert.deepEqual([await visit('/alone'), await visit('/shared'), await visit('/open')], [410, 403, 403])
  const stop = await startWorkers(context)
  await isFinished(here, batchId)
  await stop()
  const rows = (await acme.get(`/v0/batches/${batchId}/rows`)).body.items
  assert.deepEqual(
    rows.map(({ status, reason }: any) => [status, reason]),
    [
      ['cancelled', 'The person was erased.'],
      ['failed', 'The person was erased.'],
      ['failed', 'The person was erased.'],
      ['made', null],
    ],
  )
  const persons = await db.read<{ name: string }[]>`
    select name from persons where tenant_id = ${acme.tenantId}`
  assert.deepEqual(persons, [{ name: 'Kim' }])
})
