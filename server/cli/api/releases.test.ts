import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { openReleasedPage, pageSaying } from '../../test/releases.ts'
import { world } from '../../test/world.ts'

type CommandResult = { code: number; out: string; errors: string }

test('a page is previewed, released and rolled back from the command line', async () => {
  const { acme, baseUrl } = await world()
  const program = new URL('../../../bin/foyer.js', import.meta.url).pathname
  const foyer = (...args: string[]) =>
    new Promise<CommandResult>((resolve) => {
      const env = { PATH: process.env.PATH, FOYER_API_KEY: acme.key, FOYER_URL: baseUrl }
      execFile(process.execPath, [program, ...args], { env }, (error, out, errors) =>
        resolve({ code: error ? Number(error.code) : 0, out, errors }),
      )
    })
  const page = await openReleasedPage(acme, pageSaying('Hello'))
  const [ada, grace] = [await page.add('Ada'), await page.add('Grace')]
  await page.edit(grace, pageSaying('Hello, Grace'))
  await page.save(pageSaying('Good morning'))

  const dry = await foyer('releases', 'create', page.pageId, '--dry-run', '--table')
  assert.equal(dry.code, 3, dry.errors)
  assert.match(
    dry.out,
    /^Dry run release_\w+ is finished: 1 would be published, 1 with conflicts, of 2\.\n {2}Grace/,
  )
  const real = await foyer('releases', 'create', page.pageId, '--conflicts', 'take', '--note', 'Spring')
  const { releaseId, counts, note } = JSON.parse(real.out)
  assert.deepEqual([real.code, counts.published, note], [0, 2, 'Spring'])
  assert.equal((await page.documentOf(ada)).blocks[0].props.headline, 'Good morning')
  const undone = await foyer('releases', 'undo', releaseId, '--table')
  assert.match(undone.out, /is undone: 2 of 2 audiences are back to what they saw before\./)
  assert.equal((await page.documentOf(grace)).blocks[0].props.headline, 'Hello, Grace')
  const wrong = await foyer('releases', 'create', page.pageId, '--batch', 'batch_x', '--query', 'x')
  assert.deepEqual([wrong.code, /not by more than one/.test(wrong.errors)], [1, true])
  assert.match((await foyer('releases', 'create', '--help')).out, /--dry-run/)
})
