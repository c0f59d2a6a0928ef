import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { eventually } from '../server/test/eventually.ts'
import { emptyFolder } from '../server/test/launch.ts'
import { newAudience, newLink, newPage, saying } from '../server/test/sites.ts'
import { openSite, visited } from '../server/test/visits.ts'
import { world } from '../server/test/world.ts'

/** Copies an example into a project that has the SDK installed. */
async function openProject(file: string): Promise<string> {
  const source = join(import.meta.dirname, file)
  const lines = (await readFile(source, 'utf8')).split('\n').length - 1
  assert.ok(lines <= 80, `${file} has ${lines} lines`)
  const folder = await emptyFolder()
  const sdk = join(folder, 'node_modules', '@foyer', 'sdk')
  await mkdir(sdk, { recursive: true })
  const address = pathToFileURL(join(import.meta.dirname, '..', 'sdk', 'index.ts')).href
  await writeFile(join(sdk, 'package.json'), JSON.stringify({ type: 'module', exports: './index.js' }))
  await writeFile(join(sdk, 'index.js'), `export * from '${address}'\n`)
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  await cp(source, join(folder, 'program.ts'))
  return folder
}

async function start(t: TestContext, file: string, env: Record<string, string>, args: string[] = []) {
  const cwd = await openProject(file)
  const child = spawn(process.execPath, ['program.ts', ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  t.after(() => child.kill('SIGKILL'))
  return child
}

/** Starts an example that listens, and returns its URL. */
async function serve(t: TestContext, file: string, env: Record<string, string>): Promise<string> {
  const child = await start(t, file, { ...env, PORT: '0' })
  child.stderr.pipe(process.stderr)
  const [line] = await once(child.stdout, 'data')
  return `http://127.0.0.1:${/"port":(\d+)/.exec(String(line))?.[1]}`
}

test('each example does what its README says, and a repeat has no further effect', async (t) => {
  const here = await world(visited)
  const { acme, baseUrl } = here
  const env = { FOYER_URL: baseUrl, FOYER_API_KEY: acme.key }
  const site = openSite(here, acme)
  const pageId = await newPage(acme)

  await t.test('a deal of the CRM becomes a live page', async (t) => {
    const url = await serve(t, 'crm-webhook/server.ts', { ...env, PAGE_ID: pageId, CRM_SECRET: 'secret' })
    const contact = { name: 'Jane Doe', email: 'jane@initech.example' }
    const deal = {
      id: '4711',
      company: 'Initech',
      domain: 'initech.example',
      contact,
      note: 'Rolls out in May.',
    }
    const body = JSON.stringify(deal)
    const signed = { 'x-signature': createHmac('sha256', 'secret').update(body).digest('hex') }
    const send = (headers: Record<string, string>) => fetch(url, { method: 'POST', headers, body })
    assert.equal((await send({})).status, 401)
    for (const time of ['first', 'second']) {
      const answer = await send(signed)
      assert.equal(answer.status, 200, time)
      const { pathname } = new URL(((await answer.json()) as { url: string }).url)
      assert.match((await site.ask(pathname)).text, /Initech, ready when you are/)
    }
    assert.equal((await acme.get(`/v0/pages/${pageId}/audiences`)).body.totalCount, 1)
  })

  await t.test('a spreadsheet becomes live pages, and its invalid rows are reported', async (t) => {
    const sheet = join(await emptyFolder(), 'people.csv')
    await writeFile(
      sheet,
      'Name,E-mail\nAda,ada@globex.example\nBob,bob@globex.example\nEve,not an address\n',
    )
    const settings = { ...env, PAGE_ID: pageId, MESSAGE: 'Change the headline to "Hello {{person.name}}"' }
    for (const said of [/2 pages are live/, /Nobody is new/]) {
      const child = await start(t, 'nightly-batch/batch.ts', settings, [sheet])
      const ended = [text(child.stdout), text(child.stderr), once(child, 'close')] as const
      const [output, complaints, [code]] = await Promise.all(ended)
      assert.match(output, said, complaints)
      assert.match(complaints, /Row 4: /)
      assert.equal(code, 1)
    }
    assert.equal((await acme.get(`/v0/pages/${pageId}/audiences`)).body.totalCount, 3)
  })

  await t.test('a form becomes a message in Slack, with the input as plain text', async (t) => {
    const messages: string[] = []
    const slack = createServer(async (request, response) => {
      messages.push(await text(request))
      response.writeHead(200).end('ok')
    }).listen(0, '127.0.0.1')
    t.after(() => slack.close())
    await once(slack, 'listening')
    const { secret, subscriptionId } = await (async () => {
      const input = { url: 'http://127.0.0.1:9/', events: ['form.submitted'], active: false }
      return (await acme.post('/v0/webhook_subscriptions', input)).body
    })()
    const SLACK_URL = `http://127.0.0.1:${(slack.address() as AddressInfo).port}/`
    const url = await serve(t, 'form-to-slack/server.ts', { ...env, FOYER_WEBHOOK_SECRET: secret, SLACK_URL })
    await acme.patch(`/v0/webhook_subscriptions/${subscriptionId}`, { url, active: true })
    const fields = [{ name: 'message', label: 'Message', type: 'textarea' }]
    const form = { id: 'ask', type: 'form', props: { submitLabel: 'Send', fields }, sources: [] }
    const formPage = await newPage(acme)
    const blocks = [...saying('Ask us').blocks, form]
    await acme.put(`/v0/pages/${formPage}/document`, { theme: {}, blocks })
    await newLink(acme, '/ask', (await newAudience(acme, formPage)).audienceId)
    const [, action = ''] = /<form method="post" action="([^"]+)"/.exec((await site.ask('/ask')).text) ?? []
    const sent = await site.post(action, [['message', 'Hi <!channel> & all']])
    assert.equal(sent.status, 200, sent.text)
    await eventually(async () => assert.equal(messages.length, 1), 10_000)
    const deliveries = `/v0/webhook_subscriptions/${subscriptionId}/deliveries`
    const [{ deliveryId, lastTriedAt }] = await eventually(async () => {
      const { items } = (await acme.get(deliveries)).body
      assert.equal(items[0].status, 'delivered')
      return items
    }, 10_000)
    await acme.post(`${deliveries}/${deliveryId}/resend`, {})
    await eventually(async () => {
      const [again] = (await acme.get(deliveries)).body.items
      assert.ok(again.status === 'delivered' && again.lastTriedAt !== lastTriedAt)
    }, 10_000)
    assert.equal(messages.length, 1)
    assert.match(JSON.parse(messages[0] ?? '').text, /message:\* Hi &lt;!channel&gt; &amp; all/)
    assert.equal((await fetch(url, { method: 'POST', body: '{}' })).status, 401)
  })
})
