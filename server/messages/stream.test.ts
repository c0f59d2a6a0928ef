import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { Problem } from '../../shared/problem.ts'
import { eventually } from '../test/eventually.ts'
import { world } from '../test/world.ts'
import { RunWatch } from './stream.ts'

test('a process and each tenant have a limit of open event streams; closed ones no longer count', async (t) => {
  const { context } = await world()
  const watch = new RunWatch(context.db, context.log, { ofTenant: 2, atOnce: 3 })
  const server = createServer((request, response) => {
    try {
      watch.admit(String(request.headers['x-tenant']), response)
      response.writeHead(200).write('open\n')
    } catch (error) {
      assert.ok(error instanceof Problem)
      response.writeHead(error.status, error.headers).end(error.message)
    }
  }).listen(0, '127.0.0.1')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const open = (tenantId: string) => fetch(url, { headers: { 'x-tenant': tenantId } })

  const opened = [await open('one'), await open('one'), await open('two')]
  assert.deepEqual(
    opened.map(({ status }) => status),
    [200, 200, 200],
  )
  assert.equal((await open('one')).status, 429)
  const refused = await open('three')
  assert.equal(refused.status, 503)
  assert.equal(refused.headers.get('retry-after'), '10')
  await opened[2]?.body?.cancel()
  await eventually(async () => assert.equal((await open('three')).status, 200), 2_000)
})
