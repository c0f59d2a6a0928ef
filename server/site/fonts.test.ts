import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { convert } from 'fontverter'
import { bundledFontNames, bundledFonts } from '../../document/index.ts'
import { readBundledFile } from '../graphics/bundledFiles.ts'
import { fontAddress } from '../graphics/fontAddress.ts'
import { openGraphicsWorker } from '../graphics/worker.ts'
import { loadSign } from '../secrets/secrets.ts'
import { eventually } from '../test/eventually.ts'
import { upload } from '../test/files.ts'
import { newAudience, newLink, newPage, site } from '../test/sites.ts'
import type { VisitorResponse } from '../test/visitor.ts'
import { SiteFonts } from './fonts.ts'

async function shownPage(headline: string, brand: object) {
  const here = await site()
  const { brandId } = (await here.acme.post('/v0/brands', { name: 'Acme', ...brand })).body
  const pageId = await newPage(here.acme, headline, { brandId })
  const { audienceId } = await newAudience(here.acme, pageId)
  await newLink(here.acme, '/a', audienceId)
  const { text, headers } = await here.get('/a')
  const fonts = [...text.matchAll(/<link rel="preload" as="font"[^>]* href="([^"]+)" crossorigin>/g)].map(
    ([, href]) => href as string,
  )
  return { ...here, brandId, text, headers, fonts }
}

/** The subset at an address; on a busy machine the whole font is sent first. */
async function readSubset(
  get: (address: string) => Promise<VisitorResponse>,
  address: string,
): Promise<VisitorResponse> {
  return await eventually(async () => {
    const answer = await get(address)
    assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable')
    return answer
  }, 60_000)
}

async function charactersOf(woff2: Buffer): Promise<Set<string>> {
  // Imported here: the module has a top-level await, which a test file must not have.
  const { Blob, Face } = await import('harfbuzzjs')
  const face = new Face(new Blob(await convert(woff2, 'sfnt')))
  return new Set([...face.collectUnicodes()].map((point) => String.fromCodePoint(point)))
}

test('a page loads its two fonts from its own site, reduced to its characters and under 80 KB', async () => {
  const { get, text, headers, fonts } = await shownPage('Über Straßen', {
    headingFont: 'fraunces',
    textFont: 'instrument-sans',
  })
  assert.equal(fonts.length, 2)
  assert.match(headers['content-security-policy'] as string, /font-src 'self'/)
  assert.match(text, /--font-head:"Fraunces Display","Fraunces Display 1"/)
  assert.match(text, /size-adjust:[\d.]+%;ascent-override:[\d.]+%/)
  let total = 0
  for (const address of fonts) {
    const font = await readSubset(get, address)
    assert.equal(font.status, 200)
    assert.equal(font.headers['content-type'], 'font/woff2')
    const signs = await charactersOf(font.bytes)
    for (const sign of 'ÜßAz9’') assert.ok(signs.has(sign), sign)
    assert.ok(!signs.has('å'), 'only what the page says')
    total += font.bytes.length
    const again = await get(address, { headers: { 'if-none-match': font.headers.etag as string } })
    assert.equal(again.status, 304)
  }
  assert.ok(total < 80_000, `${total} bytes`)
})

test('every bundled font is served as a subset of its own, in every cut', async () => {
  for (const name of bundledFontNames) {
    const { get, fonts } = await shownPage('Hello', { headingFont: name, textFont: name })
    assert.equal(fonts.length, 'heading' in bundledFonts[name] ? 2 : 1, name)
    let total = 0
    for (const address of fonts) {
      const { status, bytes } = await readSubset(get, address)
      assert.equal(status, 200)
      total += bytes.length
    }
    assert.ok(total < 80_000, `${name}: ${total} bytes`)
  }
})

test('text in a script that the font supports uses the file of that script; other scripts use system fonts', async () => {
  const { get, fonts, text } = await shownPage('Привет, мир. こんにちは', { font: 'geist' })
  assert.equal(fonts.length, 2)
  const cyrillic = fonts.find((address) => address.includes('.cyrillic.')) as string
  const signs = await charactersOf((await readSubset(get, cyrillic)).bytes)
  assert.ok(signs.has('П'))
  assert.ok(!signs.has('Ж'))
  assert.match(text, /unicode-range:U\+0301,U\+0400-045F/)
})

test('while the threads are busy, the whole font is sent instead of a subset', async () => {
  const { db } = await site()
  const sign = await loadSign(db)
  const part = { cut: 'text', style: 'normal', script: 'latin', extra: [] as number[] } as const
  const fonts = (['fraunces', 'manrope'] as const).map((font) => fontAddress(sign)({ font, ...part }))
  // Nobody may wait in this queue, and its only place is taken.
  const worker = openGraphicsWorker({ waiting: 0 })
  const siteFonts = new SiteFonts({ db, sign, storage: undefined as never }, worker)
  const server = createServer((request, response) => {
    siteFonts.send('tenant', request.url ?? '', request, response).catch(() => response.writeHead(500).end())
  }).listen(0, '127.0.0.1')
  try {
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const answers = await Promise.all(
      fonts.map(async (address) => {
        const answer = await fetch(`http://127.0.0.1:${port}${address}`)
        const { byteLength: bytes } = await answer.arrayBuffer()
        return { status: answer.status, caching: answer.headers.get('cache-control'), bytes }
      }),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    )
    const whole = answers.find(({ caching }) => caching === 'public, max-age=60')
    assert.ok(whole && whole.bytes > 10_000, JSON.stringify(answers))
  } finally {
    server.close()
    await worker.close()
  }
})

test('subsets that no page requested cannot be generated', async () => {
  const { get, fonts } = await shownPage('Hello', { font: 'geist' })
  const [address = ''] = fonts
  for (const changed of [
    address.replace('.latin.', '.cyrillic.'),
    address.replace('geist', 'inter'),
    address.replace('.latin..', '.latin.all.'),
    address.replace(/.{8}\.woff2$/, 'AAAAAAAA.woff2'),
    '/_s/t/x.woff2',
  ])
    assert.equal((await get(changed)).status, 404, changed)
})

test('a brand’s own font is parsed, rewritten, and served only as subsets', async () => {
  const { acme, globex, get, host, baseUrl } = await site()
  const sent = await readBundledFile('figtree', 'latin', 'normal')
  const file = await upload(acme, 'Corporate.woff2', sent)
  assert.equal(file.mediaType, 'font/woff2')
  const made = await acme.post('/v0/brands', { name: 'Acme', headingFont: file.fileId })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.equal(made.body.headingFont, file.fileId)
  const pageId = await newPage(acme, 'Hello', { brandId: made.body.brandId })
  await newLink(acme, '/own', (await newAudience(acme, pageId)).audienceId)
  const { text } = await get('/own')
  const [address = ''] = text.match(/\/_s\/t\/file_[^")]+/) ?? []
  const font = await get(address)
  assert.equal(font.status, 200)
  const signs = await charactersOf(font.bytes)
  assert.ok(signs.has('H') && !signs.has('é'))
  assert.match(text, /font-weight:300 900/)
  assert.equal((await get(`/_s/f/${file.fileId}`)).status, 404, 'never as a whole')
  assert.ok(host && baseUrl)
  const refused = await globex.post('/v0/brands', { name: 'Globex', headingFont: file.fileId })
  assert.deepEqual([refused.status, refused.body.errors[0].path], [400, '/headingFont'])
})

test('a file that is not a complete font is refused', async () => {
  const { acme } = await site()
  const sent = await readBundledFile('figtree', 'latin', 'normal')
  const broken = Buffer.from(sent)
  broken.fill(7, 200, 4000)
  const giant = Buffer.from(sent)
  giant.writeUInt32BE(0x7fffffff, 16)
  for (const [bytes, status] of [
    [sent.subarray(0, 5000), 400],
    [broken, 400],
    [giant, 413],
    [Buffer.concat([Buffer.from('wOF2'), Buffer.alloc(100)]), 415],
    [Buffer.concat([sent, Buffer.alloc(2 * 1024 * 1024)]), 413],
  ] as const)
    assert.equal((await acme.upload('a.woff2', bytes)).status, status)
  const picture = await upload(acme)
  for (const font of [picture.fileId, 'file_01kb5w3x8ef0arv2m9n4t6q7zc', 'comic-sans', ''])
    assert.equal((await acme.post('/v0/brands', { name: 'A', textFont: font })).status, 400, font)
})

test('a changed font of the brand appears on its pages', async () => {
  const { acme, get, brandId } = await shownPage('Hello', { font: 'geist' })
  await acme.patch(`/v0/brands/${brandId}`, { headingFont: 'newsreader' })
  await eventually(async () => assert.match((await get('/a')).text, /Newsreader Display/))
})
