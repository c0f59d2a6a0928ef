import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'

/** The entries of a compressed tar file, in order; unread content of an entry is skipped. */
export async function* readArchive(path: string) {
  // Started before the first read: otherwise an archive that fails earlier would never end.
  const archive = extract()
  const reading = pipeline(createReadStream(path), createGunzip(), archive)
  // Awaited below, where it throws.
  reading.catch(() => {})
  for await (const entry of archive) {
    yield entry
    entry.resume()
  }
  await reading
}
