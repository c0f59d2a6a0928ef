import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { openBucket } from '../test/bucket.ts'
import { isThorough } from '../test/environment.ts'
import { mp4 } from '../test/images.ts'
import { emptyFolder, freshDatabase, launch } from '../test/launch.ts'

const megabyte = 1024 * 1024
const uploads = 10
const skip = (process.platform !== 'linux' || !isThorough) && 'thorough, on Linux'

/** The largest resident memory of a process since it was last reset. */
async function peakOf(pid: number): Promise<number> {
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

test('ten parallel uploads of 20 MB are stored in a bucket without being held in memory', {
  skip,
}, async (t) => {
  const bucket = await openBucket()
  t.after(() => bucket.close())
  const key = 'a-key-for-uploads-of-32-characters'
  const places = { DATABASE_URL: await freshDatabase(), DATA_DIR: await emptyFolder() }
  // A worker would load the built-in agent meanwhile, which takes more than all uploads.
  const web = { args: ['--role', 'web'] }
  const service = await launch({ ...bucket.settings, ...places, FOYER_API_KEY: key }, web)
  const form = Buffer.concat([
    Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="tour.mp4"\r\n\r\n'),
    mp4,
    Buffer.alloc(20 * megabyte - mp4.length),
    Buffer.from('\r\n--x--\r\n'),
  ])
  const upload = async () => {
    const headers = { 'x-api-key': key, 'content-type': 'multipart/form-data; boundary=x' }
    const response = await fetch(`${service.url}/v0/files`, { method: 'POST', headers, body: form })
    assert.equal(response.status, 201, await response.text())
  }
  await upload()
  const pid = service.child.pid as number
  await writeFile(`/proc/${pid}/clear_refs`, '5')
  const before = await peakOf(pid)
  await Promise.all(Array.from({ length: uploads }, upload))
  const grown = Math.round(((await peakOf(pid)) - before) / megabyte)
  assert.equal(bucket.objects.size, uploads + 1)
  // Measured: 60 to 115, most of it buffers that wait for garbage collection; 300 if each is held.
  assert.ok(grown < 20 * uploads, `${grown} MB`)
  await service.stop()
})
