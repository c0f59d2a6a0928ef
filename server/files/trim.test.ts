import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import type { Client } from '../test/client.ts'
import { createAsset, upload } from '../test/files.ts'
import { newAudience, newLink, newPage, site } from '../test/sites.ts'
import { ImageWorker } from './imageWorker.ts'
import { makeMissingForms } from './missingForms.ts'

const svg = (attributes: string, inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`

/** A dark mark of this size with a margin around it. */
async function padded(format: 'png' | 'jpeg', [width, height]: [number, number], margin: number) {
  const mark = { create: { width, height, channels: 3 as const, background: '#123456' } }
  const context = format === 'png' ? '#0000' : '#fff'
  const [left, right, top, bottom] = [margin, margin * 2, margin, margin]
  const padded = sharp(await sharp(mark).png().toBuffer()).extend({
    left,
    right,
    top,
    bottom,
    background: context,
  })
  return await padded.toFormat(format).toBuffer()
}

async function wallOf(client: Client, fileId: string, path: string) {
  const { assetId } = await createAsset(client, { fileId })
  const pageId = await newPage(client)
  const items = [{ name: 'Mark', picture: { assetId, alt: '' } }]
  const blocks = [{ id: 'a', type: 'logos', props: { items }, sources: [] }]
  await client.put(`/v0/pages/${pageId}/document`, { theme: {}, blocks })
  await newLink(client, path, (await newAudience(client, pageId)).audienceId)
}

test('logos lose the empty margins of their files, so that rows of them look even', async () => {
  const { acme, get } = await site()
  const files: [name: string, bytes: Buffer | string, aspect: number, format: string][] = [
    ['clear.png', await padded('png', [300, 100], 120), 3, 'webp'],
    ['white.jpg', await padded('jpeg', [200, 100], 90), 2, 'webp'],
    ['box.svg', svg('viewBox="0 0 100 100"', '<rect x="20" y="40" width="60" height="20"/>'), 3, 'svg'],
    ['size.svg', svg('width="200" height="100"', '<circle cx="50" cy="50" r="20"/>'), 1, 'svg'],
    [
      'tiny.svg',
      svg('width="1em" height="1em" viewBox="-8 -8 16 16"', '<path d="M-4 0h8v2h-8z"/>'),
      4,
      'svg',
    ],
  ]
  for (const [name, bytes, aspect, format] of files) {
    const { fileId } = await upload(acme, name, bytes)
    await wallOf(acme, fileId, `/${name}`)
    const { text } = await get(`/${name}`)
    const [, address = '', width, height] =
      /<img src="([^"]+)" width="(\d+)" height="(\d+)"/.exec(text) ?? assert.fail(`${name} is not shown`)
    assert.equal(address, `/_s/f/${fileId}/trimmed`)
    assert.ok(Math.abs(Number(width) / Number(height) / aspect - 1) < 0.04, `${name}: ${width} × ${height}`)
    const sent = await get(address)
    assert.equal(sent.status, 200)
    assert.match(sent.headers['content-security-policy'] as string, /sandbox/)
    const drawn = sharp(sent.bytes, { density: 144 })
    const made = await drawn.metadata()
    assert.equal(made.format, format)
    assert.ok(
      Math.abs(made.width / made.height / aspect - 1) < 0.04,
      `${name}: ${made.width} × ${made.height}`,
    )
    const { info } = await drawn.trim({ threshold: 12 }).png().toBuffer({ resolveWithObject: true })
    assert.ok(
      info.width >= made.width * 0.96 && info.height >= made.height * 0.96,
      `${name} has no margins left`,
    )
  }
})

test('an image without margins is shown unchanged, and an image without a trimmed form has no address for one', async () => {
  const { acme, get } = await site()
  for (const [name, bytes] of [
    ['full.svg', svg('width="90" height="30"', '<rect width="90" height="30"/>')],
    ['empty.svg', svg('width="90" height="30"', '')],
    [
      'styled.svg',
      svg('width="90" height="30" style="width:300px"', '<rect x="30" width="10" height="10"/>'),
    ],
  ] as const) {
    const { fileId } = await upload(acme, name, bytes)
    await wallOf(acme, fileId, `/${name}`)
    const { text } = await get(`/${name}`)
    if (name !== 'styled.svg') assert.match(text, new RegExp(`<img src="/_s/f/${fileId}"`), name)
    if (!text.includes('/trimmed')) assert.equal((await get(`/_s/f/${fileId}/trimmed`)).status, 404)
  }
})

test('an opaque logo keeps its colours, and a transparent one is drawn in a single ink', async () => {
  const { acme, get } = await site()
  for (const [name, inside, look] of [
    [
      'opaque.svg',
      '<rect width="90" height="30" fill="#fff"/><rect x="9" y="9" width="9" height="9"/>',
      'own',
    ],
    ['clear.svg', '<circle cx="45" cy="15" r="15"/>', 'see'],
  ] as const) {
    const { fileId } = await upload(acme, name, svg('width="90" height="30"', inside))
    await wallOf(acme, fileId, `/${name}`)
    assert.match((await get(`/${name}`)).text, new RegExp(`<img [^>]*class="logo-\\d ${look}`), name)
  }
})

test('older pictures get their missing forms in the background', async () => {
  const { acme, context, get } = await site()
  const noise = { type: 'gaussian' as const, mean: 120, sigma: 30 }
  const photo = await sharp({ create: { width: 700, height: 400, channels: 3, background: '#468', noise } })
    .jpeg()
    .toBuffer()
  const { fileId: old } = await upload(acme, 'old.jpg', photo)
  const { fileId: logo } = await upload(acme, 'logo.png', await padded('png', [300, 100], 120))
  const { tenantId } = acme
  await context.db.inTransaction(async (tx) => {
    await tx`
      update files set widths = '{}', placeholder = null, trimmed_width = null, trimmed_height = null,
        preview_size = null, has_forms = false where tenant_id = ${tenantId}`
  })
  await wallOf(acme, logo, '/wall')
  assert.match((await get('/wall')).text, new RegExp(`<img src="/_s/f/${logo}"`))
  const imageWorker = new ImageWorker(context.log, context.config.dataDir)
  // Other tests leave files in the same database.
  for (let round = 0; round < 5; round++) await makeMissingForms(context, imageWorker)
  await imageWorker.close()
  const rows = await context.db.read<{ fileId: string }[]>`
    select file_id, widths, placeholder is not null as has_placeholder, trimmed_width, preview_size > 0 as has_preview,
      has_forms
    from files where tenant_id = ${tenantId}`
  const common = { hasForms: true, hasPreview: true }
  assert.deepEqual(Object.fromEntries(rows.map(({ fileId, ...row }) => [fileId, row])), {
    [old]: { ...common, widths: [480], hasPlaceholder: true, trimmedWidth: null },
    [logo]: { ...common, widths: [480], hasPlaceholder: false, trimmedWidth: 300 },
  })
  for (const path of [`${old}/avif480`, `${logo}/trimmed`])
    assert.equal((await get(`/_s/f/${path}`)).status, 200, path)
})
