import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { eventually } from '../../server/test/eventually.ts'
import { newPage } from '../../server/test/sites.ts'
import { world } from '../../server/test/world.ts'
import { eventTypes } from '../../server/webhooks/events.ts'
import { events } from './events.ts'
import type { ExecuteContext, HookContext, Item, WebhookContext } from './n8n.ts'
import { buildNodes } from './pack.ts'

/** The classes of the built package, loaded as n8n does: by the files that it names. */
async function loadPackage(folder: string) {
  await buildNodes(folder)
  const load = createRequire(join(folder, 'package.json'))
  const { credentials, nodes } = load('./package.json').n8n
  const classes = [...credentials, ...nodes].map((file: string) => {
    const name = /(\w+)\.\w+\.js$/.exec(file)?.[1] as string
    return [name, new (load(`./${file}`)[name])()]
  })
  return Object.fromEntries(classes) as {
    Foyer: typeof import('./Foyer.node.ts').Foyer.prototype
    FoyerTrigger: typeof import('./FoyerTrigger.node.ts').FoyerTrigger.prototype
    FoyerApi: { properties: { name: string }[] }
  }
}

test('the built n8n nodes personalise, change, publish and read pages, and are triggered by signed webhooks only', async (t) => {
  const here = await world()
  const { acme, baseUrl } = here
  const folder = await mkdtemp(join(tmpdir(), 'foyer-n8n-'))
  t.after(() => rm(folder, { recursive: true }))
  const { Foyer, FoyerTrigger, FoyerApi } = await loadPackage(folder)
  const names = FoyerApi.properties.map(({ name }) => name)
  assert.deepEqual(names, ['url', 'apiKey'])
  const getCredentials = async () => ({ url: `${baseUrl}/`, apiKey: acme.key })

  const hooks = await receive(FoyerTrigger)
  t.after(hooks.close)
  const kept: Record<string, unknown> = {}
  const hook: HookContext = {
    getCredentials,
    getNodeParameter: () => ['version.drafted'],
    getNodeWebhookUrl: () => hooks.url,
    getWorkflowStaticData: () => kept,
  }
  hooks.keep(kept)
  const { checkExists, create, delete: remove } = FoyerTrigger.webhookMethods.default
  assert.equal(await checkExists.call(hook), false)
  await create.call(hook)
  assert.equal(await checkExists.call(hook), true)

  const run = async (items: Record<string, string>[], isLenient = false) => {
    const context: ExecuteContext = {
      getCredentials,
      getInputData: () => items.map((json) => ({ json })),
      getNodeParameter: (name, item, fallback) => items[item]?.[name] ?? fallback,
      continueOnFail: () => isLenient,
    }
    const [results = []] = await Foyer.execute.call(context)
    return results as { json: any; pairedItem: object }[]
  }
  const pageId = await newPage(acme)
  const account = (await acme.post('/v0/accounts', { name: 'Meridian', domain: 'meridian.example' })).body
  const { accountId } = account
  const [made] = await run([{ operation: 'makeAudience', pageId, accountId }])
  const audienceId = made?.json.audienceId
  const message = 'Change the headline to "By n8n"'
  const [drafted] = await run([{ operation: 'sendMessage', pageId, audienceId, message }])
  assert.deepEqual([drafted?.json.status, typeof drafted?.json.answer], ['draft', 'string'])
  const versionId = drafted?.json.versionId
  const [published] = await run([{ operation: 'publish', pageId, audienceId, versionId }])
  assert.equal(published?.json.status, 'published')
  const read = { operation: 'readAudience', pageId, audienceId }
  const [good, bad] = await run([read, { ...read, audienceId: 'audience_0' }], true)
  assert.deepEqual([good?.json.isLive, good?.pairedItem], [true, { item: 0 }])
  assert.match(bad?.json.error, /audience/)
  await assert.rejects(run([{ ...read, audienceId: 'audience_0' }]))
  const second = (await acme.post('/v0/accounts', { name: 'Contoso', domain: 'contoso.example' })).body
  const [batch] = await run([{ operation: 'personaliseMany', pageId, accountIds: second.accountId }])
  assert.deepEqual([batch?.json.status, batch?.json.failures], ['finished', []])

  const [event] = await eventually(async () => {
    assert.ok(hooks.started.length > 0)
    return hooks.started as { json: any }[]
  }, 10_000)
  assert.deepEqual([event?.json.type, event?.json.data.versionId], ['version.drafted', versionId])
  const before = hooks.started.length
  const forged = { type: 'version.drafted', data: { versionId } }
  assert.equal((await fetch(hooks.url, { method: 'POST', body: JSON.stringify(forged) })).status, 401)
  assert.equal(hooks.started.length, before)
  await remove.call(hook)
  assert.deepEqual(kept, {})
  assert.deepEqual((await acme.get('/v0/webhook_subscriptions')).body.items, [])
  assert.deepEqual(
    events.filter((name) => !(eventTypes as readonly string[]).includes(name)),
    [],
  )
})

/** The part of n8n that passes webhooks to the trigger, and starts workflows. */
async function receive(trigger: typeof import('./FoyerTrigger.node.ts').FoyerTrigger.prototype) {
  const started: Item[] = []
  let kept: Record<string, unknown> = {}
  const server = createServer(async (request, response) => {
    const rawBody = await buffer(request)
    const context: WebhookContext = {
      getWorkflowStaticData: () => kept,
      getRequestObject: () => ({ headers: request.headers, rawBody }),
      getResponseObject: () => ({
        status: (code) => ({ end: (text) => void response.writeHead(code).end(text) }),
      }),
    }
    const { workflowData, noWebhookResponse } = await trigger.webhook.call(context)
    started.push(...(workflowData?.flat() ?? []))
    if (!noWebhookResponse) response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    started,
    keep: (data: Record<string, unknown>) => {
      kept = data
    },
    close: () => server.close(),
  }
}
