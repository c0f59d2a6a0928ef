import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fuzz } from '../server/test/fuzz/fuzz.ts'
import { startService } from './service.ts'

// Sends valid and mutated requests to a separate service on loopback: `npm run fuzz -- --requests 100000 --seed 7`.
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    help: { type: 'boolean', short: 'h' },
  },
})
if (values.help) {
  console.log(`npm run fuzz -- [--requests 10000] [--seed N]

Starts a service with sample data on loopback and sends it requests to every operation of openapi.json, to the site and
to the console, half of them mutated. Fails on a 5xx, an answer off its schema, one slower than 2 s, or none. The same
seed draws the same requests.`)
  process.exit(0)
}
const [requests, seed] = [Number(values.requests), Number(values.seed)]
const dataDir = await mkdtemp(join(tmpdir(), 'foyer-fuzz-'))
const service = await startService({
  DATA_DIR: dataDir,
  PORT: '0',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
  RATE_LIMIT_PER_MINUTE: '0',
  WEBHOOK_ALLOW_PRIVATE: 'true',
})
try {
  const document = await (await fetch(`${service.url}/openapi.json`)).json()
  const me = await (await fetch(`${service.url}/v0/me`, { headers: { 'x-api-key': service.key } })).json()
  await warmUp(service.url, service.key)
  const began = performance.now()
  const report = await fuzz({
    baseUrl: service.url,
    key: service.key,
    siteHost: new URL(me.siteUrl).host,
    document,
    requests,
    seed,
    onProgress: (done) => process.stderr.write(`\r${done} of ${requests} requests`),
  })
  const { faults, ...figures } = report
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`\n${JSON.stringify({ seed, seconds, ...figures, faults: faults.length })}`)
  for (const fault of faults.slice(0, 20)) console.log(JSON.stringify(fault, null, 2))
  process.exitCode = faults.length > 0 ? 1 : 0
} finally {
  await service.stop()
  await rm(dataDir, { recursive: true, force: true })
}

/**
 * Sends a message and waits for it: the first one waits until the agent is loaded, which takes seconds beside eight
 * clients.
 */
async function warmUp(url: string, key: string) {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const pages = await (await fetch(`${url}/v0/pages`, { headers })).json()
  const body = JSON.stringify({ message: 'Change the headline to “Hello”.' })
  await fetch(`${url}/v0/pages/${pages.items[0].pageId}/document/messages`, { method: 'POST', headers, body })
}
