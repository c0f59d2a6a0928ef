import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import sharp from 'sharp'
import { onlyThorough } from '../test/environment.ts'
import { download, upload } from '../test/files.ts'
import { gif, mp4, picture, png } from '../test/images.ts'
import { world } from '../test/world.ts'

test('the description of an uploaded image matches the stored bytes, which are served unchanged', async () => {
  const here = await world()
  const { acme, db } = here
  const file = await upload(acme, 'team.png', await png(40, 30))
  assert.match(file.fileId, /^file_[a-z0-9]{26}$/)
  assert.deepEqual([file.name, file.mediaType], ['team.png', 'image/png'])
  const { status, bytes } = await download(here, acme, file)
  assert.equal(status, 200)
  assert.equal(file.size, bytes.length)
  assert.equal(file.sha256, createHash('sha256').update(bytes).digest('hex'))
  const [row] = await db.read`
    select width, height, stored_at is not null as stored, used_at from files
    where tenant_id = ${acme.tenantId} and file_id = ${file.fileId}`
  assert.deepEqual({ ...row }, { width: 40, height: 30, stored: true, usedAt: null })
})

test('the pixels are kept and all metadata removed: location, camera, profiles; a noted rotation is applied', async () => {
  const here = await world()
  const { acme } = here
  const sent = await picture(40, 30)
    .withExif({ IFD0: { Copyright: 'Jane Doe, 5 Elm Street' }, IFD3: { GPSLatitude: '52/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  assert.ok(sent.includes('Jane Doe'))
  const { bytes } = await download(here, acme, await upload(acme, 'home.jpg', sent))
  assert.ok(!bytes.includes('Jane Doe') && !bytes.includes('Exif'))
  const { width, height, orientation } = await sharp(bytes).metadata()
  assert.deepEqual([width, height, orientation], [30, 40, undefined])
})

test('every image format is recognised by its bytes, not by its name, and has a preview', async () => {
  const here = await world()
  const { acme } = here
  const image = picture(600, 200)
  const kinds = {
    'image/png': await image.clone().png().toBuffer(),
    'image/jpeg': await image.clone().jpeg().toBuffer(),
    'image/gif': await image.clone().gif().toBuffer(),
    'image/webp': await image.clone().webp().toBuffer(),
    'image/avif': await image.clone().avif({ effort: 0 }).toBuffer(),
  }
  for (const [mediaType, bytes] of Object.entries(kinds)) {
    const file = await upload(acme, 'invoice.exe', bytes, 'text/html')
    assert.equal(file.mediaType, mediaType)
    const { headers } = await download(here, acme, file)
    assert.equal(headers.get('content-type'), mediaType)
    const preview = await download(here, acme, file, { variant: 'preview' })
    const { format, width, height } = await sharp(preview.bytes).metadata()
    assert.deepEqual([format, width, height], ['webp', 480, 160])
  }
})

test('an animation keeps its frames and their durations', async () => {
  const here = await world()
  const { acme } = here
  const { bytes } = await download(here, acme, await upload(acme, 'a.gif', await gif(20, 10, 12)))
  const { pages, delay, loop, pageHeight } = await sharp(bytes, { animated: true }).metadata()
  assert.deepEqual([pages, delay, loop, pageHeight], [12, Array(12).fill(50), 0, 10])
})

test('a large AVIF or WebP is stored in a format that can be encoded in bounded memory', {
  skip: onlyThorough,
}, async () => {
  const here = await world()
  const { acme } = here
  const plain = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#a0c' } })
  const avif = await plain(2000, 1300).avif({ effort: 0 }).toBuffer()
  const webp = await plain(3000, 2100).webp({ effort: 0 }).toBuffer()
  assert.equal((await upload(acme, 'a.avif', avif)).mediaType, 'image/webp')
  const photo = await upload(acme, 'b.webp', webp)
  assert.equal(photo.mediaType, 'image/jpeg')
  const { headers } = await download(here, acme, photo)
  assert.equal(
    headers.get('content-disposition'),
    `inline; filename="b.webp.jpg"; filename*=UTF-8''b.webp.jpg`,
  )
})

test('video, HTML components and CSV are stored unchanged', async () => {
  const here = await world()
  const { acme } = here
  for (const [name, bytes, mediaType, type] of [
    ['tour.mp4', mp4, 'video/mp4', 'video/mp4'],
    ['widget.html', '<p>Grüße</p><script>1</script>', 'text/html', 'text/html; charset=utf-8'],
    ['people.csv', '\uFEFFname,email\nJörg,j@x.de\n', 'text/csv', 'text/csv; charset=utf-8'],
  ] as const) {
    const file = await upload(acme, name, bytes)
    assert.equal(file.mediaType, mediaType)
    const got = await download(here, acme, file)
    assert.deepEqual(got.bytes, Buffer.from(bytes))
    assert.equal(got.headers.get('content-type'), type)
    assert.equal((await download(here, acme, file, { variant: 'preview' })).status, 404)
  }
})

test('an unsupported file type and a damaged file have different errors', async () => {
  const { acme } = await world()
  const jpeg = await picture(400, 300).jpeg().toBuffer()
  const cases: [string, Uint8Array | string, number, string][] = [
    ['notes.txt', 'plain words', 415, 'file_type_unsupported'],
    ['data.xml', '<?xml version="1.0"?><data/>', 415, 'file_type_unsupported'],
    ['a.pdf', '%PDF-1.7\n%\xe2\xe3', 415, 'file_type_unsupported'],
    ['a.zip', Buffer.from('504b0304140000000000', 'hex'), 415, 'file_type_unsupported'],
    ['noise.png', Buffer.from('00ff00ff00ff', 'hex'), 415, 'file_type_unsupported'],
    ['latin.csv', Buffer.from('name\nJ\xf6rg\n', 'latin1'), 400, 'invalid_file'],
    ['empty.png', '', 400, 'invalid_file'],
    ['cut.jpg', jpeg.subarray(0, jpeg.length / 2), 400, 'invalid_file'],
    ['cut.png', (await png(400, 300)).subarray(0, 5_000), 400, 'invalid_file'],
    ['cut.webp', (await picture(400, 300).webp().toBuffer()).subarray(0, 2_000), 400, 'invalid_file'],
    ['cut.gif', (await picture(400, 300).gif().toBuffer()).subarray(0, 5_000), 400, 'invalid_file'],
    [
      'cut.avif',
      (await picture(400, 300).avif({ effort: 0 }).toBuffer()).subarray(0, 2_000),
      400,
      'invalid_file',
    ],
    ['head.jpg', jpeg.subarray(0, 20), 400, 'invalid_file'],
  ]
  for (const [name, bytes, status, code] of cases) {
    const { status: got, body } = await acme.upload(name, bytes)
    assert.deepEqual([name, got, body.code], [name, status, code])
  }
})

test('a file of more than 20 MiB is refused, by any way of sending it', async () => {
  const { acme, baseUrl } = await world()
  const refused = await acme.upload('big.bin', Buffer.alloc(20 * 1024 * 1024 + 1))
  assert.deepEqual([refused.status, refused.body.code], [413, 'body_too_large'])
  const boundary = '----x'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`
  async function* endless() {
    yield Buffer.from(head)
    for (let sent = 0; sent < 24; sent++) yield Buffer.alloc(1024 * 1024)
    yield Buffer.from(`\r\n--${boundary}--\r\n`)
  }
  const streamed = await fetch(`${baseUrl}/v0/files`, {
    method: 'POST',
    headers: { 'x-api-key': acme.key, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Readable.toWeb(Readable.from(endless())),
    duplex: 'half',
  } as never)
  assert.equal(streamed.status, 413)
})

test('a form without exactly one file is refused with a helpful message', async () => {
  const { acme, db } = await world()
  const form = (...fields: [string, Blob | string, string?][]) => {
    const made = new FormData()
    for (const [name, value, filename] of fields)
      if (typeof value === 'string') made.append(name, value)
      else made.append(name, value, filename)
    return made
  }
  const file = new Blob([(await png()) as never])
  const whole = 'multipart/form-data; boundary=x'
  const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc'
  const cases: [string, number, unknown, Record<string, string>?][] = [
    ['no field', 400, form()],
    ['another field', 400, form(['picture', file, 'a.png'])],
    ['two files', 400, form(['file', file, 'a.png'], ['file', file, 'b.png'])],
    ['a file and a field', 400, form(['file', file, 'a.png'], ['note', 'hello'])],
    ['a text field', 400, form(['file', 'hello'])],
    ['a prototype', 400, form(['__proto__', file, 'a.png'])],
    ['JSON', 415, { file: 'x' }],
    ['nothing', 415, undefined],
    ['no boundary', 400, part, { 'content-type': 'multipart/form-data' }],
    ['no end', 400, part, { 'content-type': whole }],
    ['no form', 400, 'hello', { 'content-type': whole }],
  ]
  for (const [name, status, body, headers] of cases) {
    const answer = await acme.post('/v0/files', body, headers)
    assert.deepEqual([name, answer.status], [name, status], JSON.stringify(answer.body))
  }
  assert.equal((await acme.post('/v0/assets', form(['file', file, 'a.png']))).status, 415)
  const rows = await db.read`select file_id from files where tenant_id = ${acme.tenantId}`
  assert.equal(rows.length, 0)
})

test('a file name keeps its letters, without path and control characters', async () => {
  const { acme } = await world()
  const bytes = await png()
  const form = async (name: string) => (await upload(acme, name, bytes)).name
  assert.equal(await form('Überblick 東京 (1).png'), 'Überblick 東京 (1).png')
  assert.equal(await form('../../x\r\n'), 'x%0D%0A')
  const encoded = async (name: string) => {
    const head = `--x\r\nContent-Disposition: form-data; name="file"; filename*=UTF-8''${name}`
    const typed = { 'content-type': 'multipart/form-data; boundary=x' }
    return await acme.post('/v0/files', `${head}\r\n\r\na,b\r\n--x--\r\n`, typed)
  }
  assert.equal((await encoded('..%2F..%2Fx%01%1b%7f.csv')).body.name, 'x.csv')
  assert.equal((await encoded('..%2F..%2Fx%0D%0A.csv')).status, 400)
  assert.equal(await form('C:\\Users\\jane\\a.png'), 'a.png')
  assert.equal(await form('..'), 'file')
  assert.equal(await form('a\u202egnp.exe'), 'agnp.exe')
  const long = await form(`${'é'.repeat(400)}.png`)
  assert.equal([...long].length, 255)
  assert.ok(long.endsWith('é.png'))
})

test('a read key uploads nothing', async () => {
  const { acme, withScope } = await world()
  const reader = await withScope(acme, 'read')
  assert.equal((await reader.upload('a.png', await png())).status, 403)
})

test('parallel uploads all succeed, each with its own bytes', async () => {
  const here = await world()
  const { acme, globex } = here
  const sizes = Array.from({ length: 20 }, (_, i) => 20 + i)
  const files = await Promise.all(
    sizes.map(async (size) => await upload(size % 2 ? acme : globex, `${size}.png`, await png(size, size))),
  )
  for (const [i, file] of files.entries()) {
    const { bytes } = await download(here, (sizes[i] ?? 0) % 2 ? acme : globex, file)
    assert.equal((await sharp(bytes).metadata()).width, sizes[i])
  }
})
