import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { isThorough } from '../test/environment.ts'
import { gif, picture, pngChunk, rawPng } from '../test/images.ts'
import { memoryOf, startProcess, watchMemory } from '../test/process.ts'

const mebibyte = 1024 * 1024
const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inside}</svg>`

/** An image of 900 megapixels in 602 kB, complete and valid. */
function bomb(): Buffer {
  const shape = { width: 30_000, height: 30_000, depth: 1, colour: 0 }
  const small = rawPng(shape, Buffer.alloc(3_751 * 30_000))
  const filler = pngChunk('tEXt', Buffer.alloc(602_000 - small.length - 12, 'a'))
  return rawPng(shape, Buffer.alloc(3_751 * 30_000), [filler])
}

/** 40 megapixels of 8 bytes, in an order that can't be decoded row by row. */
function interlacedBomb(): Buffer {
  const side = 6_324
  const passes = [
    [8, 8, 0, 0],
    [8, 8, 4, 0],
    [4, 8, 0, 4],
    [4, 4, 2, 0],
    [2, 4, 0, 2],
    [2, 2, 1, 0],
    [1, 2, 0, 1],
  ] as const
  const sizes = passes.map(
    ([dx, dy, x, y]) => Math.ceil((side - y) / dy) * (1 + 8 * Math.ceil((side - x) / dx)),
  )
  const rows = Buffer.alloc(sizes.reduce((sum, size) => sum + size, 0))
  return rawPng({ width: side, height: side, depth: 16, colour: 6, interlaced: true }, rows)
}

type Verdict = [status: number, mediaType?: string]

/** A file with its expected results: a refusal, or the stored type. */
type HostileFile = [name: string, bytes: Uint8Array | string, ...Verdict[]]

async function hostileFiles(): Promise<HostileFile[]> {
  const photo = await picture(600, 400).jpeg().toBuffer()
  const frames = await gif(2, 2, 4_000)
  const wide = await sharp({ create: { width: 5_000, height: 3_500, channels: 3, background: '#a0c' } })
    .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
    .toBuffer()
  // Just below the limit of images that must be held in memory whole.
  const nearly = await sharp({ create: { width: 4_800, height: 3_400, channels: 3, background: '#0ca' } })
    .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
    .toBuffer()
  // Encoding images of 40 megapixels is most of the work, and the cases are similar: only in thorough runs.
  const more = isThorough ? await largePictures() : []
  return [
    ...more,
    ['bomb.png', bomb(), [413]],
    ['interlaced.png', interlacedBomb(), [413]],
    ['text.png', pngWithTextBomb(), [400], [201, 'image/png']],
    ['wide.jpg', wide, [413]],
    ['nearly.jpg', nearly, [201, 'image/jpeg']],
    ['frames.gif', frames, [201, 'image/gif']],
    ['screens.gif', onScreen(await gif(90, 70, 70), 900, 700), [413]],
    [
      'polyglot.gif',
      Buffer.concat([Buffer.from('GIF89a/*'), Buffer.alloc(40), Buffer.from('*/=1;alert(1)')]),
      [400],
    ],
    ['polyglot.jpg', Buffer.concat([photo, Buffer.from('<script>alert(1)</script>')]), [201, 'image/jpeg']],
    ['cut.jpg', photo.subarray(0, photo.length - 2_000), [400]],
    ['archive.svgz', gzipSync(svg('<g/>'.repeat(1_000_000))), [415]],
    [
      'script.svg',
      svg('<script>alert(1)</script><path onload="a()" d="M0 0h9v9z"/>'),
      [201, 'image/svg+xml'],
    ],
    [
      'foreign.svg',
      svg('<foreignObject><b xmlns="http://www.w3.org/1999/xhtml">x</b></foreignObject>'),
      [201, 'image/svg+xml'],
    ],
    [
      'link.svg',
      svg(
        '<a xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="javascript:alert(1)"><path d="M0 0h9v9z"/></a>',
      ),
      [201, 'image/svg+xml'],
    ],
    ['laughs.svg', laughs(), [400]],
    ['deep.svg', svg('<g>'.repeat(200_000) + '</g>'.repeat(200_000)), [400]],
    ['many.svg', svg('<g/>'.repeat(2_000_000)), [413]],
    [
      'huge.svg',
      '<svg xmlns="http://www.w3.org/2000/svg" width="9999999" height="9999999"><path d="M0 0h9v9z"/></svg>',
      [201, 'image/svg+xml'],
      [400],
    ],
    ['page.html', '<script>alert(1)</script>', [201, 'text/html']],
    [
      'random.avif',
      Buffer.concat([
        Buffer.from('\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf', 'latin1'),
        Buffer.alloc(5_000, 'x'),
      ]),
      [400],
    ],
  ]
}

async function largePictures(): Promise<HostileFile[]> {
  const turned = await sharp({ create: { width: 8_000, height: 5_000, channels: 3, background: '#0ac' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ progressive: true })
    .toBuffer()
  const flat = { create: { width: 7_000, height: 5_700, channels: 4, background: '#fff8' } } as const
  return [
    ['turned.jpg', turned, [413]],
    ['flat.webp', await sharp(flat).webp({ lossless: true, effort: 0 }).toBuffer(), [413]],
    ['flat.png', await sharp(flat).png().toBuffer(), [201, 'image/png']],
  ]
}

/** Small frames on a larger canvas: every frame is a full canvas when it is rendered. */
function onScreen(animation: Buffer, width: number, height: number): Buffer {
  animation.writeUInt16LE(width, 6)
  animation.writeUInt16LE(height, 8)
  return animation
}

function pngWithTextBomb(): Buffer {
  const text = Buffer.concat([
    Buffer.from('Comment\0\0'),
    deflateSync(Buffer.alloc(200 * mebibyte), { level: 1 }),
  ])
  return rawPng({ width: 2, height: 2, depth: 8, colour: 0 }, Buffer.alloc(6), [pngChunk('zTXt', text)])
}

function laughs(): string {
  const entities = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join(
    '',
  )
  return `<!DOCTYPE svg [<!ENTITY l0 "ha">${entities}]>${svg('<text>&l9;</text>')}`
}

/** The memory once it has stayed the same for five seconds: threads are loaded four seconds after the start. */
async function memoryAtRest(pid: number): Promise<number> {
  for (let [memory, since] = [0, 0]; ; await sleep(200)) {
    const now = await memoryOf(pid)
    if (Math.abs(now - memory) > 5e6) [memory, since] = [now, performance.now()]
    else if (performance.now() - since > 5_000) return now
  }
}

test('hostile files are refused or sanitised, and the service stays within 300 MB of its memory at rest', async (t) => {
  const { baseUrl, key, pid } = await startProcess(t)
  const files = await hostileFiles()
  const upload = async (name: string, bytes: Uint8Array | string) => {
    const form = new FormData()
    form.set('file', new Blob([bytes as never]), name)
    const response = await fetch(`${baseUrl}/v0/files`, {
      method: 'POST',
      headers: { 'x-api-key': key },
      body: form,
    })
    return { status: response.status, body: (await response.json()) as { mediaType?: string; code?: string } }
  }
  const atRest = await memoryAtRest(pid)
  const memory = watchMemory(t, pid)
  const peaks: string[] = []
  for (const [name, bytes, ...verdicts] of files) {
    memory.peak = 0
    const { status, body } = await upload(name, bytes)
    peaks.push(`${name} ${status} ${Math.round((memory.peak - atRest) / 1e6)} MB`)
    assert.ok(
      verdicts.some(([expected, mediaType]) => status === expected && body.mediaType === mediaType),
      `${name}: ${status} ${JSON.stringify(body)}`,
    )
    assert.ok(memory.peak - atRest < 300e6, peaks.join('\n'))
  }
  memory.peak = 0
  const together = files.filter(([name]) => /bomb|wide|nearly|flat/.test(name))
  await Promise.all(together.map(([name, bytes]) => upload(name, bytes)))
  peaks.push(`all at once ${Math.round((memory.peak - atRest) / 1e6)} MB`)
  assert.ok(memory.peak - atRest < 300e6, peaks.join('\n'))
  assert.equal((await fetch(`${baseUrl}/readyz`)).status, 200)
  t.diagnostic(`at rest ${Math.round(atRest / 1e6)} MB, above that: ${peaks.join(', ')}`)
})
