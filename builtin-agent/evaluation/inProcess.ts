import {
  applyOperations,
  completeDocument,
  type Document,
  hashDocument,
  type Operation,
} from '../../document/index.ts'
import { type Agent, type AgentContext, allAudiences, type Note } from '../agent.ts'
import type { PastVersion } from '../history.ts'
import { judge, type Row, type Verdict } from './judge.ts'
import { withPictures } from './pictures.ts'

export type Fixtures = {
  fixtures: Record<string, Document>
  assets: string[]
  metadata: Record<string, Record<string, string>>
  person: {
    name: string
    email: string
    account: { name: string; domain: string }
    personLogs: string[]
    accountLogs: string[]
  }
  pageContext: string
}

export type Result = {
  row: Row
  verdict: Verdict
  changed: string[]
  reply: string
  operations: Operation[]
  suggestions: string[]
  after: Document
  prior: string[]
}

const idOf = (kind: string, index: number) => `${kind}_${String(index).padStart(26, '0')}`

const picturesOf = ({ assets }: Fixtures) => new Map(assets.map((name, at) => [name, idOf('asset', at + 1)]))

/** A page of the fixtures, with the ids of its assets. */
export function documentOf(name: string, fixtures: Fixtures): Document {
  return completeDocument(withPictures(fixtures.fixtures[name] as Document, picturesOf(fixtures)))
}

type Made = Pick<Result, 'operations' | 'reply' | 'suggestions'>

/** Runs one row through an agent without a service: the same context, the same judgement. */
export async function runRow(
  agent: Agent,
  row: Row,
  fixtures: Fixtures,
  run: (agent: Agent, context: AgentContext) => Promise<Made> = collect,
): Promise<Result> {
  const pictures = picturesOf(fixtures)
  const first = documentOf(row.setup.fixture, fixtures)
  const versions = new Map<number, Document>([[1, first]])
  const history: PastVersion[] = [{ versionNumber: 1, documentHash: hashDocument(first) }]
  const conversation: AgentContext['conversation'] = []
  let document = first
  const say = async (message: string, selectedElement?: object) => {
    const number = versions.size + 1
    const context: AgentContext = {
      ...contextOf(row, fixtures),
      message,
      ...(selectedElement ? { selectedElement } : {}),
      document,
      conversation: [...conversation],
      history: [...history],
      readVersion: async (of) => versions.get(of),
      searchAssets: async () =>
        fixtures.assets.map((name, index) => ({
          assetId: idOf('asset', index + 1),
          name,
          purpose: '',
          aiDescription: null,
          type: 'image',
        })),
    }
    const made = await run(agent, context)
    document = applyOperations(document, made.operations)
    versions.set(number, document)
    if (made.operations.length > 0)
      history.push({ versionNumber: number, documentHash: hashDocument(document) })
    conversation.push(
      { author: 'user', text: message, versionNumber: number, operations: [] },
      { author: 'agent', text: made.reply, versionNumber: number, operations: made.operations },
    )
    return made
  }
  const prior: string[] = []
  for (const message of row.setup.messages ?? []) prior.push((await say(message)).reply)
  const before = document
  const made = await say(row.instruction, row.selectedElement)
  const metadata = Object.assign(
    {},
    ...made.operations.flatMap((operation) => (operation.type === 'setMetadata' ? [operation.metadata] : [])),
  )
  const judged = judge(row, {
    before,
    after: document,
    first,
    metadata,
    operations: made.operations,
    reply: made.reply,
    assetId: (name) => pictures.get(name),
  })
  const { operations, reply, suggestions } = made
  return { row, ...judged, operations, reply, suggestions, after: document, prior }
}

export async function collect(agent: Agent, context: AgentContext) {
  const made = { operations: [] as Operation[], reply: '', suggestions: [] as string[] }
  for await (const output of agent.run(context, new AbortController().signal)) {
    if (output.type === 'operation') made.operations.push(output.operation)
    if (output.type === 'text') made.reply += output.text
    if (output.type === 'suggestions') made.suggestions = output.suggestions
  }
  return made
}

/** What an agent is told beside the message: the page, its brand, and whom it is for. */
export function contextOf({ setup }: Pick<Row, 'setup'>, { person, pageContext, metadata }: Fixtures) {
  const note =
    (kind: Note['kind']) =>
    (text: string, index: number): Note => ({
      kind,
      id: idOf(kind, index + 1),
      text,
      createdAt: '+1794614400000',
    })
  return {
    page: {
      pageId: idOf('page', 1),
      name: 'Eval',
      title: 'Larkspur',
      pageType: 'custom',
      pageContext,
      metadata: metadata[setup.fixture] ?? metadata.default ?? {},
      actions: [
        {
          actionId: 'primary',
          purpose: '',
          buttonTitle: 'Book a demo',
          url: 'https://larkspur.example/demo',
        },
      ],
    },
    brand: { name: 'Larkspur', primaryColor: '#1f6f5c', font: 'inter' },
    audience: {
      audienceId: idOf('audience', 1),
      name: setup.person ? person.name : setup.everyone ? allAudiences : 'Evaluation',
      supplementaryContext: null,
    },
    person: setup.person
      ? { personId: idOf('person', 1), name: person.name, email: person.email }
      : undefined,
    account: setup.person ? { accountId: idOf('account', 1), ...person.account } : undefined,
    notes: setup.person
      ? [
          ...person.personLogs.map(note('person_log')),
          ...[...person.accountLogs, ...(setup.notes ?? [])].map(note('account_log')),
        ]
      : [],
  }
}
