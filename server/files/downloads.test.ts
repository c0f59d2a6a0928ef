import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBucket } from '../test/bucket.ts'
import { until } from '../test/eventually.ts'
import { download, upload } from '../test/files.ts'
import { mp4, png } from '../test/images.ts'
import { world } from '../test/world.ts'
import { fileAddress } from './addresses.ts'

test('headers of a served file prevent other interpretations of it', async () => {
  const here = await world()
  const { acme } = here
  const image = await download(here, acme, await upload(acme, 'a "quoted"\\ nämé;.png', await png()))
  assert.equal(image.headers.get('x-content-type-options'), 'nosniff')
  assert.match(image.headers.get('content-security-policy') ?? '', /^default-src 'none';.*; sandbox$/)
  assert.equal(image.headers.get('cross-origin-resource-policy'), 'cross-origin')
  assert.match(image.headers.get('cache-control') ?? '', /^private, max-age=\d{5}, immutable$/)
  assert.match(
    image.headers.get('content-disposition') ?? '',
    /^inline; filename="[^"\\]*"; filename\*=UTF-8''[\w%.-]+$/,
  )
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>'
  for (const [name, bytes] of [
    ['a.svg', svg],
    ['a.html', '<p>hi</p>'],
    ['a.csv', 'a,b\n1,2'],
  ] as const) {
    const { headers } = await download(here, acme, await upload(acme, name, bytes))
    assert.match(headers.get('content-disposition') ?? '', /^attachment; /)
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.match(headers.get('content-security-policy') ?? '', /sandbox$/)
  }
})

test('a download supports HEAD, ranges and revalidation', async () => {
  const here = await world()
  const { acme } = here
  const file = await upload(acme, 'tour.mp4', mp4)
  const whole = await download(here, acme, file)
  const get = (headers: Record<string, string>, method = 'GET') =>
    download(here, acme, file, { headers, method })
  const head = await get({}, 'HEAD')
  assert.deepEqual(
    [head.status, head.headers.get('content-length'), head.bytes.length],
    [200, `${mp4.length}`, 0],
  )
  const etag = whole.headers.get('etag') ?? ''
  const cases: [Record<string, string>, number, Buffer, string | null][] = [
    [{ range: 'bytes=0-3' }, 206, mp4.subarray(0, 4), `bytes 0-3/${mp4.length}`],
    [{ range: 'bytes=4-' }, 206, mp4.subarray(4), `bytes 4-${mp4.length - 1}/${mp4.length}`],
    [{ range: 'bytes=-5' }, 206, mp4.subarray(-5), `bytes ${mp4.length - 5}-${mp4.length - 1}/${mp4.length}`],
    [{ range: 'bytes=0-9999' }, 206, mp4, `bytes 0-${mp4.length - 1}/${mp4.length}`],
    [{ range: 'bytes=0-3', 'if-range': etag }, 206, mp4.subarray(0, 4), `bytes 0-3/${mp4.length}`],
    [{ range: 'bytes=0-3', 'if-range': '"other"' }, 200, mp4, null],
    [{ range: 'bytes=0-1,3-4' }, 200, mp4, null],
    [{ range: 'bytes=5-2' }, 200, mp4, null],
    [{ range: 'lines=1-2' }, 200, mp4, null],
    [{ 'if-none-match': etag }, 304, Buffer.alloc(0), null],
    [{ 'if-none-match': `"a", W/${etag}` }, 304, Buffer.alloc(0), null],
    [{ 'if-none-match': '"a"' }, 200, mp4, null],
  ]
  for (const [headers, status, bytes, range] of cases) {
    const got = await get(headers)
    assert.deepEqual([headers, got.status, got.headers.get('content-range')], [headers, status, range])
    assert.deepEqual(got.bytes, bytes)
  }
  for (const range of ['bytes=999999-', 'bytes=-0']) {
    const beyond = await get({ range })
    assert.deepEqual([beyond.status, beyond.headers.get('content-range')], [416, `bytes */${mp4.length}`])
  }
})

test('a file address stays the same for hours, is valid for at least six, and only for its file', async () => {
  const here = await world()
  const { acme, globex, context, baseUrl } = here
  const file = await upload(acme, 'a.png', await png())
  const hour = 3_600_000
  const at = (now: number) => fileAddress(context, acme.tenantId, file.fileId, 'original', now)
  const step = Math.floor(Date.now() / (6 * hour)) * 6 * hour
  assert.equal(at(step), at(step + 6 * hour - 1))
  assert.notEqual(at(step), at(step + 6 * hour))
  const fetchAt = async (url: string) => {
    const { pathname, search } = new URL(url)
    const response = await fetch(baseUrl + pathname + search)
    return [response.status, response.ok ? '' : ((await response.json()) as { code: string }).code]
  }
  const good = at(Date.now())
  assert.deepEqual(await fetchAt(good), [200, ''])
  assert.deepEqual(await fetchAt(at(Date.now() - 6 * hour)), [200, ''])
  for (const bad of [
    at(Date.now() - 12 * hour),
    good.replace(/expires=\d+/, 'expires=99999999999'),
    good.replace(/expires=\d+/, 'expires=1e99'),
    good.replace('original', 'preview'),
    good.replace(acme.tenantId, globex.tenantId),
    good.replace(/signature=./, 'signature=%00'),
    good.replace(/\?.*/, ''),
    `${good}&signature=x`,
  ])
    assert.deepEqual([bad, ...(await fetchAt(bad))], [bad, 404, 'link_expired'])
})

test('with a bucket, files are uploaded, served and removed as on disk; during its outage, no operation is half done', async (t) => {
  const bucket = await openBucket()
  t.after(() => bucket.close())
  const here = await world({ ...bucket.settings, LOG_LEVEL: 'silent' })
  const { acme, db } = here
  const file = await upload(acme, 'tour.mp4', mp4)
  const range = await download(here, acme, file, { headers: { range: 'bytes=4-11' } })
  assert.deepEqual([range.status, range.bytes], [206, mp4.subarray(4, 12)])
  const made = await acme.post(`/v0/files/${file.fileId}/asset`, { assetType: 'video', name: 'Tour' })
  bucket.failNext(1_000)
  assert.equal((await download(here, acme, file)).status, 503)
  const lost = await acme.upload('a.png', await png())
  assert.deepEqual([lost.status, lost.body.code], [503, 'unavailable'])
  const stored = await db.read`
    select file_id from files where tenant_id = ${acme.tenantId} and stored_at is not null`
  assert.deepEqual([...stored], [{ fileId: file.fileId }])
  bucket.failNext(0)
  assert.equal((await acme.delete(`/v0/assets/${made.body.assetId}`)).status, 204)
  await until('the bucket is empty', () => bucket.objects.size === 0)
})
