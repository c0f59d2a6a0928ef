import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openOldClient, type ToolAnswer } from '../test/mcpClient.ts'
import { newAudience, newPage } from '../test/sites.ts'
import { world } from '../test/world.ts'

const deep = (levels: number): object => (levels === 0 ? {} : { a: deep(levels - 1) })

/** Values that no argument takes. */
const badValues: unknown[] = [
  null,
  0,
  -1,
  1e308,
  true,
  [],
  {},
  '',
  'x'.repeat(200_000),
  '\u0000',
  '\ud800',
  "' or 1=1 --",
  '../../v0/api_keys',
  '%2e%2e/%2e%2e/me',
  'page_x?limit=1#',
  '__proto__',
  'constructor',
  '<script>alert(1)</script>',
  '{{constructor}}',
  'http://169.254.169.254/latest/meta-data',
  'page_00000000000000000000000000',
]

test('more than a hundred hostile inputs are each answered with a clear error and change nothing', async () => {
  const { acme, globex, baseUrl } = await world()
  const foreign = await newPage(globex)
  const { audienceId, publishedVersion } = await newAudience(globex, foreign)
  const client = await openOldClient(baseUrl, { 'x-api-key': acme.key })
  const inputs: [tool: string, input: object][] = [
    ...badValues.flatMap((value): [string, object][] => [
      ['read_page', { pageId: value }],
      ['ask_for_change', { pageId: value, audienceId: value, message: 'Hi' }],
      ['publish', { pageId: value, audienceId: value, versionId: value }],
      ['call_operation', { operationId: value, path: { page_id: value } }],
      ['read_account', { accountId: value }],
    ]),
    ['find_pages', { limit: 101 }],
    ['find_pages', { limit: '10' }],
    ['find_pages', { cursor: 'made-up' }],
    ['find_pages', { select: ['secret'] }],
    ['find_pages', { unknown: 1 }],
    ['call_operation', { operationId: 'createAccount', body: deep(100) }],
    ['call_operation', { operationId: 'getPage' }],
    ['call_operation', { operationId: 'getPage', path: { page_id: ['a'] } }],
    ['call_operation', { operationId: 'watchAudience', path: {} }],
    ['call_operation', { operationId: 'uploadFile', body: {} }],
    ['call_operation', { operationId: 'toString' }],
    ['upload_image', { name: 'a.png', data: '%%%' }],
    ['upload_image', { name: 'a\r\nx: y".png', data: 'AAAA' }],
    ['add_note', { text: 'to nobody' }],
    ['release', { pageId: foreign, kind: 'all' }],
    ['read_page', { pageId: foreign }],
    ['read_page', { pageId: foreign, audienceId }],
    ['publish', { pageId: foreign, audienceId, versionId: publishedVersion.versionId }],
    ['publish', { pageId: foreign, audienceId }],
    ['no_such_tool', {}],
    ['toString', {}],
  ]
  assert.ok(inputs.length > 100)
  const attack = async ([tool, input]: [string, object]) => {
    const shown = `${tool} ${JSON.stringify(input).slice(0, 100)}`
    const answer = await client.call(tool, input).catch((error: Error) => error)
    const said = answer instanceof Error ? answer.message : (answer as ToolAnswer).content[0]?.text
    assert.ok(answer instanceof Error || answer.isError, `${shown}: ${said?.slice(0, 200)}`)
    assert.match(said ?? '', /\w{3}/, shown)
    assert.doesNotMatch(said ?? '', /internal_error|-32603|TypeError|undefined/, `${shown}: ${said}`)
  }
  await Promise.all(inputs.map(attack))
  const { items } = (await acme.get('/v0/audit_events?limit=100')).body as { items: { way: string }[] }
  assert.deepEqual(
    items.filter(({ way }) => way === 'mcp'),
    [],
  )
  await client.close()
})

test('an invalid protocol message is refused with a clear status', async () => {
  const { acme, baseUrl } = await world()
  const send = async (body: string | Buffer, headers: Record<string, string> = {}) =>
    await fetch(`${baseUrl}/mcp`, {
      method: 'POST',
      headers: {
        'x-api-key': acme.key,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: body as never,
    })
  const bodies = ['', '{', 'null', '[]', '1', '"x"', '{"jsonrpc":"1.0"}', '['.repeat(50_000), '\xff\xfe']
  for (const body of bodies) assert.equal((await send(body)).status, 400, body.slice(0, 30))
  assert.equal((await send('{}', { 'content-type': 'text/plain' })).status, 415)
  assert.equal((await send(Buffer.alloc(3 * 1024 * 1024, 32))).status, 413)
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
  assert.equal((await send(JSON.stringify(Array(21).fill(ping)))).status, 400)
  const get = await fetch(`${baseUrl}/mcp`, { headers: { 'x-api-key': acme.key } })
  assert.equal(get.status, 405)
})
