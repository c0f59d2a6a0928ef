import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { times } from './effort.ts'
import { isThorough } from './environment.ts'
import { makePendingSite, type PendingKind, type ServedResponse } from './pendingSite.ts'
import { type World, world } from './world.ts'
import { writeAttacks } from './writeAttacks.ts'

/**
 * What is scheduled in this run; each operation takes a second. A scheduled page pins its own properties, a scheduled
 * audience also its versions and decisions.
 */
const kinds: PendingKind[] = isThorough ? ['audiences', 'pages'] : ['audiences']

/**
 * Operations on what no publication reads. They are tried together on one site, which must then show exactly what was
 * scheduled: an operation that has any effect on it fails the test.
 */
const withoutEffect =
  /(?:Log|Goal|View|PageTemplate|File)$|^(?:createAccount|createPerson|createBrand|createAsset|createAccountActivity|readSite|closePageRevision)$/

/** Each alone in a thorough run. In a usual one several share a site, where one may hide what another does. */
function inGroups(operations: string[]): string[][] {
  const count = Math.ceil(operations.length / times(1, 8))
  return Array.from({ length: count }, (_, nth) => operations.filter((_, index) => index % count === nth))
}

let here: World

before(async () => {
  here = await world({ TRUST_PROXY: 'true' })
})

/** Sites with scheduled publications: one for each group of operations, and one without changes. */
async function comeDue(kind: PendingKind) {
  const make = async (...operations: string[]) => {
    const admin = await here.tenant('pending')
    const site = await makePendingSite(admin, here.baseUrl, kind)
    const tried = await writeAttacks(admin, site)
    await site.publishLater()
    const before = await site.snapshot()
    const pending = await here.withScope(admin, 'write')
    const answers: string[] = []
    for (const [method, path, body] of operations.flatMap((operation) => tried[operation] ?? [])) {
      const { status, body: answer } = await pending[method](path, body as never)
      answers.push(`${method} ${path} ${JSON.stringify(body)}: ${status} ${JSON.stringify(answer)}`)
    }
    return { all: Object.keys(tried), operations, site, before, answers }
  }
  const control = await make()
  const attacked: (typeof control)[] = []
  const { together = [], alone = [] } = Object.groupBy(control.all, (operation) =>
    withoutEffect.test(operation) ? 'together' : 'alone',
  )
  const waiting = inGroups(alone)
  waiting.push(together)
  const work = async () => {
    for (let operations = waiting.pop(); operations; operations = waiting.pop())
      attacked.push(await make(...operations))
  }
  await Promise.all(Array.from({ length: 6 }, work))
  const sites = [control, ...attacked].map(({ site }) => site)
  for (const site of sites) await site.comeDue()
  // One after the other: concurrent polling would slow the workers down.
  for (const site of sites) await site.hasRun()
  // Published changes reach every cached page within a second.
  await sleep(1_500)
  return { control, attacked }
}

function firstDifference(shown: ServedResponse, expected: ServedResponse | undefined): string {
  const at = [...shown.text].findIndex((character, index) => character !== expected?.text[index])
  const near = (text = '') => text.slice(Math.max(0, at - 60), at + 60)
  return `${shown.path} ${shown.status} has\n${near(shown.text)}\nnot\n${near(expected?.text)}`
}

/** Whether a URL shows what it showed before, or what was scheduled. */
function isAllowed(shown: ServedResponse, before: ServedResponse, published: ServedResponse): boolean {
  if ([before, published].some((one) => isDeepStrictEqual(one, shown))) return true
  // What was not live stays so; the message depends on the brand and the home page.
  return before.status !== 200 && [404, 410].includes(shown.status)
}

for (const kind of kinds)
  test(`nothing that a key without \`publish\` can do is published by waiting: ${kind}`, async () => {
    const { control, attacked } = await comeDue(kind)
    const published = await control.site.snapshot()
    for (const [index, { path, status }] of published.entries()) {
      assert.equal(status, control.site.statuses[index], path)
      assert.notDeepEqual(published[index], control.before[index], `${path} was not published`)
    }
    const wrong: string[] = []
    for (const { operations, site, before, answers } of attacked)
      for (const [index, shown] of (await site.snapshot()).entries()) {
        const after = published[index] as ServedResponse
        const isWithoutEffect = operations.every((operation) => withoutEffect.test(operation))
        const unchanged = isWithoutEffect ? after : (before[index] as ServedResponse)
        if (!isAllowed(shown, unchanged, after))
          wrong.push(`${operations}: ${firstDifference(shown, published[index])}\n${answers.join('\n')}`)
      }
    assert.deepEqual(wrong, [])
  })
