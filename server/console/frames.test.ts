import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser, openBrowser } from '../test/browser.ts'
import { hero } from '../test/refusals.ts'
import { newAudience, newLink, newPage } from '../test/sites.ts'
import { world } from '../test/world.ts'
import { consolePolicy } from './policy.ts'

test('a preview shows in the console, with its components, and in no other page', {
  skip: noBrowser,
}, async () => {
  const { acme, ground } = await world()
  const sum = '<!doctype html><title>Sum</title><p id="sum"></p><script>sum.textContent = 1 + 1</script>'
  const { fileId } = (await acme.upload('sum.html', sum, 'text/html')).body
  const asset = { assetType: 'custom-component', name: 'Sum', purpose: '' }
  const { assetId } = (await acme.post(`/v0/files/${fileId}/asset`, asset)).body
  const pageId = await newPage(acme)
  const { audienceId } = await newAudience(acme, pageId)
  await newLink(acme, '/open', audienceId)
  const versions = `/v0/pages/${pageId}/audiences/${audienceId}/versions`
  const component = { id: 'sum', type: 'custom', props: { assetId, title: 'Sum', height: 200 }, sources: [] }
  const made = await acme.post(versions, {
    document: { theme: {}, blocks: [hero({ headline: 'Framed' }), component] },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { url } = (await acme.get(`${versions}/${made.body.versionId}/preview`)).body

  const context = await (await openBrowser()).newContext()
  const page = await context.newPage()
  /** A page at an address that holds the preview in a frame, sent as the console is. */
  const frameAt = async (address: string) => {
    await page.route(address, (route) =>
      route.fulfill({
        contentType: 'text/html',
        headers: { 'content-security-policy': consolePolicy(ground) },
        body: `<!doctype html><title>Frame</title><iframe src="${url}" width="900" height="900"></iframe>`,
      }),
    )
    await page.goto(address)
    return page.frameLocator('iframe')
  }
  const console = await frameAt(`${ground.publicUrl()}/console/studio`)
  assert.equal(await console.locator('h1').textContent(), 'Framed')
  assert.equal(await console.frameLocator('iframe').locator('#sum').textContent(), '2')
  for (const origin of [ground.siteUrl(acme.slug), ground.siteUrl('other'), 'http://elsewhere.example']) {
    const other = await frameAt(`${origin}/elsewhere`)
    assert.equal(await other.locator('h1').count(), 0, origin)
  }
  await context.close()
})
