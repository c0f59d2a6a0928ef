import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { builtinAgent } from '../../builtin-agent/builtin.ts'
import { examplesFor } from '../../console/documents/examples.ts'
import { completeDocument, type Document, fillPlaceholders, templates } from '../../document/index.ts'
import { exampleId } from '../../shared/ids.ts'
import { everyBlock } from '../test/everyBlock.ts'
import type { AgentContext } from './agent.ts'

/** Users try the documented examples first: each of them must work unchanged. */

const root = join(import.meta.dirname, '..', '..')
const person = { personId: exampleId('person'), name: 'Jane Doe', email: null }
const account = { accountId: exampleId('account'), name: 'Initech', domain: 'initech.example' }

function filledIn(document: Document): Document {
  const facts = { person, account, brand: { name: 'Harbor' }, page: { title: 'Outreach' } }
  return completeDocument(fillPlaceholders(document, facts))
}

/** The number of changes the built-in agent makes for a message, and its reply. */
async function ask(message: string, document: Document) {
  const context: AgentContext = {
    message,
    document,
    page: {
      pageId: exampleId('page'),
      name: 'Outreach',
      title: 'Outreach',
      pageType: 'outbound',
      pageContext: '',
      actions: [],
    },
    brand: { name: 'Harbor', primaryColor: '#1f6f5c', font: 'inter' },
    audience: { audienceId: exampleId('audience'), name: 'Jane Doe', supplementaryContext: null },
    person,
    account,
    notes: [
      {
        kind: 'account_log',
        id: exampleId('account_log'),
        text: 'They asked about customs. 14 ports, go-live in March.',
        createdAt: '+1794614400000',
      },
    ],
    conversation: [],
    searchAssets: async () => [],
    readVersion: async () => undefined,
  }
  const made = { changes: 0, text: '' }
  for await (const output of builtinAgent.run(context, new AbortController().signal)) {
    if (output.type === 'operation') made.changes++
    if (output.type === 'text') made.text += output.text
  }
  return made
}

test('every example that the console offers fits the page and is carried out, on every template', async () => {
  const pages = { ...templates, everything: everyBlock }
  const offered = new Set<string>()
  for (const [name, template] of Object.entries<Document>(pages)) {
    const document = filledIn(template)
    const examples = examplesFor(document as never, { isForSomebody: true })
    assert.ok(examples.length >= 3, name)
    for (const message of examples) {
      offered.add(message)
      const { changes, text } = await ask(message, document)
      assert.ok(changes > 0, `${name}: ${message}: ${text}`)
    }
  }
  assert.ok(offered.has('Remove the pricing'))
  const [first] = examplesFor(filledIn(templates.outbound) as never, { isForSomebody: false })
  assert.notEqual(first, 'Personalise the page for them', 'nobody is personalised for everyone')
  assert.ok(
    !examplesFor({ theme: {}, blocks: [] } as never, { isForSomebody: false }).includes('Remove the pricing'),
  )
})

test('every message in the reference, the documentation and the help is carried out', async () => {
  const messages = new Set([...inOpenApi(), ...inTexts()])
  assert.ok(messages.size >= 4, [...messages].join())
  for (const message of messages) {
    const { changes, text } = await ask(message, filledIn(everyBlock))
    assert.ok(changes > 0, `${message}: ${text}`)
  }
})

/** Messages in the examples of requests that carry one. */
function inOpenApi(): string[] {
  const { paths } = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'))
  const find = (value: unknown): string[] => {
    if (typeof value !== 'object' || value === null) return []
    const { message } = value as { message?: unknown }
    return [...(typeof message === 'string' ? [message] : []), ...Object.values(value).flatMap(find)]
  }
  return Object.values<Record<string, { requestBody?: object }>>(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ requestBody }) => find(requestBody))
}

function inTexts(): string[] {
  const files = [
    'README.md',
    'docs/batches.md',
    'docs/agents.md',
    'server/cli/help.ts',
    'server/cli/api/batch.ts',
  ]
  return files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const found = [
      ...text.matchAll(
        /"message": ?"((?:[^"\\]|\\.)*)"|--message "([^"]*)"|--message <text>[^:]*: "([^"]*)"/g,
      ),
    ]
    return found.map(([, json, option, help]) => (json ?? option ?? help ?? '').replaceAll('\\"', '"'))
  })
}
