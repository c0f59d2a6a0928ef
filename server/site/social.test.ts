import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { eventually } from '../test/eventually.ts'
import { newPicture } from '../test/pictures.ts'
import { newAudience, newLink, newPage, publish, site } from '../test/sites.ts'

const imageIn = (text: string) => /<meta property="og:image" content="([^"]+)">/.exec(text)?.[1] ?? ''

async function shared(headline: string, more: object = {}) {
  const here = await site()
  const pageId = await newPage(here.acme, headline, more)
  const { audienceId } = await newAudience(here.acme, pageId)
  await newLink(here.acme, '/shared', audienceId)
  const { text } = await here.get('/shared')
  return { ...here, pageId, audienceId, text, url: imageIn(text) }
}

test('a shared page has a preview image of 1200 by 630, cached permanently', async () => {
  const { get, host, text, url } = await shared('Every pallet arrives at 4 °C')
  assert.ok(url.startsWith(`http://${host}/_s/og/audience_`), url)
  assert.match(text, /<meta property="og:image:width" content="1200">/)
  assert.match(text, /<meta property="og:image:alt" content="Every pallet arrives at 4 °C · [^"]+">/)
  assert.match(text, /<meta name="twitter:card" content="summary_large_image">/)
  const image = await get(new URL(url).pathname)
  assert.equal(image.status, 200)
  assert.equal(image.headers['content-type'], 'image/png')
  assert.match(image.headers['cache-control'] as string, /immutable/)
  const { width, height, format } = await sharp(image.bytes).metadata()
  assert.deepEqual([width, height, format], [1200, 630, 'png'])
  assert.ok(image.bytes.length < 100_000, `${image.bytes.length} bytes`)
  // The text is rendered: there are more colours than those of background and pattern.
  const { channels } = await sharp(image.bytes)
    .extract({ left: 80, top: 200, width: 800, height: 300 })
    .stats()
  assert.ok((channels[0]?.stdev ?? 0) > 20, 'the headline is drawn')
})

test('a changed headline changes the address of the preview image, and the old address is a 404', async () => {
  const { acme, get, pageId, audienceId, url } = await shared('First words')
  await publish(acme, pageId, audienceId, 'Other words')
  const text = await eventually(async () => {
    const shown = await get('/shared')
    assert.notEqual(imageIn(shown.text), url)
    return shown.text
  })
  assert.equal((await get(new URL(url).pathname)).status, 404)
  assert.equal((await get(new URL(imageIn(text)).pathname)).status, 200)
})

test('the preview image of a page is visible only where the page is', async () => {
  const { acme, get, pageId, url } = await shared('Secret plans')
  const { pathname } = new URL(url)
  const forged = pathname.replace(/\.[\w-]{43}\./, `.${'A'.repeat(43)}.`)
  assert.equal((await get(forged)).status, 404)
  await acme.post(`/v0/pages/${pageId}/archive`, {})
  assert.equal((await get(pathname)).status, 404)
})

test('an image in the metadata takes precedence over the drawn one', async () => {
  const { text } = await shared('Hello', { metadata: { ogImageUrl: 'https://acme.example/own.png' } })
  assert.equal(imageIn(text), 'https://acme.example/own.png')
})

test('headlines in all larger scripts are drawn, from right to left where required', async () => {
  const here = await site()
  const pictures = new Map<string, Buffer>()
  for (const [language, headline] of Object.entries({
    arabic: 'شحنتك تصل باردة قبل يوم الافتتاح',
    bengali: 'আপনার পণ্য খোলার আগে পৌঁছায়',
    chinese: '货物在开业前送达，全程保持低温。',
    cyrillic: 'Ваш груз будет на месте до открытия',
    emoji: 'Your pallets arrive before you do 🚚',
    hebrew: 'המטען מגיע לפני הפתיחה',
    hindi: 'आपका माल दुकान खुलने से पहले पहुँचता है',
    japanese: 'コンテナは開店前に届きます。冷たいまま。',
    korean: '화물은 개점 전에 도착합니다',
  })) {
    const pageId = await newPage(here.acme, headline)
    await newLink(here.acme, `/${language}`, (await newAudience(here.acme, pageId)).audienceId)
    const { bytes } = await here.get(new URL(imageIn((await here.get(`/${language}`)).text)).pathname)
    pictures.set(language, bytes)
    const ink = async (left: number) =>
      (await sharp(bytes).extract({ left, top: 200, width: 300, height: 300 }).stats()).channels[0]?.stdev ??
      0
    const isTurned = language === 'arabic' || language === 'hebrew'
    assert.ok((await ink(isTurned ? 820 : 80)) > 20, `${language} is drawn`)
  }
  assert.equal(new Set([...pictures.values()].map((bytes) => bytes.toString('base64'))).size, pictures.size)
})

test('the drawn image contains the logo of the brand, and omits a headline that no font can draw', async () => {
  const here = await site()
  const { brandId } = (
    await here.acme.post('/v0/brands', { name: 'Acme', logoAssetId: await newPicture(here.acme) })
  ).body
  const pageId = await newPage(here.acme, 'ᚠᚢᚦᚨᚱᚲ', { brandId })
  await newLink(here.acme, '/runes', (await newAudience(here.acme, pageId)).audienceId)
  const { text } = await here.get('/runes')
  assert.equal((await here.get(new URL(imageIn(text)).pathname)).status, 200)
})
