import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { DnsError, openResolver, requestLimitMs } from './dns.ts'

/** A name server that knows these TXT records, each a list of the parts it is sent in; silent about `silence`. */
async function openNameServer(records: Record<string, string[][]>) {
  const socket = createSocket('udp4')
  socket.on('message', (query, { address, port }) => {
    const name = readName(query)
    if (name === 'silence.example') return
    const found = records[name] ?? []
    const question = query.subarray(12, 12 + name.length + 2 + 4)
    const answers = found.map((parts) => {
      const data = Buffer.concat(parts.map((part) => Buffer.from([part.length, ...Buffer.from(part)])))
      // A pointer to the question's name, TXT, IN, 60 seconds, length.
      return Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, data.length >> 8, data.length & 255, ...data])
    })
    const code = name in records ? 0 : name === 'broken.example' ? 2 : 3
    const head = Buffer.from([0x81, 0x80 | code, 0, 1, 0, found.length, 0, 0, 0, 0])
    socket.send(Buffer.concat([query.subarray(0, 2), head, question, ...answers]), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return {
    servers: [`127.0.0.1:${(socket.address() as AddressInfo).port}`],
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  }
}

function readName(query: Buffer): string {
  const labels: string[] = []
  for (let at = 12; query[at]; at += (query[at] ?? 0) + 1)
    labels.push(query.toString('latin1', at + 1, at + 1 + (query[at] ?? 0)))
  return labels.join('.').toLowerCase()
}

test('a resolver joins the parts of a record, returns no records for missing names, and times out', async (t) => {
  const server = await openNameServer({
    'a.example': [['foyer=', 'abc'], ['v=spf1 -all']],
    'empty.example': [],
  })
  t.after(() => server.close())
  const resolveTxt = openResolver({ servers: server.servers })
  assert.deepEqual((await resolveTxt('a.example')).sort(), ['foyer=abc', 'v=spf1 -all'])
  assert.deepEqual(await resolveTxt('empty.example'), [])
  assert.deepEqual(await resolveTxt('missing.example'), [])
  await assert.rejects(resolveTxt('broken.example'), DnsError)
  const began = performance.now()
  await assert.rejects(resolveTxt('silence.example', requestLimitMs), DnsError)
  assert.ok(performance.now() - began < 1_900)
})
