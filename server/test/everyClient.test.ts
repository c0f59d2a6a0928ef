import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connect } from '../../sdk/index.ts'
import { openBrowser } from './console.ts'
import { eventually } from './eventually.ts'
import { foyer } from './launch.ts'
import { openOldClient } from './mcpClient.ts'
import { newPage } from './sites.ts'
import { world } from './world.ts'

type Row = { way: string; action: string }

test('the same change by API, SDK, command line, MCP and console leaves the same audit rows and events', async () => {
  const here = await world()
  const { acme, baseUrl } = here
  await here.subscribe(acme)
  const pageId = await newPage(acme)
  const message = 'Change the headline to "Hi"'
  const console = openBrowser(baseUrl)
  await console.signIn(acme.key)
  const mcp = await openOldClient(baseUrl, { 'x-api-key': acme.key })
  const sdk = connect({ url: baseUrl, key: acme.key })
  const settings = { FOYER_URL: baseUrl, FOYER_API_KEY: acme.key }
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await foyer(args, settings)
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout)
  }
  const byRequests = async (send: (method: string, path: string, body?: object) => Promise<any>) => {
    const { audienceId } = await send('POST', `/v0/pages/${pageId}/audiences`, {})
    const audience = `/v0/pages/${pageId}/audiences/${audienceId}`
    const { versionId } = await send('POST', `${audience}/messages`, { message })
    const version = `${audience}/versions/${versionId}`
    await eventually(async () => assert.equal((await send('GET', version)).status, 'draft'), 20_000)
    await send('POST', `${version}/publish`, {})
  }
  const clients: Record<string, [way: string, change: () => Promise<unknown>]> = {
    api: [
      'api',
      () =>
        byRequests(async (method, path, body) =>
          method === 'GET' ? (await acme.get(path)).body : (await acme.post(path, body)).body,
        ),
    ],
    sdk: [
      'api',
      async () => {
        const { audienceId } = await sdk.audiences.create(pageId, {})
        const { version } = await sdk.messages.sendAndWait(pageId, audienceId, message)
        await sdk.versions.publish(pageId, audienceId, version.versionId, {})
      },
    ],
    'command line': [
      'api',
      async () => {
        const { audienceId } = await run('audiences', 'create', pageId)
        const { version } = await run('messages', 'send', pageId, audienceId, '--message', message, '--wait')
        await run('versions', 'publish', pageId, audienceId, version.versionId)
      },
    ],
    mcp: [
      'mcp',
      async () => {
        const { audienceId } = (await mcp.call('create_audience', { pageId })).structuredContent
        const place = { pageId, audienceId }
        const { versionId } = (await mcp.call('ask_for_change', { ...place, message })).structuredContent
        await mcp.call('publish', { ...place, versionId })
      },
    ],
    console: [
      'console',
      () =>
        byRequests(async (method, path, body) => {
          const answer = await console.send(path, method === 'GET' ? {} : { method, body })
          return answer.body
        }),
    ],
  }
  const rows = async () =>
    ((await acme.get('/v0/audit_events?limit=100')).body.items as Row[])
      .filter(({ way }) => way !== 'agent')
      .map(({ way, action }) => [way, action])
  for (const [client, [way, change]] of Object.entries(clients)) {
    const before = { rows: (await rows()).length, events: (await here.events(acme)).length }
    await change()
    const added = (await rows()).slice(0, -before.rows)
    assert.deepEqual(
      added,
      ['publishAudienceVersion', 'sendAudienceMessage', 'createAudience'].map((action) => [way, action]),
      client,
    )
    const types = (await here.events(acme)).slice(before.events).map(({ type }) => type)
    assert.deepEqual(
      types,
      ['audience.created', 'message.accepted', 'version.drafted', 'version.published'],
      client,
    )
  }
  await mcp.close()
})
