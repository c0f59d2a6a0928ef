import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { isThorough } from '../test/environment.ts'
import { openFixture } from '../test/mcpFixture.ts'
import { newPage } from '../test/sites.ts'
import { world } from '../test/world.ts'

const pathOf = (path: string) => new URL(path, import.meta.url).pathname
const program = pathOf('../../node_modules/@modelcontextprotocol/conformance/dist/index.js')

/** The suite allows streams half a second for an answer, which a busy machine may miss: what fails is tried once more. */
async function demandConformance(url: string, ...args: string[]): Promise<void> {
  const first = await runSuite(url, args)
  const { code, out } = first.code === 0 ? first : await runSuite(url, args)
  assert.equal(code, 0, `${args.join(' ')}\n${out.slice(-6000)}`)
  assert.match(out, /passed/i)
}

async function runSuite(url: string, args: string[]): Promise<{ code: number; out: string }> {
  return await new Promise((resolve) =>
    execFile(process.execPath, [program, 'server', '--url', url, ...args], { maxBuffer: 1e8 }, (error, out) =>
      resolve({ code: error ? Number(error.code) : 0, out }),
    ),
  )
}

test('the handler of `/mcp` passes the conformance suite, except for scenarios that need a session', async () => {
  const { url, close } = await openFixture()
  try {
    const sessions = ['--expected-failures', pathOf('../test/mcpSessions.yml')]
    await Promise.all([
      demandConformance(url, '--requirements', '2026-07-28'),
      demandConformance(url, '--requirements', '2025-11-25', ...sessions),
    ])
  } finally {
    await close()
  }
})

/** The suite sends no key, so this adds it. */
async function openKeyProxy(baseUrl: string, key: string) {
  const { hostname, port } = new URL(baseUrl)
  const server = createServer((asked, answer) => {
    const { method, url: path, headers } = asked
    const options = { hostname, port, method, path, headers: { ...headers, 'x-api-key': key } }
    const passed = request(options, (received) => {
      answer.writeHead(received.statusCode ?? 502, received.headers)
      received.pipe(answer)
    })
    asked.pipe(passed)
    answer.once('close', () => passed.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port: own } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${own}/mcp`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('the service itself passes the scenarios that do not need the suite’s own tools', async () => {
  const { acme, baseUrl } = await world()
  await newPage(acme)
  const proxy = await openKeyProxy(baseUrl, acme.key)
  const scenarios = ['server-initialize', 'http-header-validation', 'caching']
  const more = ['ping', 'tools-list', 'resources-list', 'prompts-list', 'sep-2164-resource-not-found']
  try {
    await Promise.all(
      [...scenarios, ...(isThorough ? [...more, 'dns-rebinding-protection'] : [])].map((scenario) =>
        demandConformance(proxy.url, '--scenario', scenario),
      ),
    )
  } finally {
    proxy.close()
  }
})
