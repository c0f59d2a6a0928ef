import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser, openBrowser } from '../test/browser.ts'
import { everyBlock } from '../test/everyBlock.ts'
import { paintOnPhone } from '../test/phone.ts'
import { newAudience, newLink, newPage, site } from '../test/sites.ts'

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
    const seen = await paintOnPhone(browser, `http://${host}/${look}`)
    assert.ok(seen.loaded.length > 0, `${look} (${index}): its fonts are used`)
    assert.ok(seen.shift <= 0.01, `${look}: moved by ${seen.shift}`)
    assert.ok(seen.fontBytes > 0 && seen.fontBytes < 80_000, `${look}: ${seen.fontBytes} bytes of fonts`)
    assert.ok(seen.paintedMs > 0, `${look}: painted`)
  }
})
