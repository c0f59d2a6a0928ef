import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { openAddressReader } from './address.ts'

test('the address of a visitor is the one seen by the last trusted proxy, for any forged header', () => {
  for (const [trust, from, header, expected] of [
    [false, '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    [true, '10.0.0.1', '198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['10.0.0.0/8', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['10.0.0.0/8', '::ffff:10.0.0.1', '6.6.6.6, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['10.0.0.0/8', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['10.0.0.1, ::1', '::1', '2001:db8::1', '2001:db8::1'],
    ['10.0.0.0/8', '10.0.0.1', 'unknown', '10.0.0.1'],
    ['10.0.0.0/8', '10.0.0.1', undefined, '10.0.0.1'],
  ] as const) {
    const headers = header === undefined ? {} : { 'x-forwarded-for': header }
    const request = { socket: { remoteAddress: from }, headers } as unknown as IncomingMessage
    assert.equal(openAddressReader(trust)(request), expected, `${trust} ${from} ${header}`)
  }
})
