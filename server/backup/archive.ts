import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'

/** The entries of a compressed tar file, one after the other; what is not read of one is skipped. */
export async function* readArchive(path: string) {
  // Both in one go: an archive that fails before somebody reads it would never end.
  const archive = extract()
  const reading = pipeline(createReadStream(path), createGunzip(), archive)
  // Thrown below.
  reading.catch(() => {})
  for await (const entry of archive) {
    yield entry
    entry.resume()
  }
  await reading
}
