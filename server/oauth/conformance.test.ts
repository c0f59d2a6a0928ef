import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { test } from 'node:test'
import { signedIn } from '../test/members.ts'
import { findPort, openAuthorisingBrowser } from '../test/oauth.ts'
import { world } from '../test/world.ts'

const program = new URL('../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url)
  .pathname

test('the authorisation server passes the scenarios of the MCP conformance suite', async () => {
  const [port, callback] = [await findPort(), await findPort()]
  const publicUrl = `http://localhost:${port}`
  const here = await world({ PORT: String(port), PUBLIC_URL: publicUrl })
  const redirectUris = [`http://127.0.0.1:${callback}/callback`]
  const { appId } = (await here.acme.post('/v0/apps', { name: 'Suite', redirectUris })).body
  const person = await signedIn(here, here.acme)
  const browser = openAuthorisingBrowser(here.baseUrl, person.cookie(), publicUrl)
  const args = [
    '--url',
    publicUrl,
    '--client-id',
    appId,
    '--resource',
    `${publicUrl}/mcp`,
    '-p',
    `${callback}`,
  ]
  const suite = spawn(process.execPath, [program, 'authorization', ...args])
  let said = ''
  let isDecided = false
  suite.stderr.on('data', (text) => {
    said += text
  })
  suite.stdout.on('data', async (text) => {
    said += text
    const [address] = /http:\S+\/oauth\/authorize\?\S+/.exec(said) ?? []
    if (!address || isDecided) return
    isDecided = true
    const { location } = await browser.decide(await browser.open(address), 'read')
    await fetch(location as URL)
  })
  const code = await new Promise((resolve) => suite.once('close', resolve))
  assert.equal(code, 0, said)
  assert.ok(isDecided, said)
})
