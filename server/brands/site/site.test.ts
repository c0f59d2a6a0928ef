import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Agent } from 'undici'
import { lumenly, openCompanySite } from '../../test/companySite.ts'
import { threadCpuMs } from '../../test/processor.ts'
import { world } from '../../test/world.ts'
import { findColors } from './colors.ts'
import { harmlessLine } from './facts.ts'
import { fetchFile } from './fetch.ts'
import { readPage } from './html.ts'

const path = '/v0/brands/read_site'

test('a brand is read from a company’s own site without being stored', async (t) => {
  const { acme, withScope } = await world()
  const site = await openCompanySite(lumenly)
  t.after(site.close)
  const { status, body } = await acme.post(path, { domain: site.domain })
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body.problem, null)
  const { logo, icon, colors, ...facts } = body.site
  assert.deepEqual(facts, {
    domain: site.domain,
    name: 'Lumenly',
    description: 'Lumenly plans and fits lighting for warehouses that never close.',
    language: 'en',
    fonts: ['inter'],
  })
  assert.deepEqual(colors.slice(0, 2), ['#5b2be0', '#f5a623'])
  assert.equal(logo.mediaType, 'image/svg+xml')
  assert.match(Buffer.from(logo.data, 'base64').toString(), /<circle/)
  assert.ok(icon)
  assert.equal((await acme.get('/v0/brands')).body.totalCount, 0)
  assert.equal((await acme.get('/v0/assets')).body.totalCount, 0)
  assert.equal((await (await withScope(acme, 'read')).post(path, { domain: site.domain })).status, 403)
})

test('reading a hostile site takes limited time and data, and its scripts are left out', async (t) => {
  const { acme } = await world()
  const filler = 'x'.repeat(64 * 1024)
  const site = await openCompanySite({
    '/huge': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.write('<html lang="de"><title>Huge</title>')
      const more = () => {
        while (!response.destroyed && response.write(filler));
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    },
    '/odd': `<html lang="<b>"><title>Shop\u202egpj.exe</title><meta property="og:site_name" content="Ac\u202eme\u0007 &lt;b&gt;">
      <header class=logo><svg viewBox="0 0 10 10" onload="alert(1)"><script>alert(1)</script><circle r="4" onclick="alert(2)"/>${'<g>'.repeat(60)}${'</g>'.repeat(60)}</svg>
      <div <p class="x" <<a href=/ ><img src=/missing><textarea></title>`,
    '/loop': (_request, response) => response.writeHead(302, { location: '/loop' }).end(),
    '/file': (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF'),
  })
  t.after(site.close)
  const read = async (page: string) =>
    (await acme.post(path, { domain: `http://${site.domain}${page}` })).body
  const huge = await read('/huge')
  assert.deepEqual([huge.site.name, huge.site.language], ['Huge', 'de'])
  const odd = (await read('/odd')).site
  assert.equal(odd.name, 'Acme <b>')
  assert.equal(odd.language, null)
  const drawn = Buffer.from(odd.logo.data, 'base64').toString()
  assert.match(drawn, /<circle/)
  assert.doesNotMatch(drawn, /script|alert|onclick|onload/)
  assert.deepEqual([(await read('/loop')).site, (await read('/file')).site], [null, null])
  assert.match((await read('/loop')).problem, /redirects too often/)
  assert.match((await read('/nothing')).problem, /status 404/)
})

test('a slow site times out, and no private address is requested, even after a redirect', async (t) => {
  const site = await openCompanySite({ '/slow': () => {}, '/': 'never' })
  t.after(site.close)
  const outbound = new Agent()
  t.after(() => outbound.close())
  const limits = { mostBytes: 1000, accept: 'text/html' }
  const slow = { outbound, allowPrivate: true, signal: AbortSignal.timeout(500) }
  await assert.rejects(fetchFile(`http://${site.domain}/slow`, limits, slow), { name: 'TimeoutError' })

  // A public site that redirects, served locally: the target is checked like the first URL.
  for (const target of [
    `http://${site.domain}/`,
    'https://127.0.0.1/',
    'https://169.254.169.254/',
    'https://db.internal/',
  ]) {
    const redirecting = new Agent().compose(
      (dispatch) => (options, handler) =>
        dispatch(
          { ...options, origin: `http://${redirector.domain}`, path: `/${encodeURIComponent(target)}` },
          handler,
        ),
    )
    const redirector = await openCompanySite({
      [`/${encodeURIComponent(target)}`]: (_request, response) =>
        response.writeHead(302, { location: target }).end(),
    })
    t.after(redirector.close)
    const options = {
      outbound: redirecting as Agent,
      allowPrivate: false,
      signal: AbortSignal.timeout(5_000),
    }
    await assert.rejects(fetchFile('https://public.example/', limits, options), /The address must be/, target)
  }
  const { acme } = await world({ BRAND_ALLOW_PRIVATE: 'false' })
  for (const domain of [
    site.domain,
    `http://${site.domain}/`,
    'localhost',
    '[::1]',
    'metadata.google.internal',
  ]) {
    const { body } = await acme.post(path, { domain })
    assert.equal(body.site, null, domain)
  }
  assert.deepEqual(site.asked, ['/slow'])
})

test('of a thousand colours six distinguishable ones are kept, and greys only if there are no others', () => {
  const many = Array.from(
    { length: 1000 },
    (_, index) => `.c${index}{color:#${(index * 16_777).toString(16).padStart(6, '0').slice(-6)}}`,
  )
  assert.equal(findColors({ styles: [...many, 'a{color:#e4572e}'], themeColor: undefined }).length, 6)
  assert.deepEqual(findColors({ styles: ['a{color:#222;background:#fff}'], themeColor: undefined }), [
    '#222222',
  ])
  assert.deepEqual(findColors({ styles: ['a{color:#e4572e80}'], themeColor: 'red' }), [])
})

test('pages are parsed in linear time, with any content', () => {
  for (const part of ['<', '<a ', '<svg class=logo>', '<a href="/">', '<style>', '&amp', '<!--', '\u202e']) {
    const began = threadCpuMs()
    readPage(part.repeat(200_000 / part.length))
    assert.ok(threadCpuMs() - began < 2_000, part)
  }
  assert.equal(harmlessLine('\u202e\u2066 \u0000', 10), undefined)
  assert.equal(harmlessLine(`${'word '.repeat(50)}`, 20), 'word word word…')
})
