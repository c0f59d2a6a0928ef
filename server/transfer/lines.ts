import { StartError } from '../start/startError.ts'

/** Passes bytes on and reports how many; stops when there are more than `most`. */
export async function* counted(
  source: AsyncIterable<Buffer>,
  onBytes: (bytes: number) => void,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<Buffer> {
  let total = 0
  for await (const bytes of source) {
    total += bytes.length
    onBytes(bytes.length)
    if (total > most) throw new StartError(`The archive has an entry of more than ${most} bytes.`)
    yield bytes
  }
}

/** The non-empty lines of a text. Never holds more than one line of at most `most` bytes. */
export async function* readLines(source: AsyncIterable<Buffer>, most: number): AsyncGenerator<string> {
  let parts: Buffer[] = []
  let length = 0
  const take = (bytes: Buffer) => {
    length += bytes.length
    if (length > most) throw new StartError(`The archive has a line of more than ${most} bytes.`)
    parts.push(bytes)
  }
  const flush = () => {
    const line = Buffer.concat(parts).toString()
    parts = []
    length = 0
    return line
  }
  for await (const bytes of source) {
    let from = 0
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, from)) {
      take(bytes.subarray(from, end))
      from = end + 1
      const line = flush()
      if (line !== '') yield line
    }
    take(bytes.subarray(from))
  }
  const last = flush()
  if (last !== '') yield last
}
