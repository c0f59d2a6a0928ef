import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readlink } from 'node:fs/promises'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openSession } from '../database/session.ts'
import { until } from '../test/eventually.ts'
import { hero } from '../test/refusals.ts'
import { newAudience, newLink, newPage } from '../test/sites.ts'
import { visit } from '../test/visitor.ts'
import { world } from '../test/world.ts'
import { previewPath } from './preview.ts'
import { templatePath } from './templatePreview.ts'

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>'

test('a preview shows any finished version to anyone with its address, and is excluded from search', async () => {
  const { acme, globex, baseUrl, context } = await world()
  const pageId = (await acme.post('/v0/pages', { name: 'Draft', pageType: 'custom' })).body.pageId
  const { audienceId } = await newAudience(acme, pageId)
  const versions = `/v0/pages/${pageId}/audiences/${audienceId}/versions`
  const document = { theme: {}, blocks: [hero({ headline: 'Not yet for all' })] }
  const { versionId } = (await acme.post(versions, { document })).body
  const { status, body } = await acme.get(`${versions}/${versionId}/preview`)
  assert.equal(status, 200)
  const inAnHour = Date.now() + 3_600_000
  assert.ok(Math.abs(Number(body.expiresAt) - inAnHour) < 10_000)
  const { host, pathname } = new URL(body.url)
  assert.equal(host, `${acme.slug}.localhost:${new URL(baseUrl).port}`)
  const shown = await visit(baseUrl, host, pathname)
  assert.equal(shown.status, 200)
  assert.match(shown.text, /Not yet for all/)
  assert.equal(shown.headers['cache-control'], 'no-store')
  assert.equal(shown.headers['x-robots-tag'], 'noindex, nofollow')
  assert.match(shown.text, /<meta name="robots" content="noindex, nofollow">/)
  const policy = shown.headers['content-security-policy'] as string
  assert.ok(policy.endsWith(`; frame-ancestors ${context.publicUrl()}`), policy)

  const place = { tenantId: acme.tenantId, audienceId, versionId }
  const over = await visit(baseUrl, host, previewPath(context.sign, place, Date.now() - 1))
  assert.equal(over.status, 410)
  assert.match(over.text, /This preview has ended/)
  const later = pathname.replace(/\.(\d{13})\./, (_, at) => `.${Number(at) + 1}.`)
  for (const path of [later, `${pathname}x`, pathname.slice(0, -1), '/_p', '/_p/x'])
    assert.equal((await visit(baseUrl, host, path)).status, 404, path)
  assert.equal((await visit(baseUrl, `${globex.slug}.localhost`, pathname)).status, 404)
  await acme.delete(`/v0/pages/${pageId}`)
  assert.equal((await visit(baseUrl, host, pathname)).status, 404)
})

test('every template can be previewed before a page is created from it, in the look of a brand', async () => {
  const { acme, globex, baseUrl, context } = await world()
  const host = `${acme.slug}.localhost`
  const { brandId } = (await acme.post('/v0/brands', { name: 'Northwind', primaryColor: '#7a1fa2' })).body
  for (const template of ['inbound', 'outbound', 'call_followup', 'sales_deck', 'custom']) {
    const { status, body } = await acme.get(`/v0/templates/preview?template=${template}&brandId=${brandId}`)
    assert.equal(status, 200)
    const { pathname } = new URL(body.url)
    const shown = await visit(baseUrl, host, pathname)
    assert.equal(shown.status, 200, template)
    assert.match(shown.text, /Northwind/)
    assert.match(shown.text, /Acme Robotics|Robin/)
    assert.doesNotMatch(shown.text, /\{\{/)
    assert.equal(shown.headers['x-robots-tag'], 'noindex, nofollow')
    assert.equal((await visit(baseUrl, `${globex.slug}.localhost`, pathname)).status, 404)
    const later = pathname.replace(/\.(\d{13})\./, (_, at) => `.${Number(at) + 1}.`)
    assert.equal((await visit(baseUrl, host, later)).status, 404)
  }
  const over = templatePath(
    context.sign,
    { tenantId: acme.tenantId, template: 'custom', brandId: undefined },
    Date.now() - 1,
  )
  assert.equal((await visit(baseUrl, host, over)).status, 410)
  assert.equal((await acme.get('/v0/templates/preview?template=nothing')).status, 400)
  const foreign = await globex.get(`/v0/templates/preview?template=custom&brandId=${brandId}`)
  assert.equal(foreign.status, 400)
  const unbranded = await globex.get('/v0/templates/preview?template=custom')
  assert.equal(
    (await visit(baseUrl, `${globex.slug}.localhost`, new URL(unbranded.body.url).pathname)).status,
    200,
  )
})

test('pictures of a page are served by its own site, cached permanently, and by no other site', async () => {
  const { acme, globex, baseUrl } = await world()
  const { fileId } = (await acme.upload('drawing.svg', drawing)).body
  const asset = { assetType: 'image', name: 'Drawing', purpose: '', fileId }
  const { assetId } = (await acme.post('/v0/assets', asset)).body
  const pageId = await newPage(acme)
  const picture = { assetId, alt: 'A drawing' }
  const headline = 'With a picture'
  await acme.put(`/v0/pages/${pageId}/document`, { theme: {}, blocks: [hero({ headline, picture })] })
  await acme.patch(`/v0/pages/${pageId}`, { metadata: { ogImageFileId: fileId } })
  await newLink(acme, '/a', (await newAudience(acme, pageId)).audienceId)
  const host = `${acme.slug}.localhost`
  const page = await visit(baseUrl, host, '/a')
  const path = `/_s/f/${fileId}`
  assert.ok(page.text.includes(`src="${path}"`), page.text)
  assert.match(page.text, new RegExp(`property="og:image" content="http://${host}:\\d+${path}"`))
  const file = await visit(baseUrl, host, path)
  assert.equal(file.status, 200)
  assert.equal(file.headers['content-type'], 'image/svg+xml')
  assert.equal(file.headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.equal(file.headers['x-content-type-options'], 'nosniff')
  assert.match(file.headers['content-security-policy'] as string, /sandbox/)
  const again = await visit(baseUrl, host, path, {
    headers: { 'if-none-match': file.headers.etag as string },
  })
  assert.equal(again.status, 304)
  const part = await visit(baseUrl, host, path, { headers: { range: 'bytes=0-3' } })
  assert.deepEqual([part.status, part.text], [206, file.text.slice(0, 4)])
  assert.equal((await visit(baseUrl, host, path, { headers: { range: 'bytes=99999-' } })).status, 416)
  const head = await visit(baseUrl, host, path, { method: 'HEAD' })
  assert.deepEqual([head.status, head.bytes.length], [200, 0])
  assert.equal((await visit(baseUrl, `${globex.slug}.localhost`, path)).status, 404)
  const table = (await acme.upload('people.csv', 'name\nJane\n', 'text/csv')).body.fileId
  for (const wrong of [`/_s/f/${table}`, `${path}/original`, `${path}/..`, '/_s/f/', '/_s/f/file_x'])
    assert.notEqual((await visit(baseUrl, host, wrong)).status, 200, wrong)
  await acme.delete(`/v0/assets/${assetId}`)
  assert.equal((await visit(baseUrl, host, path)).status, 404)
})

test('a visitor who left before a picture was sent leaves no file open', {
  skip: !existsSync('/proc/self/fd') && 'open files are counted in /proc',
}, async () => {
  const { acme, baseUrl, databaseUrl } = await world()
  const { fileId } = (await acme.upload('drawing.svg', drawing)).body
  const owner = await openSession({ url: databaseUrl })
  await owner`begin`
  await owner`lock table files in access exclusive mode`
  const { hostname, port } = new URL(baseUrl)
  for (let visitor = 0; visitor < 10; visitor++) {
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    socket.write(`GET /_s/f/${fileId} HTTP/1.1\r\nhost: ${acme.slug}.localhost\r\n\r\n`)
    await sleep(20)
    socket.resetAndDestroy()
  }
  await sleep(100)
  await owner`rollback`
  await owner.end()
  const isOpen = async () => {
    const links = (await readdir('/proc/self/fd')).map((fd) =>
      readlink(`/proc/self/fd/${fd}`).catch(() => ''),
    )
    return (await Promise.all(links)).some((path) => path.includes(fileId))
  }
  // The ten have been answered when a later one has.
  assert.equal((await visit(baseUrl, `${acme.slug}.localhost`, `/_s/f/${fileId}`)).status, 200)
  await until('no file is open', async () => !(await isOpen()))
})

test('operators see the number of responses sent to visitors', async () => {
  const { acme, baseUrl } = await world()
  const { audienceId } = await newAudience(acme, await newPage(acme))
  await newLink(acme, '/counted', audienceId)
  const count = async (status: number) => {
    const { text } = await visit(baseUrl, 'localhost', '/metrics')
    return Number(new RegExp(`foyer_site_answers_total\\{status="${status}"\\} (\\d+)`).exec(text)?.[1] ?? 0)
  }
  const [shown, missing] = [await count(200), await count(404)]
  for (const path of ['/counted', '/counted', '/nothing'])
    await visit(baseUrl, `${acme.slug}.localhost`, path)
  assert.deepEqual([await count(200), await count(404)], [shown + 2, missing + 1])
})
