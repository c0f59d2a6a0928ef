import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { browserAgent, makePlace, makeReport } from '../test/visits.ts'
import { world } from '../test/world.ts'
import { openVisits } from './open.ts'
import type { Arrival } from './plan.ts'
import { Recorder } from './recorder.ts'

test('what two processes begin at the same moment is begun once', async () => {
  const here = await world()
  const { tenantId } = here.acme
  const place = await makePlace(here, here.acme)
  const nodes = [openVisits(here.ground), openVisits(here.ground)]
  const statuses: number[] = []
  // One at a time: of a group that fails, the halves are tried again, which would hide it.
  for (let visitor = 0; visitor < 40; visitor++) {
    const address = `192.0.2.${visitor}`
    const body = Buffer.from(JSON.stringify(makeReport(here, place)))
    const request = {
      method: 'POST',
      path: '/_t',
      headers: { 'user-agent': browserAgent },
      address,
      tenantId,
      body,
    }
    const answers = await Promise.all(nodes.map((node) => node.report(request)))
    statuses.push(...answers.map(({ status }) => status))
  }
  assert.deepEqual(new Set(statuses), new Set([204]))
  const [sessions] = await here.db.read`
    select count(*), sum(views)::int as views from visit_sessions
    where tenant_id = ${tenantId} and audience_id = ${place.audienceId}`
  assert.deepEqual({ ...sessions }, { count: 40, views: 40 })
  for (const node of nodes) await node.close()
})

test('groups given to a thread that ends fail, it is said why, and the next is given to another', async () => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
  // The thread can't open this, and ends on the spot.
  const recorder = new Recorder({ databaseUrl: 'postgres://nowhere:none', log })
  const arrivals: Arrival[] = []
  for (const _ of [1, 2]) {
    const together = [recorder.record(arrivals), recorder.record(arrivals)]
    for (const { reason } of (await Promise.allSettled(together)) as PromiseRejectedResult[])
      assert.equal(reason?.code, 'CONNECTION_CLOSED')
  }
  assert.equal(lines.length, 2)
  assert.match(lines[0] as string, /the thread that records visits failed/)
  await recorder.close()
})
