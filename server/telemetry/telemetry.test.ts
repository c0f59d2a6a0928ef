import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { openCollector } from '../test/collector.ts'
import { onlyThorough } from '../test/environment.ts'
import { eventually } from '../test/eventually.ts'
import { emptyFolder, freshDatabase, type Launched, launch } from '../test/launch.ts'
import { change } from '../test/modelScripts.ts'
import { openModelServer, testKey } from '../test/modelServer.ts'
import { openSink } from '../test/sink.ts'
import { saying } from '../test/sites.ts'

const key = `foyer_${randomBytes(24).toString('hex')}`
const model = openModelServer()

/** What must not leave the service, in traces, metrics and logs. */
const hidden = {
  email: 'jane.hidden@acme.example',
  note: 'prefers walnut desks',
  message: 'Change the headline to "Amber lanterns"',
  headline: 'Amber lanterns',
  password: 'hook-password-4711',
}

async function start(settings: Record<string, string>) {
  const service = await launch({
    DATABASE_URL: await freshDatabase(),
    DATA_DIR: await emptyFolder(),
    FOYER_API_KEY: key,
    LOG_LEVEL: 'info',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    ...settings,
  })
  const call = async (path: string, body?: unknown, more: { method?: string; traceparent?: string } = {}) => {
    const { method = body === undefined ? 'GET' : 'POST', ...headers } = more
    const response = await fetch(service.url + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
    })
    const text = await response.text()
    assert.ok(response.ok, `${path}: ${response.status} ${text}`)
    return JSON.parse(text)
  }
  return { service, call }
}

type Call = Awaited<ReturnType<typeof start>>['call']

/** Sends a message about a page for a person, with a known trace, and returns the secret of the webhook. */
async function sendMessage(call: Call, hook: string, traceparent: string) {
  const { secret } = await call('/v0/webhook_subscriptions', { url: hook, events: ['version.drafted'] })
  const person = await call('/v0/persons', { name: 'Jane Hidden', email: hidden.email })
  await call(`/v0/persons/${person.personId}/logs`, { text: hidden.note })
  const page = await call('/v0/pages', { name: 'Offer', pageType: 'custom' })
  await call(`/v0/pages/${page.pageId}/document`, saying('Hello'), { method: 'PUT' })
  const audience = await call(`/v0/pages/${page.pageId}/audiences`, { personId: person.personId })
  const messages = `/v0/pages/${page.pageId}/audiences/${audience.audienceId}/messages`
  await call(messages, { message: hidden.message }, { traceparent })
  return secret as string
}

test('one trace covers a message from queue, agent and model to the webhook, and contains no personal data', async (t) => {
  const [collector, sink] = [await openCollector(), await openSink()]
  t.after(() => sink.close())
  const { service, call } = await start({
    ...(await model.settings('openai-compatible')),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '50',
    OTEL_METRIC_EXPORT_INTERVAL: '300',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  })
  model.script(change('updateBlock', { blockId: 'hero', props: { headline: hidden.headline } }))
  const [traceId, caller] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
  const path = `/hook/${hidden.password}`
  const secret = await sendMessage(call, sink.url + path, `00-${traceId}-${caller}-01`)
  await sink.waitFor(1, path)

  const find = (name: string) => collector.traces.find((one) => one.name === name && one.traceId === traceId)
  const request = 'POST /v0/pages/:page_id/audiences/:audience_id/messages'
  const chain = [request, 'job agent_run', 'agent run', 'chat test-model']
  const delivery = ['job webhook_delivery', 'POST webhook']
  await eventually(
    async () => [...chain, ...delivery].map((name) => assert.ok(find(name), `no span ${name}`)),
    10_000,
  )
  const parents = (names: string[]) => names.map((name) => find(name).parentSpanId)
  const ids = (names: string[]) => names.map((name) => find(name).spanId)
  assert.deepEqual(parents(chain), [caller, ...ids(chain).slice(0, -1)])
  assert.deepEqual(parents(delivery), [find('job agent_run').spanId, find('job webhook_delivery').spanId])
  assert.equal(find(request).attributes['http.response.status_code'], 202)
  assert.equal(find('chat test-model').attributes['http.response.status_code'], 200)
  assert.equal(find('POST webhook').attributes['server.address'], '127.0.0.1')
  assert.equal(collector.resources[0]?.['service.name'], 'foyer')
  assert.equal(collector.resources[0]?.['deployment.environment.name'], 'test')
  await checkLogs(service, collector, traceId, find(request).spanId)
  await checkMetrics(service, collector)

  // The collector has the last lines and spans of a process that stops.
  assert.equal((await service.stop()).code, 0)
  const sent = collector.everything()
  for (const [what, text] of Object.entries({ ...hidden, key, testKey, secret, name: 'Jane Hidden' }))
    assert.ok(!sent.includes(text), `the ${what} was sent`)
})

type Collector = Awaited<ReturnType<typeof openCollector>>

/** Lines on standard error and at the collector name the span that they belong to. */
async function checkLogs(service: Launched, collector: Collector, traceId: string, spanId: string) {
  const lines = service
    .complaints()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const line = lines.find((one) => one.trace_id === traceId && one.msg === 'request')
  assert.equal(line?.span_id, spanId)
  const record = await eventually(async () => {
    const found = collector.logs.find((one) => one.body === 'request' && one.traceId === traceId)
    assert.ok(found)
    return found
  }, 10_000)
  assert.deepEqual(
    [record.spanId, record.severityText, record.attributes.status, record.attributes.reqId],
    [spanId, 'info', 202, line.reqId],
  )
}

/** The collector gets the metrics of `/metrics`, and the dashboard shows no others. */
async function checkMetrics(service: Launched, collector: Collector) {
  assert.equal((await fetch(`${service.url}/v0/nothing`)).status, 404)
  const text = await (await fetch(`${service.url}/metrics`)).text()
  const exposed = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name))
  await eventually(async () => {
    const received = new Set(collector.metrics.map(({ name }) => name))
    assert.deepEqual(
      [...exposed].filter((name) => !received.has(name)),
      [],
    )
  }, 10_000)
  const metric = (name: string) => collector.metrics.findLast((one) => one.name === name)
  const runs = metric('foyer_agent_runs_total').sum
  assert.deepEqual([runs.isMonotonic, runs.temporality, runs.points[0].value], [1, 2, 1])
  const { histogram, unit } = metric('foyer_job_duration_seconds')
  for (const { counts, count, boundaries } of histogram.points) {
    assert.equal(
      counts.reduce((sum: number, one: number) => sum + one),
      count,
    )
    assert.equal(counts.length, boundaries.length + 1)
  }
  assert.equal(unit, 's')
  assert.ok(metric('foyer_database_connections').gauge.points.length === 4)

  const dashboard = readFileSync(join(import.meta.dirname, '../../deploy/grafana/foyer.json'), 'utf8')
  const expressions = [...dashboard.matchAll(/"expr": "((?:[^"\\]|\\.)*)"/g)].map(([, one = '']) => one)
  assert.ok(expressions.length > 15)
  const samples = new Set([...text.matchAll(/^([a-z]\w*)[{ ]/gm)].map(([, name]) => name))
  for (const expression of expressions)
    for (const [name] of expression.matchAll(/\b(foyer|nodejs|process)_\w+/g))
      assert.ok(samples.has(name) || exposed.has(name), `${expression} uses ${name}`)
}

test('without a collector, only the interface of OpenTelemetry that a library needs is loaded', async () => {
  const folder = await emptyFolder()
  const [hook, list] = [join(folder, 'hook.mjs'), join(folder, 'loaded')]
  writeFileSync(
    hook,
    `import { appendFileSync } from 'node:fs'
     import { registerHooks } from 'node:module'
     registerHooks({ load(url, context, next) { appendFileSync(${JSON.stringify(list)}, url + '\\n'); return next(url, context) } })`,
  )
  const { service, call } = await start({ NODE_OPTIONS: `--import=${pathToFileURL(hook)}` })
  await call('/v0/me')
  await fetch(`${service.url}/metrics`)
  await service.stop()
  const loaded = readFileSync(list, 'utf8').split('\n')
  assert.ok(loaded.some((url) => url.endsWith('/server/telemetry/trace.ts')))
  const packages = loaded.map((url) => /@opentelemetry\/[^/]+/.exec(url)?.[0]).filter(Boolean)
  // prom-client requires it for its clock.
  assert.deepEqual([...new Set(packages)], ['@opentelemetry/api'])
  assert.ok(!service.complaints().includes('trace_id'))
})

test('an unreachable collector delays neither requests nor the exit, and is reported once', {
  skip: onlyThorough,
}, async () => {
  const { service, call } = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    OTEL_EXPORTER_OTLP_TIMEOUT: '100',
    OTEL_BSP_SCHEDULE_DELAY: '10',
    OTEL_METRIC_EXPORT_INTERVAL: '100',
  })
  for (let i = 0; i < 5; i++) await call('/v0/me')
  await eventually(async () => assert.match(service.complaints(), /telemetry could not be exported/), 10_000)
  const { code, ms } = await service.stop()
  assert.equal(code, 0)
  assert.ok(ms < 10_000, `${ms} ms`)
  assert.equal(service.complaints().match(/telemetry could not be exported/g)?.length, 1)
})
