import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser, openBrowser } from '../test/browser.ts'
import { everyBlock } from '../test/everyBlock.ts'
import { newAudience, newLink, newPage, site } from '../test/sites.ts'

type Seen = { shift: number; paintedAt: number; loaded: string[] }

/** A mid-range phone: a quarter of this machine's speed, 9 Mbit/s, 60 ms away. */
const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2.6,
  isMobile: true,
  hasTouch: true,
}
const network = { offline: false, latency: 60, downloadThroughput: 9e6 / 8, uploadThroughput: 3e6 / 8 }

/** Watches a page from its first moment, in words the browser runs by itself. */
const watch = `globalThis.seen = { shift: 0, paintedAt: 0 }
new PerformanceObserver((list) => { for (const entry of list.getEntries()) seen.shift += entry.value }).observe({ type: 'layout-shift', buffered: true })
new PerformanceObserver((list) => { for (const entry of list.getEntries()) seen.paintedAt = entry.startTime }).observe({ type: 'largest-contentful-paint', buffered: true })`

test('on a phone nothing moves when the fonts arrive, and page and fonts stay within their budgets', {
  skip: noBrowser,
}, async () => {
  const { acme, host, get } = await site()
  const browser = await openBrowser()
  for (const [index, look] of (['editorial', 'product', 'bold'] as const).entries()) {
    const { brandId } = (await acme.post('/v0/brands', { name: 'Harbor', look })).body
    const pageId = await newPage(acme, 'Hello', { brandId })
    await acme.put(`/v0/pages/${pageId}/document`, { theme: {}, blocks: everyBlock.blocks.slice(0, 8) })
    await newLink(acme, `/${look}`, (await newAudience(acme, pageId)).audienceId)
    const { text } = await get(`/${look}`)
    assert.ok(Buffer.byteLength(text) < 70_000, `${look}: ${Buffer.byteLength(text)} bytes of HTML and CSS`)
    const context = await browser.newContext(phone)
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', network)
    let fontBytes = 0
    page.on('response', async (response) => {
      if (response.url().includes('/_s/t/')) fontBytes += (await response.body()).length
    })
    await page.addInitScript(watch)
    await page.goto(`http://${host}/${look}`, { waitUntil: 'networkidle' })
    await page.evaluate('document.fonts.ready.then(() => new Promise(requestAnimationFrame))')
    const seen = await page.evaluate<Seen>(
      '({ ...seen, loaded: [...document.fonts].filter(({ status }) => status === "loaded").map(({ family }) => family) })',
    )
    await context.close()
    assert.ok(seen.loaded.length > 0, `${look} (${index}): its fonts are used`)
    assert.ok(seen.shift <= 0.01, `${look}: moved by ${seen.shift}`)
    assert.ok(fontBytes > 0 && fontBytes < 80_000, `${look}: ${fontBytes} bytes of fonts`)
    assert.ok(seen.paintedAt > 0, `${look}: painted`)
  }
})
