import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { times } from '../test/effort.ts'
import { SingleFlight } from './singleFlight.ts'

const ticks = async (count: number) => {
  for (let n = 0; n < count; n++) await undefined
}

test('requested work is always done, and never twice at the same time', async () => {
  // Wake-ups and runs of all lengths in microtasks, to cover every moment between the end of the work and idle.
  const schedules = fc.array(fc.record({ after: fc.nat(12), takes: fc.nat(6) }), {
    minLength: 1,
    maxLength: 20,
  })
  await fc.assert(
    fc.asyncProperty(schedules, async (schedule) => {
      let [asked, done, running] = [0, 0, 0]
      const takes = schedule.map((step) => step.takes)
      const flight = new SingleFlight(async () => {
        assert.equal(++running, 1)
        const upTo = asked
        await ticks(takes.shift() ?? 1)
        done = upTo
        running--
      })
      for (const { after } of schedule) {
        await ticks(after)
        asked++
        void flight.wake()
      }
      await ticks(200)
      assert.equal(done, asked)
      assert.equal(flight.running, undefined)
    }),
    { numRuns: times(20_000, 500) },
  )
})
