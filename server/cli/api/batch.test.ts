import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Client } from '../../test/client.ts'
import { world } from '../../test/world.ts'

const program = new URL('../../../bin/foyer.js', import.meta.url).pathname

/** Runs the command beside the service; `until` is called with the output so far and may end it. */
async function batch(args: string[], url: string, key: string, until?: (said: string, pid: number) => void) {
  const child = spawn(process.execPath, [program, 'batch', ...args], {
    env: { PATH: process.env.PATH, FOYER_API_KEY: key, FOYER_URL: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (text) => {
      said[name] += text
      until?.(said.stderr, child.pid as number)
    })
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, ...said }
}

async function setUp(t: TestContext) {
  const here = await world()
  const folder = await mkdtemp(join(tmpdir(), 'foyer-batch-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const csv = async (text: string) => {
    const path = join(folder, `${Math.random()}.csv`)
    await writeFile(path, text)
    return path
  }
  return { ...here, csv, pageId: await makePage(here.acme) }
}

async function makePage(client: Client): Promise<string> {
  return (await client.post('/v0/pages', { name: 'Outreach', pageType: 'outbound' })).body.pageId
}

test('a batch is started and followed to its end from the command line, with output for people and programs', async (t) => {
  const { acme, baseUrl, pageId, csv } = await setUp(t)
  const people = await csv('name,email\nJane,jane@acme.com\nJoe,joe@acme.com\n')
  const args = [pageId, '--csv', people, '--message', 'Make it blue']
  const forPeople = await batch([...args, '--table'], baseUrl, acme.key)
  assert.equal(forPeople.code, 0, forPeople.stderr)
  assert.match(forPeople.stdout, /^Batch batch_\w{26} has finished: 2 made, 2 drafted of 2\.\n$/)
  assert.match(forPeople.stderr, /100% 2\/2/)
  // They have pages by now, which are changed.
  const green = args.with(-1, 'Make it green')
  const forPrograms = await batch(green, baseUrl, acme.key)
  assert.deepEqual([forPrograms.code, forPrograms.stderr], [0, ''])
  const { batchId, counts, failures } = JSON.parse(forPrograms.stdout)
  assert.deepEqual([counts.total, counts.made, counts.drafted, failures], [2, 2, 2, []])
  const again = await batch([batchId], baseUrl, acme.key)
  assert.equal(again.code, 0)
  assert.ok(again.stdout.includes(batchId))
})

test('the exit code shows the kind of failure, and the output lists the failed rows', async (t) => {
  const { acme, baseUrl, pageId, csv } = await setUp(t)
  const failed = await batch(
    [pageId, '--csv', await csv('name,email\nJane,nonsense\nJoe,\n'), '--table'],
    baseUrl,
    acme.key,
  )
  assert.equal(failed.code, 3)
  assert.match(failed.stdout, /1 made, 1 failed of 2\.\n {2}row 2: email must be an e-mail address/)
  const refused = await batch([pageId, '--csv', await csv('colour\nred\n')], baseUrl, acme.key)
  assert.deepEqual([refused.code, JSON.parse(refused.stderr).error.code], [1, 'invalid_input'])
  const unknown = await batch([pageId, '--persons', 'person_x'], baseUrl, `foyer_${'x'.repeat(43)}`)
  assert.deepEqual([unknown.code, unknown.stdout], [5, ''])
  const missing = await batch([pageId, '--csv', '/nowhere.csv'], baseUrl, acme.key)
  assert.match(missing.stderr, /\/nowhere\.csv can’t be read/)
  const nobody = await batch([pageId, '--persons', 'person_x'], 'http://127.0.0.1:9', acme.key)
  assert.deepEqual([nobody.code, JSON.parse(nobody.stderr).error.code], [8, 'unreachable'])
})

test('Ctrl-C while watching prints how to resume, and the batch continues', async (t) => {
  const { acme, baseUrl, pageId, csv } = await setUp(t)
  const people = await csv(`name\n${'Jane\n'.repeat(100)}`)
  let isTold = false
  const stopped = await batch(
    [pageId, '--csv', people, '--message', 'Make it blue', '--table'],
    baseUrl,
    acme.key,
    (said, pid) => {
      if (isTold || !said.includes('%')) return
      isTold = true
      process.kill(pid, 'SIGINT')
    },
  )
  assert.equal(stopped.code, 130, stopped.stderr)
  const [, batchId] = /To watch it: npx foyer batch (batch_\w{26})/.exec(stopped.stderr) ?? []
  assert.equal((await acme.get(`/v0/batches/${batchId}`)).body.status, 'running')
  const watched = await batch([batchId as string], baseUrl, acme.key)
  assert.deepEqual([watched.code, JSON.parse(watched.stdout).counts.drafted], [0, 100])
})
