import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser } from '../../server/test/browser.ts'
import { from, makePlace, makeReport, newStay, openSite, visited } from '../../server/test/visits.ts'
import { world } from '../../server/test/world.ts'
import { findBarriersInBothSchemes, openConsole, phone, takePicture } from '../test/console.ts'

const options = { skip: noBrowser, timeout: 180_000 }
const minute = 60_000

test(
  'visits appear live, show how a page was read, and are listed with their page, account and person',
  options,
  async (t) => {
    const here = await world(visited)
    const { acme } = here
    const { accountId } = (await acme.post('/v0/accounts', { domain: 'vandelay.example', name: 'Vandelay' }))
      .body
    const { personId } = (
      await acme.post('/v0/persons', { name: 'Art Vandelay', email: 'art@vandelay.example' })
    ).body
    const place = await makePlace(here, acme, { personId })
    const everyone = await makePlace(here, acme, { pageId: place.pageId })
    const site = openSite(here, acme)
    const { page, complaints } = await openConsole(t, here, acme, { at: '/visits' })
    await page.getByText('No visits yet').waitFor()
    await page.getByText('Your team’s own visits aren’t counted.').waitFor()

    const stay = newStay()
    const first = { stay, age: 80_000, span: 80_000, visible: 75_000, scroll: 85, actions: ['book'] }
    const where = {
      referrer: 'https://www.linkedin.com/feed',
      query: '?utm_source=newsletter&utm_campaign=spring',
    }
    await site.report(makeReport(here, place, { ...first, ...where, interactions: 2 }), from('198.51.100.7'))
    await page
      .getByRole('row', { name: /Art Vandelay · Vandelay.*1 click.*1 min 15 s.*85%.*Reading now/ })
      .waitFor()
    for (let nth = 1; nth < 7; nth++) {
      const times = { age: nth * 100 * minute, span: 20_000 * nth, visible: 18_000 * nth, scroll: 12 * nth }
      await site.report(makeReport(here, everyone, times), from(`198.51.100.${nth + 20}`))
    }
    await page.getByText('7 visits').waitFor()
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    for (const width of [1440, 1024, 768, 390])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await takePicture(page, `visits-${width}-${colorScheme}`)
      }
    await page.setViewportSize({ width: 1280, height: 800 })

    await page.getByRole('row', { name: /Art Vandelay/ }).click()
    const panel = page.getByRole('dialog', { name: 'Art Vandelay · Vandelay' })
    for (const text of ['“Book a call”', 'www.linkedin.com/feed', 'newsletter', 'spring', '85% of the page'])
      await panel.getByText(text).first().waitFor()
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await takePicture(page, 'visit')

    await page.goto(`/console/accounts/${accountId}`)
    const part = page.getByRole('region', { name: 'Visits' })
    await part.getByRole('button', { name: /Art Vandelay.*1 min 15 s · 85% read · 1 click/ }).waitFor()
    await takePicture(page, 'account-visits')
    await page.goto(`/console/persons/${personId}`)
    await part.getByRole('button', { name: /Visited.*newsletter/ }).click()
    await page.getByRole('dialog').getByText('“Book a call”').waitFor()
    await page.keyboard.press('Escape')
    await page.goto(`/console/pages/${place.pageId}?tab=analytics`)
    const latest = page.getByRole('region', { name: 'Latest visits' })
    await latest.getByRole('button', { name: /Art Vandelay/ }).waitFor()
    await takePicture(page, 'page-visits')
    await latest.getByRole('link', { name: 'Show all 7' }).click()
    await page.getByRole('button', { name: 'Show every page' }).waitFor()
    await page.getByText('7 visits').waitFor()

    await page.setViewportSize(phone.viewport)
    await page.goto(`/console/visits?accountId=${accountId}`)
    await page.getByText('1 visit', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Show every account' }).click()
    await page.getByText('7 visits').waitFor()
    assert.deepEqual(complaints, [])
  },
)
