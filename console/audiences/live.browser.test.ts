import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser } from '../../server/test/browser.ts'
import { openReleasedPage, pageSaying, undo } from '../../server/test/releases.ts'
import { newLink } from '../../server/test/sites.ts'
import { beginVersion } from '../../server/test/versions.ts'
import { world } from '../../server/test/world.ts'
import { cancelVersion, finishVersion, startVersion } from '../../server/versions/verbs.ts'
import { findBarriersInBothSchemes, openConsole, takePicture } from '../test/console.ts'
import { onePage } from '../test/pages.ts'

const viewport = { width: 1920, height: 900 }

test('an audience has the same status on every screen, updates without a reload, and offers its next step', {
  skip: noBrowser,
  timeout: 180_000,
}, async (t) => {
  const here = await world()
  const { acme, db } = here
  const pageId = await onePage(acme)
  await acme.post(`/v0/pages/${pageId}/publish`, {})
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'initech.example', name: 'Initech' })).body
  const { audienceId } = (await acme.post(`/v0/pages/${pageId}/audiences`, { accountId })).body
  const { pageLinkId } = (
    await acme.post('/v0/page_links', { path: '/initech', target: { targetType: 'audience', audienceId } })
  ).body
  const { page, complaints } = await openConsole(t, here, acme, { at: `/pages/${pageId}`, viewport })
  const row = page.getByRole('row', { name: /Initech/ })
  await row.getByText('Not live', { exact: true }).waitFor()
  await row.getByRole('button', { name: /^Publish/ }).waitFor()
  await page.getByText('Nobody can open it yet.').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Open page' }).count(), 0)
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await takePicture(page, 'audiences-not-live')

  // A worker's changes appear without a reload, also in lists.
  const { tenantId } = acme
  const begin = () =>
    db.inTransaction((tx) => beginVersion(tx, tenantId, audienceId, { isNewPageAgent: false }))
  const { versionId } = await begin()
  await page.reload()
  await row.getByText('Being written').waitFor()
  await db.inTransaction((tx) => startVersion(tx, tenantId, audienceId, versionId))
  await db.inTransaction((tx) =>
    finishVersion(tx, tenantId, audienceId, versionId, pageSaying('Written') as never),
  )
  await row.getByText('Not live', { exact: true }).waitFor()

  for (const at of [`/pages/${pageId}?tab=links`, '/links', `/accounts/${accountId}`]) {
    await page.goto(`/console${at}`)
    await page.getByText('Not live', { exact: true }).last().waitFor()
  }
  await page.goto(`/console/pages/${pageId}/audiences/${audienceId}`)
  await page.getByText('Version 2 is ready. Nobody has seen it.').waitFor()
  await page.getByRole('button', { name: /^Publish and share/ }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: /^Publish and copy link/ }).click()
  await panel.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Version 2 is what they see.').waitFor()
  await takePicture(page, 'studio-live')

  // A run is shown as finished even if the event stream lost its end.
  await page.route('**/events', (route) => route.abort())
  const third = await begin()
  await page.reload()
  await page.getByText('Live, being written').waitFor()
  await db.inTransaction((tx) => cancelVersion(tx, tenantId, audienceId, third.versionId))
  await page.getByText('Version 2 is what they see.').waitFor()
  await page.unroute('**/events')

  // A link with a password is never shown as open to everyone.
  await acme.patch(`/v0/page_links/${pageLinkId}/gate`, { password: 'see you in March' })
  for (const at of [`/pages/${pageId}?tab=links`, '/links', `/pages/${pageId}`, `/accounts/${accountId}`]) {
    await page.goto(`/console${at}`)
    await page.getByText('Live, password', { exact: true }).first().waitFor()
  }
  assert.deepEqual(
    complaints.filter((text) => !text.includes('ERR_FAILED')),
    [],
  )
})

test('after a release is undone, audiences are live, and the reverted version is labelled as such', {
  skip: noBrowser,
  timeout: 180_000,
}, async (t) => {
  const here = await world()
  const { acme } = here
  const released = await openReleasedPage(acme, pageSaying('One'))
  const everyone = (await acme.post(`${released.path}/audiences`, { publish: true })).body.audienceId
  await newLink(acme, '/released', everyone)
  const ada = await released.add('Ada')
  await released.save(pageSaying('Two'))
  const { releaseId } = await released.release()
  await undo(acme, releaseId)
  const { page, complaints } = await openConsole(t, here, acme, { at: `/pages/${released.pageId}`, viewport })
  const row = page.getByRole('row', { name: /Ada/ })
  await row.getByText('Live, page is newer').waitFor()
  await row.getByRole('button', { name: /^Bring up to date/ }).waitFor()
  await page.getByText('Live, newer draft').waitFor()
  assert.equal(await page.getByText(/Archived/).count(), 0)
  await takePicture(page, 'audiences-undone')
  await page.goto(`/console/pages/${released.pageId}/audiences/${ada}`)
  await page
    .getByRole('button', { name: /^Version \d/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: /^Version 2\s*Undone/ }).waitFor()
  await page.getByRole('menuitem', { name: /^Version 1\s*Live/ }).waitFor()
  await takePicture(page, 'studio-versions')
  assert.deepEqual(complaints, [])
})
