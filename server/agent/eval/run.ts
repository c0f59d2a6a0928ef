import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Document, Operation } from '../../../document/index.ts'
import type { Fixtures } from './inProcess.ts'
import { judge, type Row, type Verdict } from './judge.ts'
import { uploadPictures, withPictures } from './pictures.ts'

// Runs a set of instructions against a running service, whichever agent it has, and prints totals.
//   npm run eval -- --base http://127.0.0.1:3000 --key foyer_… [--set rounds/round-1.jsonl] [--show]
const { values } = parseArgs({
  options: {
    base: { type: 'string' },
    key: { type: 'string' },
    set: { type: 'string', default: 'rounds/round-1.jsonl' },
    show: { type: 'boolean' },
  },
})
const { base, key, set, show } = values
if (!base || !key) throw new Error('Name the service with --base and a key with --key.')
const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
const fixtures = JSON.parse(read('fixtures.json')) as Fixtures
const rows = read(set)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row)

type Reply = { author: string; versionId: string; text: string; operations: Operation[] | null }

async function call<T>(method: string, path: string, body?: object | FormData): Promise<T> {
  const isForm = body instanceof FormData
  const response = await fetch(base + path, {
    method,
    headers: {
      'x-api-key': key as string,
      ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`)
  return (text ? JSON.parse(text) : undefined) as T
}

let person: Promise<{ personId: string }> | undefined
async function makePerson(): Promise<{ personId: string }> {
  const { account, name, email, personLogs, accountLogs } = fixtures.person
  const { items } = await call<{ items: { email: string; personId: string }[] }>(
    'GET',
    '/v0/persons?limit=100',
  )
  const known = items.find((item) => item.email === email)
  if (known) return { personId: known.personId }
  const { accountId } = await call<{ accountId: string }>('POST', '/v0/accounts', account)
  const { personId } = await call<{ personId: string }>('POST', '/v0/persons', { name, email, accountId })
  for (const text of personLogs) await call('POST', `/v0/persons/${personId}/logs`, { text })
  for (const text of accountLogs) await call('POST', `/v0/accounts/${accountId}/logs`, { text })
  return { personId }
}

const assets = await uploadPictures(call, fixtures)

async function runOne(row: Row): Promise<{ verdict: Verdict; reply: string }> {
  const { fixture, messages = [] } = row.setup
  const wanted = withPictures(fixtures.fixtures[fixture] as Document, assets)
  const page = await call<{ pageId: string }>('POST', '/v0/pages', {
    name: `Eval ${fixture}`,
    pageType: 'custom',
    title: 'Larkspur',
    pageContext: fixtures.pageContext,
    actions: [{ actionId: 'primary', buttonTitle: 'Book a demo', url: 'https://larkspur.example/demo' }],
    metadata: fixtures.metadata[fixture] ?? fixtures.metadata.default,
  })
  await call('PUT', `/v0/pages/${page.pageId}/document`, wanted)
  person ??= row.setup.person ? makePerson() : undefined
  const audience = await call<{ audienceId: string; latestVersion: { versionId: string } }>(
    'POST',
    `/v0/pages/${page.pageId}/audiences`,
    row.setup.person ? ((await person) as { personId: string }) : { customName: 'Evaluation' },
  )
  const at = `/v0/pages/${page.pageId}/audiences/${audience.audienceId}`
  let version = audience.latestVersion.versionId
  const documentOf = () => call<Document>('GET', `${at}/versions/${version}/document`)
  const send = async (message: string, selectedElement?: object) => {
    const { versionId } = await call<{ versionId: string }>('POST', `${at}/messages`, {
      message,
      ...(selectedElement ? { selectedElement } : {}),
    })
    for (;;) {
      const { status } = await call<{ status: string }>('GET', `${at}/versions/${versionId}`)
      if (!['pending', 'queued', 'processing'].includes(status)) {
        if (status === 'draft') version = versionId
        break
      }
      await sleep(20)
    }
    const { items } = await call<{ items: Reply[] }>('GET', `${at}/messages`)
    return items.find((item) => item.author === 'agent' && item.versionId === versionId)
  }
  const first = await documentOf()
  for (const message of messages) await send(message)
  const before = await documentOf()
  const answer = await send(row.instruction, row.selectedElement)
  const after = await documentOf()
  const operations = answer?.operations ?? []
  const metadata = Object.assign(
    {},
    ...operations.flatMap((operation) => (operation.type === 'setMetadata' ? [operation.metadata] : [])),
  )
  const reply = answer?.text ?? ''
  return {
    verdict: judge(row, {
      before,
      after,
      first,
      metadata,
      operations,
      reply,
      assetId: (name) => assets.get(name),
    }).verdict,
    reply,
  }
}

const totals = new Map<string, number>()
const due = { all: 0, good: 0 }
for (const row of rows) {
  const { verdict, reply } = await runOne(row)
  totals.set(verdict, (totals.get(verdict) ?? 0) + 1)
  if (!row.expected.none && !row.expected.orNone) {
    due.all++
    if (verdict === 'good') due.good++
  }
  if (show) console.log(`${row.id} ${verdict} | ${row.instruction} | ${reply}`)
}
console.log(
  `${rows.length} instructions: ${[...totals].map(([verdict, count]) => `${verdict} ${count}`).join(', ')}`,
)
console.log(`edits due: ${due.good} of ${due.all} right`)
