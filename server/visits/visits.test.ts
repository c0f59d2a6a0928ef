import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makePlace, makeReport, openSite } from '../test/visits.ts'
import { type World, world } from '../test/world.ts'

test('a report is stored before it is acknowledged and shows in the summary at once', async () => {
  const here = await world()
  const place = await makePlace(here, here.acme)
  const site = await openSite(here, here.acme.tenantId)
  assert.equal(await site.send(makeReport(here, place)), 204)
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
  await site.close()
})
