import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makePlace, makeReport, openSite, visited } from '../test/visits.ts'
import { world } from '../test/world.ts'

test('a report is stored before it is acknowledged and shows in the summary at once', async () => {
  const here = await world(visited)
  const place = await makePlace(here, here.acme)
  const site = openSite(here, here.acme)
  assert.equal(await site.report(makeReport(here, place)), 204)
  const { body } = await here.acme.get(`/v0/pages/${place.pageId}/analytics/summary`)
  assert.deepEqual(body, {
    avgInteractionsPerSession: 0,
    avgScrollDepthPercentage: 40,
    avgTimeSpentSeconds: 1,
    bounceRate: 1,
    conversionRate: 0,
    formSubmitRate: 0,
    totalSessions: 1,
  })
})
