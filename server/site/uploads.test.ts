import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type MediaType, mediaTypes } from '../files/schema.ts'
import { readBundledFile } from '../graphics/bundledFiles.ts'
import { isThorough } from '../test/environment.ts'
import { createAsset, upload } from '../test/files.ts'
import { mp4, picture } from '../test/images.ts'
import { newAudience, newLink, newPage, saying, site } from '../test/sites.ts'
import { type VisitorResponse, visit } from '../test/visitor.ts'

const script = '<!doctype html><title>Sum</title><script>document.title = 1 + 1</script><p>Sum</p>'
const webm = Buffer.concat([
  Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex'),
  mp4,
])

async function samples(): Promise<Record<MediaType, Uint8Array | string>> {
  const image = picture(600, 200)
  return {
    'image/png': await image.clone().png().toBuffer(),
    'image/jpeg': await image.clone().jpeg().toBuffer(),
    'image/gif': await image.clone().gif().toBuffer(),
    'image/webp': await image.clone().webp().toBuffer(),
    'image/avif': await image.clone().avif({ effort: 0 }).toBuffer(),
    'image/svg+xml':
      '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><script>alert(1)</script><rect width="9" height="9"/></svg>',
    'video/mp4': mp4,
    'video/webm': webm,
    'text/html': script,
    'text/csv': 'name,email\nJane,jane@initech.example\n',
    'font/woff2': await readBundledFile('figtree', 'latin', 'normal'),
  }
}

/** Values of Sec-Fetch-Dest; undefined for browsers that don't send it. */
const uses = [
  undefined,
  'document',
  'iframe',
  'frame',
  'embed',
  'object',
  'script',
  'image',
  'empty',
] as const

/** Types that browsers display without running scripts, wherever they are opened. */
const isInert = (type: string) => /^(?:image\/(?:png|jpeg|gif|webp|avif)|video\/|font\/|text\/csv)/.test(type)

/** Fails for a response whose bytes could run scripts on their origin. */
function demandHarmless({ status, headers }: VisitorResponse, said: string) {
  if (status !== 200) return
  const [type = '', policy = '', disposition = ''] = [
    headers['content-type'],
    String(headers['content-security-policy'] ?? ''),
    headers['content-disposition'],
  ]
  assert.equal(headers['x-content-type-options'], 'nosniff', said)
  assert.doesNotMatch(type, /javascript/, said)
  assert.match(policy, /(?:^|; ?)sandbox(?:;| |$)/, said)
  assert.doesNotMatch(policy, /allow-same-origin|allow-top-navigation|allow-popups/, said)
  if (!isInert(type) && !/allow-scripts/.test(policy)) assert.match(disposition, /^attachment/, said)
}

async function newComponent(here: Awaited<ReturnType<typeof site>>) {
  const { acme, get } = here
  const { fileId } = await upload(acme, 'sum.html', script)
  const asset = await acme.post(`/v0/files/${fileId}/asset`, { assetType: 'custom-component', name: 'Sum' })
  const { assetId } = asset.body
  const custom = { id: 'sum', type: 'custom', props: { assetId, title: 'Sum', height: 300 }, sources: [] }
  const document = { theme: {}, blocks: [...saying('Sums').blocks, custom] }
  const pageId = await newPage(acme)
  const { audienceId } = await newAudience(acme, pageId)
  await newLink(acme, '/sums', audienceId)
  const versions = `/v0/pages/${pageId}/audiences/${audienceId}/versions`
  const made = await acme.post(versions, { document })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const frameIn = (text: string) =>
    /<iframe [^>]*src="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') as string
  const preview = (await acme.get(`${versions}/${made.body.versionId}/preview`)).body.url as string
  const previewed = frameIn((await get(new URL(preview).pathname)).text)
  const rendered = (await acme.post('/v0/documents/render', { document, audienceId })).body
  const staged = frameIn(rendered.blocks.map(({ html }: { html: string }) => html).join(''))
  const publish = async () => {
    assert.equal((await acme.post(`${versions}/${made.body.versionId}/publish`, {})).status, 200)
    return frameIn((await get('/sums')).text)
  }
  return { fileId, audienceId, pageId, previewed, staged, publish }
}

const isRun = ({ status, headers }: VisitorResponse) =>
  status === 200 && headers['content-type']?.startsWith('text/html') && !headers['content-disposition']

const framed = { headers: { 'sec-fetch-dest': 'iframe' } }

test('no upload runs scripts on the site outside a sandbox, under any address', async () => {
  const here = await site()
  const { acme, get, baseUrl } = here
  const component = await newComponent(here)
  const live = await component.publish()
  const paths = [live, component.previewed, component.staged, `/_s/f/${component.fileId}`]
  const bytesOf = await samples()
  for (const mediaType of mediaTypes) {
    const file = await upload(acme, mediaType === 'text/csv' ? 'a.csv' : 'a.bin', bytesOf[mediaType])
    assert.equal(file.mediaType, mediaType)
    const forms = [
      '',
      '/preview',
      '/trimmed',
      '/original',
      '/webp480',
      '/avif480',
      '?inline',
      `?audience=${component.audienceId}`,
    ]
    paths.push(...forms.map((form) => `/_s/f/${file.fileId}${form}`))
    const types = ['image', 'logo', 'icon', 'video', 'custom-component']
    for (const assetType of types) {
      const { status, body } = await acme.post(`/v0/files/${file.fileId}/asset`, { assetType, name: 'A' })
      if (status !== 201) continue
      for (const url of [body.downloadUrl, body.previewDownloadUrl])
        if (url) paths.push(new URL(url).pathname + new URL(url).search)
    }
  }
  for (const path of paths)
    for (const use of uses) {
      const headers: Record<string, string> = use === undefined ? {} : { 'sec-fetch-dest': use }
      const said = `${path} for ${use}`
      const answer = await get(path, { headers })
      demandHarmless(answer, said)
      // In usual runs, a part of a file is asked for in a tab only.
      if (isThorough || use === 'document')
        demandHarmless(await get(path, { headers: { ...headers, range: 'bytes=0-' } }), said)
      if (isRun(answer)) assert.equal(use, 'iframe', said)
      // Signed downloads are on the API's host.
      if (path.startsWith('/files/')) {
        const sent = await fetch(baseUrl + path, { headers })
        demandHarmless({ status: sent.status, headers: Object.fromEntries(sent.headers) } as any, said)
      }
    }
})

test('a component is shown only in the frame of a published page that uses it, of a preview and of the stage', async () => {
  const here = await site()
  const { acme, get } = here
  const { fileId, audienceId, pageId, previewed, staged, publish } = await newComponent(here)
  const asIfLive = `/_s/f/${fileId}?audience=${audienceId}`
  assert.ok(!isRun(await get(asIfLive, framed)), 'not published yet')
  for (const path of [previewed, staged]) {
    assert.ok(isRun(await get(path, framed)), path)
    assert.ok(!isRun(await get(path)), 'a browser that does not say what for')
    assert.ok(!isRun(await get(path.replace(/.{8}$/, 'AAAAAAAA'), framed)), 'another signature')
  }
  const live = await publish()
  const shown = await get(live, framed)
  assert.ok(isRun(shown), live)
  assert.match(
    String(shown.headers['content-security-policy']),
    /^sandbox allow-scripts; default-src 'none';/,
  )
  assert.equal(shown.text, script)
  const { fileId: unused } = await upload(acme, 'other.html', script)
  assert.ok(!isRun(await get(live.replace(fileId, unused), framed)), 'a file that the page does not use')
  assert.equal((await acme.post(`/v0/pages/${pageId}/archive`, {})).status, 200)
  assert.ok(!isRun(await get(live, framed)), 'a page that is not published any more')
})

test('with ASSETS_URL, pictures of pages and downloads come from that host, which serves nothing else', async () => {
  const here = await site({ ASSETS_URL: 'https://files.example' })
  const { acme, globex, get, baseUrl } = here
  const component = await newComponent(here)
  const live = await component.publish()
  assert.ok(isRun(await get(live, framed)))
  for (const options of [{}, { headers: { 'sec-fetch-dest': 'document' } }]) {
    const { status, headers } = await get(live, options)
    assert.equal(status, 307)
    assert.match(String(headers.location), /^https:\/\/files\.example\/files\//)
  }
  const { pathname, search } = new URL(String((await get(live)).headers.location))
  const download = await visit(baseUrl, 'files.example', pathname + search)
  assert.equal(download.status, 200)
  demandHarmless(download, 'the download')
  const onConsole = await fetch(baseUrl + pathname + search, { redirect: 'manual' })
  assert.equal(onConsole.status, 307)
  for (const path of ['/', '/sums', live, '/v0/me', '/console', '/healthz', `/_s/f/${component.fileId}`]) {
    const { status } = await visit(baseUrl, 'files.example', path, { headers: { 'x-api-key': acme.key } })
    assert.ok(status === 404 || status === 421, `${path} ${status}`)
  }

  const photo = await upload(acme, 'a.jpg', await picture(1000, 700).jpeg().toBuffer())
  const { assetId } = await createAsset(acme, { fileId: photo.fileId })
  const pageId = await newPage(acme)
  const shown = { id: 'a', type: 'image', props: { picture: { assetId, alt: 'Us' } }, sources: [] }
  await acme.put(`/v0/pages/${pageId}/document`, { theme: {}, blocks: [shown] })
  await newLink(acme, '/photo', (await newAudience(acme, pageId)).audienceId)
  const page = await get('/photo')
  const policy = page.headers['content-security-policy'] as string
  assert.match(policy, /img-src 'self' data: https:\/\/files\.example;/)
  assert.match(policy, /media-src 'self' https:\/\/files\.example;/)
  const folder = `/_s/f/${acme.tenantId}/${photo.fileId}`
  for (const form of ['', '/avif480', '/webp480']) {
    assert.ok(page.text.includes(`https://files.example${folder}${form}`), form)
    const sent = await visit(baseUrl, 'files.example', folder + form)
    assert.equal(sent.status, 200)
    assert.match(String(sent.headers['cache-control']), /public, max-age=31536000, s-maxage=86400/)
    demandHarmless(sent, form)
  }
  assert.ok(!page.text.includes(`"/_s/f/${photo.fileId}`))
  const refused = [
    `/_s/f/${globex.tenantId}/${photo.fileId}`,
    `/_s/f/${acme.tenantId}/${component.fileId}`,
    `${folder}/original`,
  ]
  for (const path of refused)
    assert.equal((await visit(baseUrl, 'files.example', path, framed)).status, 404, path)
  assert.equal((await get(folder)).status, 404)
})
