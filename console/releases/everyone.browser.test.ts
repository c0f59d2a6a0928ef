import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { fillForAudience } from '../../document/index.ts'
import { gatherFacts } from '../../server/audiences/queries.ts'
import { noBrowser } from '../../server/test/browser.ts'
import { onlyThorough } from '../../server/test/environment.ts'
import { eventually } from '../../server/test/eventually.ts'
import { newLink } from '../../server/test/sites.ts'
import { visit } from '../../server/test/visitor.ts'
import { type World, world } from '../../server/test/world.ts'
import { openConsole, takePicture } from '../test/console.ts'
import { roomy, untilSaved } from '../test/content.ts'

const skip = noBrowser || onlyThorough
const [everyone, own, conflicting] = [200, 20, 5]
const behind = everyone - conflicting

const hero = (headline: string) => ({ id: 'hero', type: 'hero', props: { headline }, sources: [] })
const why = (heading: string) => ({
  id: 'why',
  type: 'text',
  props: { heading, body: 'It spoils.' },
  sources: [],
})
const faq = {
  id: 'faq',
  type: 'faq',
  props: { heading: 'Questions', items: [{ id: 'q1', question: 'When?', answer: 'On {{page.title}} day.' }] },
  sources: [],
}
const greeting = 'Keep it cold, {{person.firstName}}.'

/** Runs work for all items, eight at a time. */
async function forEach<T, R>(all: T[], work: (one: T, place: number) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const places = all.keys()
  const work8 = Array.from({ length: 8 }, async () => {
    for (const place of places) results[place] = await work(all[place] as T, place)
  })
  await Promise.all(work8)
  return results
}

type TestAudience = { audienceId: string; key: string }

/** Creates live pages for persons; the first ones have their own headline, others their own version of another text. */
async function addAudiences({ acme }: World, path: string): Promise<TestAudience[]> {
  const numbers = Array.from({ length: everyone }, (_, place) => place)
  const audiences = await forEach(numbers, async (number) => {
    const { personId } = (await acme.post('/v0/persons', { name: `Reader${number} Example` })).body
    const made = await acme.post(`${path}/audiences`, { personId, publish: true })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    return { audienceId: made.body.audienceId as string, key: made.body.personRouteKey as string }
  })
  await forEach(audiences.slice(0, own), async ({ audienceId }, place) => {
    const versions = `${path}/audiences/${audienceId}/versions`
    const { publishedVersion } = (await acme.get(`${path}/audiences/${audienceId}`)).body
    const { blocks } = (await acme.get(`${versions}/${publishedVersion.versionId}/document`)).body
    const edited =
      place < conflicting
        ? [{ ...blocks[0], props: { headline: `Written for reader ${place}.` } }, ...blocks.slice(1)]
        : [blocks[0], why(`Why reader ${place}`), ...blocks.slice(2)]
    const { versionId } = (await acme.post(versions, { document: { theme: {}, blocks: edited } })).body
    assert.equal((await acme.post(`${versions}/${versionId}/publish`, {})).status, 200)
  })
  return audiences
}

test('a change of the base reaches every audience, conflicts are decided, and undoing restores every byte', {
  skip,
  timeout: 300_000,
}, async (t) => {
  const here = await world()
  const { acme } = here
  const { page, complaints } = await openConsole(t, here, acme, {
    at: '/pages?create=true&from=templates',
    ...roomy,
  })
  await page.getByRole('textbox', { name: 'Name' }).fill('Cold chain')
  await page.getByRole('button', { name: 'Create page' }).click()
  await page.getByRole('button', { name: 'Finish later' }).click()
  await page.getByRole('list', { name: 'Blocks' }).getByRole('listitem').first().waitFor()
  const pageId = /page_\w+/.exec(page.url())?.[0] ?? ''
  const path = `/v0/pages/${pageId}`
  const blocks = [hero(greeting), why('Why'), faq]
  assert.equal((await acme.put(`${path}/document`, { theme: {}, blocks })).status, 200)
  assert.equal((await acme.post(`${path}/publish`, {})).status, 200)
  const audiences = await addAudiences(here, path)
  await newLink(acme, '/cold', audiences[0]?.audienceId ?? '')
  const host = `${acme.slug}.localhost:${new URL(here.baseUrl).port}`
  /** The hash of what visitors of each audience see. */
  const readSite = async () =>
    await forEach(audiences, async ({ key }) => {
      const { status, bytes } = await visit(here.baseUrl, host, `/cold/${key}`)
      assert.equal(status, 200)
      return createHash('sha256').update(bytes).digest('hex')
    })
  const liveOf = async (audienceId: string) => {
    const { publishedVersion } = (await acme.get(`${path}/audiences/${audienceId}`)).body
    const version = `${path}/audiences/${audienceId}/versions/${publishedVersion.versionId}`
    return (await acme.get(`${version}/document`)).body
  }
  const before = await readSite()
  assert.equal(new Set(before).size, everyone)

  // Changes of the page: a text, an image, the order, a lock.
  await page.reload()
  const stage = page.frameLocator('iframe')
  const list = page.getByRole('list', { name: 'Blocks' })
  await list.getByRole('button', { name: 'Hero', exact: true }).click()
  await stage.locator('[data-path="/headline"]').first().click()
  const headline = stage.getByRole('textbox', { name: 'Headline' })
  await headline.press('End')
  await headline.pressSequentially(' Always.')
  await headline.press('Escape')
  await page.getByRole('button', { name: 'Picture', exact: true }).click()
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30"/></svg>'
  await page
    .getByLabel('Upload an image: picture')
    .setInputFiles({ name: 'Lane.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) })
  await page.getByPlaceholder('Describe it for people who can’t see it').fill('A lane')
  await list.getByRole('button', { name: /^Questions/ }).click()
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('l')
  await untilSaved(page)
  const base = (await acme.get(`${path}/document`)).body
  assert.deepEqual(
    base.blocks.map(({ id, locked = false }: { id: string; locked?: boolean }) => [id, locked]),
    [
      ['hero', false],
      ['faq', true],
      ['why', false],
    ],
  )
  assert.equal(base.blocks[0].props.headline, `${greeting} Always.`)
  assert.deepEqual(await readSite(), before, 'nothing is public before the release')

  await page.getByRole('button', { name: `${behind} behind, 5 with conflicts` }).click()
  const panel = page.getByRole('dialog')
  await panel.getByText(`${everyone} audiences`).waitFor()
  const publish = panel.getByRole('button', { name: new RegExp(`^Publish to ${behind} audiences`) })
  await publish.waitFor()
  await panel.getByText(`1 of ${behind}`).waitFor()
  await takePicture(page, 'everyone-choose')
  await publish.click()
  await panel.getByText(new RegExp(`^Page version \\d+ published to ${behind} audiences\\.`)).waitFor()
  const first = /release_\w+/.exec(page.url())?.[0]
  await takePicture(page, 'everyone-done')
  await eventually(async () => {
    const after = await readSite()
    const changed = after.flatMap((hash, place) => (hash === before[place] ? [] : [place]))
    assert.deepEqual(changed, audiences.map((_, place) => place).slice(conflicting))
  }, 5_000)
  await forEach(audiences.slice(own), async ({ audienceId }) => {
    const facts = await gatherFacts(here.db.read, acme.tenantId, audienceId)
    assert.deepEqual(await liveOf(audienceId), fillForAudience(base, facts))
  })
  await forEach(audiences.slice(conflicting, own), async ({ audienceId }, place) => {
    const { blocks: live } = await liveOf(audienceId)
    const texts = live.map(({ props }: any) => props.headline ?? props.heading)
    const name = `Reader${place + conflicting}`
    assert.deepEqual(texts, [
      `Keep it cold, ${name}. Always.`,
      'Questions',
      `Why reader ${place + conflicting}`,
    ])
  })

  // Two keep their content, two take the page's, and one gets another text.
  await panel.getByRole('button', { name: 'Decide 5 conflicts' }).click()
  for (const [place, key] of ['k', 'k', 't', 't'].entries()) {
    await page.getByText(`${place} of 5 decided`).waitFor()
    await page.keyboard.press(key)
  }
  await page.getByText('4 of 5 decided').waitFor()
  await page.keyboard.press('e')
  await page.getByRole('textbox', { name: 'Write another' }).fill('Written by both.')
  await page.frameLocator('iframe').getByRole('heading', { name: 'Written by both.' }).waitFor()
  await page.getByRole('button', { name: 'Use this text' }).click()
  await page.getByText('5 of 5 decided').waitFor()
  await takePicture(page, 'everyone-conflicts')
  await page.getByRole('button', { name: /^Publish 5 decided/ }).click()
  await panel
    .getByText(/published to 5 audiences\./)
    .first()
    .waitFor()
  const headlines = await forEach(
    audiences.slice(0, conflicting),
    async ({ audienceId }) => (await liveOf(audienceId)).blocks[0].props.headline as string,
  )
  const count = (pattern: RegExp) => headlines.filter((text) => pattern.test(text)).length
  assert.deepEqual([count(/^Written for/), count(/Always\.$/), count(/^Written by both\.$/)], [2, 2, 1])

  await panel.getByRole('button', { name: /^Undo this release/ }).click()
  await panel.getByRole('button', { name: /^Undo for/ }).click()
  await panel.getByText(/^Undone\. 5 audiences are back/).waitFor()
  await page.goto(`/console/pages/${pageId}?tab=content&release=${first}`)
  await panel.getByRole('button', { name: /^Undo this release/ }).click()
  await panel.getByRole('button', { name: /^Undo for/ }).click()
  await panel
    .getByText(new RegExp(`^Undone\\. ${behind} audiences are back to what they saw before\\.`))
    .waitFor()
  await eventually(async () => assert.deepEqual(await readSite(), before), 5_000)
  await panel.getByRole('button', { name: 'Done' }).click()
  // The page has its previous content again, so no audience is outdated.
  await page.getByText('See audiences').waitFor()
  assert.equal(await page.getByText(/ behind/).count(), 0)
  assert.deepEqual(complaints, [])
})
