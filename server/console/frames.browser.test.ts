import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { noBrowser, openBrowser } from '../test/browser.ts'
import type { Client } from '../test/client.ts'
import { eventually } from '../test/eventually.ts'
import { hero } from '../test/refusals.ts'
import { newAudience, newPage } from '../test/sites.ts'
import { type World, world } from '../test/world.ts'
import { consolePolicy } from './policy.ts'

type Front = { port: number; frames: string; behind?: World }

/** A proxy in front of the service that adds a page at `/frame` on every host, with a configurable frame. */
async function openFront(t: TestContext): Promise<Front> {
  const front: Front = { port: 0, frames: '' }
  const server = createServer((asked, answer) => {
    const { context, baseUrl = '' } = front.behind ?? {}
    if (asked.url !== '/frame')
      return void asked.pipe(
        request(baseUrl + asked.url, { method: asked.method, headers: asked.headers }, (got) => {
          answer.writeHead(got.statusCode ?? 500, got.headers)
          got.pipe(answer)
        }),
      )
    const isConsole = asked.headers.host === `localhost:${front.port}`
    answer.setHeader('content-type', 'text/html')
    if (isConsole && context) answer.setHeader('content-security-policy', consolePolicy(context))
    answer.end(`<!doctype html><title>Frame</title><iframe src="${front.frames}" width="900" height="900">`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  front.port = (server.address() as AddressInfo).port
  return front
}

/** The URL of a version that contains a component. */
async function newPreview(acme: Client): Promise<string> {
  const sum = '<!doctype html><title>Sum</title><p id="sum"></p><script>sum.textContent = 1 + 1</script>'
  const { fileId } = (await acme.upload('sum.html', sum, 'text/html')).body
  const asset = { assetType: 'custom-component', name: 'Sum', purpose: '' }
  const { assetId } = (await acme.post(`/v0/files/${fileId}/asset`, asset)).body
  const pageId = await newPage(acme)
  const { audienceId } = await newAudience(acme, pageId)
  const versions = `/v0/pages/${pageId}/audiences/${audienceId}/versions`
  const props = { assetId, title: 'Sum', height: 200 }
  const blocks = [hero({ headline: 'Framed' }), { id: 'sum', type: 'custom', props, sources: [] }]
  const made = await acme.post(versions, { document: { theme: {}, blocks } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return (await acme.get(`${versions}/${made.body.versionId}/preview`)).body.url
}

test('a preview with its components can be framed by the console and by no other page', {
  skip: noBrowser,
}, async (t) => {
  const front = await openFront(t)
  const here = await world({ PUBLIC_URL: `http://localhost:${front.port}` })
  front.behind = here
  front.frames = await newPreview(here.acme)
  const context = await (await openBrowser()).newContext()
  t.after(() => context.close())
  const page = await context.newPage()
  const frame = page.frameLocator('iframe')
  const refusals: string[] = []
  page.on('console', (message) => refusals.push(message.text()))
  await page.goto(`http://localhost:${front.port}/frame`)
  assert.equal(await frame.locator('h1').textContent(), 'Framed')
  // It is loaded when it scrolls into view.
  await frame.locator('iframe').scrollIntoViewIfNeeded()
  assert.equal(await frame.frameLocator('iframe').locator('#sum').textContent(), '2')
  assert.doesNotMatch(refusals.join(), /Content Security Policy/)
  const site = here.context.siteUrl(here.acme.slug)
  for (const origin of [site, here.context.siteUrl('other'), `http://127.0.0.1:${front.port}`]) {
    refusals.length = 0
    await page.goto(`${origin}/frame`)
    await eventually(async () => assert.match(refusals.join(), /frame-ancestors/, origin))
    assert.equal(await frame.getByRole('heading', { name: 'Framed' }).count(), 0, origin)
  }
})
