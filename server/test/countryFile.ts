import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Encodes a value in the MaxMind DB format, as far as a country file needs it. */
function encode(value: string | number | Record<string, unknown>): Buffer {
  if (typeof value === 'string') return Buffer.from([0x40 + value.length, ...Buffer.from(value)])
  if (typeof value === 'number')
    return Buffer.from([0xc4, ...new Uint8Array(4).map((_, i) => value >>> (24 - 8 * i))])
  const entries = Object.entries(value) as [string, string][]
  return Buffer.concat([
    Buffer.from([0xe0 + entries.length]),
    ...entries.flatMap(([name, one]) => [encode(name), encode(one)]),
  ])
}

/** Writes a MaxMind DB file that assigns IPv4 addresses from 128.0.0.0 to one country, and the others to none. */
export async function writeCountryFile(country: string): Promise<string> {
  const nodeCount = 1
  const data = encode({ country: { iso_code: country } })
  const records = [nodeCount, nodeCount + 16]
  const tree = Buffer.from(
    records.flatMap((record) => [record >> 16, record >> 8, record].map((byte) => byte & 255)),
  )
  const metadata = encode({
    node_count: nodeCount,
    record_size: 24,
    ip_version: 4,
    database_type: 'Test-Country',
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1,
  })
  const marker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')
  const path = join(tmpdir(), `foyer-countries-${randomUUID()}.mmdb`)
  await writeFile(path, Buffer.concat([tree, Buffer.alloc(16), data, marker, metadata]))
  return path
}
