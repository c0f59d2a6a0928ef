import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { newId } from '../ids.ts'
import type { Client } from '../test/client.ts'
import { eventually } from '../test/eventually.ts'
import { createAsset, upload } from '../test/files.ts'
import { png } from '../test/images.ts'
import { newAudience, newLink, newPage, site } from '../test/sites.ts'

async function photo(width: number, height: number) {
  const noise = { type: 'gaussian' as const, mean: 120, sigma: 30 }
  return await sharp({ create: { width, height, channels: 3, background: '#446688', noise } })
    .jpeg()
    .toBuffer()
}

async function pageWith(client: Client, assetId: string) {
  const pageId = await newPage(client)
  const picture = { assetId, alt: 'The warehouse' }
  const document = { theme: {}, blocks: [{ id: 'a', type: 'image', props: { picture }, sources: [] }] }
  await client.put(`/v0/pages/${pageId}/document`, document)
  await newLink(client, '/picture', (await newAudience(client, pageId)).audienceId)
}

test('a photo is kept in smaller widths as AVIF and WebP, which browsers choose from', async () => {
  const { acme, get } = await site()
  const { fileId } = await upload(acme, 'warehouse.jpg', await photo(1400, 900))
  const { assetId } = await createAsset(acme, { fileId })
  await pageWith(acme, assetId)
  const { text } = await get('/picture')
  assert.match(text, /<picture><source type="image\/avif" srcset="[^"]+480w, [^"]+960w" sizes="[^"]+"><img/)
  for (const [form, format, width] of [
    ['avif480', 'heif', 480],
    ['webp480', 'webp', 480],
    ['avif960', 'heif', 960],
    ['webp960', 'webp', 960],
  ] as const) {
    assert.ok(text.includes(`/_s/f/${fileId}/${form}`), form)
    const sent = await get(`/_s/f/${fileId}/${form}`)
    assert.equal(sent.status, 200)
    assert.match(sent.headers['cache-control'] as string, /immutable/)
    const made = await sharp(sent.bytes).metadata()
    assert.deepEqual([made.format, made.width], [format, width])
  }
  for (const missing of ['avif1600', 'webp1600', 'avif500', 'png480'])
    assert.equal((await get(`/_s/f/${fileId}/${missing}`)).status, 404, missing)
})

test('a large screenshot is kept in smaller widths, too', async () => {
  const { acme, get } = await site()
  const { fileId } = await upload(acme, 'screen.png', await png(2400, 1500))
  await pageWith(acme, (await createAsset(acme, { fileId })).assetId)
  const { text } = await get('/picture')
  assert.match(text, /<source type="image\/avif" srcset="[^"]+480w, [^"]+960w"/)
  const { width, height, format } = await sharp((await get(`/_s/f/${fileId}/avif960`)).bytes).metadata()
  assert.deepEqual([width, height, format], [960, 600, 'heif'])
})

test('a photo has a blurred placeholder until it has loaded, and a transparent picture has none', async () => {
  const { acme, get } = await site()
  const { fileId } = await upload(acme, 'a.jpg', await photo(700, 500))
  await pageWith(acme, (await createAsset(acme, { fileId })).assetId)
  const { text, headers } = await get('/picture')
  const [, placeholder = ''] = /background:url\((data:image\/webp;base64,[^)]+)\)/.exec(text) ?? []
  assert.ok(placeholder.length > 50 && placeholder.length < 1_000, `${placeholder.length} characters`)
  assert.match(headers['content-security-policy'] as string, /img-src 'self' data:/)
  const clear = { width: 700, height: 500, channels: 4 as const, background: '#00000000' }
  const logo = await upload(acme, 'logo.png', await sharp({ create: clear }).png().toBuffer())
  await newPage(acme)
  const pageId = await newPage(acme)
  const picture = { assetId: (await createAsset(acme, { fileId: logo.fileId })).assetId, alt: 'Logo' }
  await acme.put(`/v0/pages/${pageId}/document`, {
    theme: {},
    blocks: [{ id: 'a', type: 'image', props: { picture }, sources: [] }],
  })
  await newLink(acme, '/logo', (await newAudience(acme, pageId)).audienceId)
  assert.doesNotMatch((await get('/logo')).text, /background:url\(data:/)
})

test('the focal point of a picture decides which part stays visible, also on live pages', async () => {
  const { acme, globex, get } = await site()
  const { fileId } = await upload(acme, 'a.jpg', await photo(700, 500))
  const { assetId } = await createAsset(acme, { fileId })
  await pageWith(acme, assetId)
  await get('/picture')
  const at = `/v0/assets/${assetId}/focal_point`
  assert.deepEqual((await acme.get(at)).body, { x: 0.5, y: 0.5 })
  assert.deepEqual((await acme.put(at, { x: 0.25, y: 0.1 })).body, { x: 0.25, y: 0.1 })
  assert.deepEqual((await acme.get(at)).body, { x: 0.25, y: 0.1 })
  await eventually(async () => assert.match((await get('/picture')).text, /object-position:25% 10%/))
  for (const wrong of [{ x: 2, y: 0 }, { x: 0 }, { x: '0', y: 0 }, {}, { x: 0, y: 0, z: 0 }])
    assert.equal((await acme.put(at, wrong)).status, 400, JSON.stringify(wrong))
  assert.equal((await globex.put(at, { x: 0, y: 0 })).status, 404)
  assert.equal((await acme.get(`/v0/assets/${newId('asset')}/focal_point`)).status, 404)
  assert.equal((await acme.delete(at)).status, 204)
  assert.deepEqual((await acme.get(at)).body, { x: 0.5, y: 0.5 })
})

test('logos in a row get heights by their shape, so that they look even', async () => {
  const { acme, get } = await site()
  const logo = async (width: number, height: number) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><circle r="9"/></svg>`
    const { fileId } = await upload(acme, 'logo.svg', svg)
    return (await createAsset(acme, { fileId })).assetId
  }
  const pageId = await newPage(acme)
  const shapes = [
    [100, 100],
    [200, 100],
    [300, 100],
    [600, 100],
  ] as const
  const items = await Promise.all(
    shapes.map(async ([width, height], index) => ({
      name: `Company ${index}`,
      picture: { assetId: await logo(width, height), alt: '' },
    })),
  )
  const blocks = [{ id: 'wall', type: 'logos', props: { items }, sources: [] }]
  assert.equal((await acme.put(`/v0/pages/${pageId}/document`, { theme: {}, blocks })).status, 200)
  await newLink(acme, '/wall', (await newAudience(acme, pageId)).audienceId)
  const { text } = await get('/wall')
  const classes = [...text.matchAll(/<img[^>]*class="(logo-\d see)"/g)].map(([, found]) => found)
  assert.deepEqual(classes, ['logo-1 see', 'logo-2 see', 'logo-3 see', 'logo-4 see'])
})
