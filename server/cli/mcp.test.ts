import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { eventually } from '../test/eventually.ts'
import { newAudience, newPage } from '../test/sites.ts'
import { world } from '../test/world.ts'

const program = new URL('../../bin/foyer.js', import.meta.url).pathname

test('`foyer mcp` connects clients of both protocols to a running service with a saved or given key, with progress and cancellation', async (t) => {
  const { acme, baseUrl } = await world({}, { works: false })
  const pageId = await newPage(acme)
  const { audienceId } = await newAudience(acme, pageId, { publish: false })
  const versions = `/v0/pages/${pageId}/audiences/${audienceId}/versions`
  const folder = await mkdtemp(join(tmpdir(), 'foyer-mcp-'))
  t.after(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'foyer'))
  const profiles = { acme: { url: baseUrl, key: acme.key } }
  await writeFile(join(folder, 'foyer', 'profiles.json'), JSON.stringify({ profiles }))
  const saved = { args: ['--profile', 'acme'], env: { XDG_CONFIG_HOME: folder } }
  const given = { args: ['--service', baseUrl], env: { FOYER_API_KEY: acme.key } }
  for (const [mode, by] of [
    ['legacy', saved],
    [{ pin: '2026-07-28' }, given],
  ] as const) {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
    const env = { PATH: process.env.PATH ?? '', ...by.env } as Record<string, string>
    const args = [program, 'mcp', ...by.args]
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env }))
    assert.equal((await client.listTools()).tools.length, 24)
    const found = await client.callTool({ name: 'find_pages', arguments: {} })
    assert.equal((found.structuredContent as { totalCount: number }).totalCount, 1)
    const cancel = new AbortController()
    const change = { pageId, audienceId, message: 'Change the headline to "No"' }
    const asked = client.callTool(
      { name: 'ask_for_change', arguments: change },
      { signal: cancel.signal, onprogress: () => cancel.abort() },
    )
    await assert.rejects(asked)
    await eventually(async () => {
      const { items } = (await acme.get(versions)).body
      assert.equal(items[0].status, 'cancelled', JSON.stringify(mode))
    }, 5_000)
    await client.close()
  }
  const env = { ...process.env, FOYER_API_KEY: 'x'.repeat(32) }
  const lost = [program, 'mcp', '--service', 'http://127.0.0.1:9']
  const running = promisify(execFile)(process.execPath, lost, { env })
  running.child.stdin?.end('no json\n{"jsonrpc":"2.0","id":7,"method":"tools/list"}\n')
  const answer = JSON.parse((await running).stdout)
  assert.deepEqual([answer.id, /can’t be reached/.test(answer.error.message)], [7, true])
})

test('`foyer mcp configure` adds the server to a client’s settings and keeps the rest', async () => {
  const home = await mkdtemp(join(tmpdir(), 'foyer-mcp-'))
  const configure = (...args: string[]) =>
    promisify(execFile)(process.execPath, [program, 'mcp', 'configure', ...args], {
      cwd: home,
      env: { PATH: process.env.PATH, HOME: home },
    })
  try {
    const file = join(home, '.mcp.json')
    await writeFile(file, '{"mcpServers":{"other":{"url":"x"}},"more":1}')
    await assert.rejects(configure('--client', 'claude-code'), /Add --yes/)
    await configure('--client', 'claude-code', '--service', 'https://pages.example', '--yes')
    assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), {
      mcpServers: { other: { url: 'x' }, foyer: { type: 'http', url: 'https://pages.example/mcp' } },
      more: 1,
    })
    await mkdir(join(home, '.config', 'foyer'), { recursive: true })
    const profiles = { work: { url: 'https://pages.example', key: 'foyer_saved' } }
    await writeFile(join(home, '.config', 'foyer', 'profiles.json'), JSON.stringify({ profiles }))
    const { stderr } = await configure('--client', 'cursor', '--profile', 'work', '--with-key', '--yes')
    assert.ok(!stderr.includes('foyer_saved'))
    assert.match(await readFile(join(home, '.cursor', 'mcp.json'), 'utf8'), /"x-api-key": "foyer_saved"/)
    await assert.rejects(configure('--client', 'cursor', '--key', 'foyer_saved'), /unknown option/)
    await writeFile(file, '{ // mine\n}')
    await assert.rejects(configure('--client', 'claude-code', '--yes'), /not plain JSON/)
    await assert.rejects(configure(), /claude-desktop/)
  } finally {
    await rm(home, { recursive: true })
  }
})
