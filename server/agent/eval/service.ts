import { setTimeout as sleep } from 'node:timers/promises'
import type { Fixtures } from '../../../builtin-agent/evaluation/inProcess.ts'
import { judge, type Row } from '../../../builtin-agent/evaluation/judge.ts'
import { uploadPictures, withPictures } from '../../../builtin-agent/evaluation/pictures.ts'
import type { Document, Operation } from '../../../document/index.ts'
import type { MeasuredRow } from './table.ts'

type ServiceReply = {
  author: string
  versionId: string
  text: string
  outcome: string
  operations: Operation[] | null
  inputTokens: number | null
  outputTokens: number | null
  durationMs: number | null
}

/**
 * Runs rows against a running service, with whichever agent it has. The number of calls of a model is unknown here.
 */
export async function openService(base: string, key: string, fixtures: Fixtures) {
  async function call<T>(method: string, path: string, body?: object | FormData): Promise<T> {
    const isForm = body instanceof FormData
    const response = await fetch(base + path, {
      method,
      headers: { 'x-api-key': key, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`)
    return (text ? JSON.parse(text) : undefined) as T
  }

  const assets = await uploadPictures(call, fixtures)
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

  async function makeAudience({ setup: { fixture, person: isPersonal } }: Row) {
    const { pageId } = await call<{ pageId: string }>('POST', '/v0/pages', {
      name: `Eval ${fixture}`,
      pageType: 'custom',
      title: 'Larkspur',
      pageContext: fixtures.pageContext,
      actions: [{ actionId: 'primary', buttonTitle: 'Book a demo', url: 'https://larkspur.example/demo' }],
      metadata: fixtures.metadata[fixture] ?? fixtures.metadata.default,
    })
    const document = withPictures(fixtures.fixtures[fixture] as Document, assets)
    await call('PUT', `/v0/pages/${pageId}/document`, document)
    person ??= isPersonal ? makePerson() : undefined
    const { audienceId, latestVersion } = await call<{
      audienceId: string
      latestVersion: { versionId: string }
    }>(
      'POST',
      `/v0/pages/${pageId}/audiences`,
      isPersonal ? ((await person) as { personId: string }) : { customName: 'Evaluation' },
    )
    return { at: `/v0/pages/${pageId}/audiences/${audienceId}`, version: latestVersion.versionId }
  }

  return async (row: Row): Promise<MeasuredRow> => {
    const audience = await makeAudience(row)
    const { at } = audience
    const documentOf = () => call<Document>('GET', `${at}/versions/${audience.version}/document`)
    const send = async (message: string, selectedElement?: object) => {
      const { versionId } = await call<{ versionId: string }>('POST', `${at}/messages`, {
        message,
        ...(selectedElement ? { selectedElement } : {}),
      })
      for (;;) {
        const { status } = await call<{ status: string }>('GET', `${at}/versions/${versionId}`)
        if (status === 'draft') audience.version = versionId
        if (!['pending', 'queued', 'processing'].includes(status)) break
        await sleep(20)
      }
      const { items } = await call<{ items: ServiceReply[] }>('GET', `${at}/messages`)
      return items.find((item) => item.author === 'agent' && item.versionId === versionId) as ServiceReply
    }
    const replies: ServiceReply[] = []
    const first = await documentOf()
    for (const message of row.setup.messages ?? []) replies.push(await send(message))
    const before = await documentOf()
    const answer = await send(row.instruction, row.selectedElement)
    replies.push(answer)
    const operations = answer.operations ?? []
    const metadata = Object.assign(
      {},
      ...operations.flatMap((operation) => (operation.type === 'setMetadata' ? [operation.metadata] : [])),
    )
    const assetId = (name: string) => assets.get(name)
    const after = await documentOf()
    const turn = { before, after, first, metadata, operations, reply: answer.text, assetId }
    const sum = (field: 'inputTokens' | 'outputTokens' | 'durationMs') =>
      replies.reduce((total, reply) => total + (reply[field] ?? 0), 0)
    return {
      row,
      verdict: judge(row, turn).verdict,
      reply: answer.text,
      runs: replies.length,
      failed: replies.filter(({ outcome }) => outcome === 'failed').length,
      calls: undefined,
      inputTokens: sum('inputTokens'),
      outputTokens: sum('outputTokens'),
      durationMs: sum('durationMs'),
    }
  }
}
