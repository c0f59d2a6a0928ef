import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { applyChanges, type Document, diffDocuments } from '../../document/index.ts'
import type { Agent, AgentContext } from '../agent.ts'
import { builtinAgent } from '../builtin.ts'
import { check } from '../check.ts'
import { documentOf, runRow } from '../evaluation/inProcess.ts'
import { judge, type Row } from '../evaluation/judge.ts'
import { carryOutMarked } from '../evaluation/marked.ts'
import { fixtures, rowsOfRounds } from '../evaluation/sets.ts'
import { focusOf, readFollowUp } from '../followUp.ts'
import { type OpenPage, openPage } from '../page.ts'
import { signsOf } from '../plausible/signs.ts'
import { carryOut } from '../roles/carryOut.ts'
import { mendWishes } from '../roles/complete.ts'
import { waysOf } from '../roles/execute.ts'
import { readWishes } from '../roles/model.ts'
import { documentAfter } from '../roles/pageAfter.ts'
import { isSame } from '../roles/samePage.ts'
import { readSelection } from '../selection.ts'

// Writes what trainPlausible.py reads: edits that are right and edits that are wrong, each with its signs.
// Usage: node builtin-agent/training/candidates.ts FOLDER [rounds|edits|marked …]
const [folder, ...parts] = process.argv.slice(2)
if (!folder) throw new Error('Name the folder to write to: node builtin-agent/training/candidates.ts FOLDER')
mkdirSync(folder, { recursive: true })
const here = (file: string) => new URL(file, import.meta.url)
const linesOf = (file: string) => readFileSync(here(file), 'utf8').split('\n').filter(Boolean)
const assetId = (name: string) => {
  const at = fixtures.assets.indexOf(name)
  return at === -1 ? undefined : `asset_${String(at + 1).padStart(26, '0')}`
}

/** Readings that are far from the likeliest one are mostly wrong, which is what is to be learnt. */
const wide = { readings: 10, share: 0.004 }
const mostWays = 6
/** Of the marked instructions every sixth is enough. */
const sampled = 6

/** Every page that a message could come to, by its readings and by the ways to carry each of them out. */
async function candidatesOf(message: string, page: OpenPage): Promise<Document[]> {
  const found: Document[] = []
  const add = (document: Document | undefined) => {
    const checked = document && check(page, { document })
    if (checked && 'document' in checked && !found.some((other) => isEqual(other, checked.document)))
      found.push(checked.document)
  }
  for (const [at, { wishes, likelihood }] of readWishes(message, page, wide).entries()) {
    const reading = await carryOut({ wishes, likelihood }, message, page)
    if (reading && !reading.failed) add(documentAfter(reading.steps))
    const [wish, ...others] = at < 3 && wishes.length === 1 ? mendWishes(wishes, message, page).wishes : []
    if (!wish || others.length > 0) continue
    const ways = waysOf(wish, page, message, () => undefined, 0)
    for (let tried = 0; tried < mostWays; tried++) {
      const outcome = next(ways)
      if (outcome === undefined) break
      if (outcome?.kind === 'done') add(outcome.draft.document)
    }
  }
  return found
}
const isEqual = (one: Document, other: Document) => JSON.stringify(one) === JSON.stringify(other)

/** What the next way comes to; null where it leads to nothing, undefined after the last one. */
function next(ways: ReturnType<typeof waysOf>) {
  try {
    const { value, done } = ways.next()
    return done ? undefined : (value.outcome ?? null)
  } catch {
    return undefined
  }
}

type Edit = { row: string; isRight: boolean; message: string; page: OpenPage; after: Document }
const sources: Record<string, () => AsyncGenerator<Edit>> = { rounds, edits, marked }
for (const [name, source] of Object.entries(sources)) {
  if (parts.length > 0 && !parts.includes(name)) continue
  const file = join(folder, `${name}.jsonl`)
  writeFileSync(file, '')
  for await (const { row, isRight, message, page, after } of source())
    appendFileSync(file, `${JSON.stringify({ row, isRight, signs: signsOf(message, page, after) })}\n`)
}

/** The page that a row of a round is said on, after the messages before it. */
async function contextOf(row: Row): Promise<AgentContext | undefined> {
  let found: AgentContext | undefined
  const agent: Agent = {
    ...builtinAgent,
    async *run(context, signal) {
      found = context
      if (context.conversation.length / 2 < (row.setup.messages?.length ?? 0))
        yield* builtinAgent.run(context, signal)
    },
  }
  await runRow(agent, row, fixtures)
  return found
}

function rowsById(): Map<string, Row> {
  return new Map(rowsOfRounds().map((row) => [row.id, row]))
}

/** What the likely readings of the rounds come to. */
async function* rounds(): AsyncGenerator<Edit> {
  for (const row of rowsById().values()) {
    const context = await contextOf(row)
    if (!context || context.selectedElement) continue
    const opened = openPage(context, context.document)
    const page = { ...opened, focus: focusOf(opened) }
    const { document: before } = page
    const followUp = await readFollowUp(page)
    const first = documentOf(row.setup.fixture, fixtures)
    for (const after of await candidatesOf(followUp?.message ?? row.instruction, followUp?.page ?? page)) {
      const operations = diffDocuments(before, after)
      // To go back is left to the history.
      if (operations.length === 0 || (row.setup.messages && isSame(after, first))) continue
      const metadata = Object.assign(
        {},
        ...operations.map((operation) => (operation.type === 'setMetadata' ? operation.metadata : {})),
      )
      const { verdict } = judge(row, { before, after, first, metadata, operations, reply: '', assetId })
      const isRight = verdict === 'good' && !row.expected.none
      yield { row: row.id, isRight, message: row.instruction, page, after }
    }
  }
}

/** What earlier states of the agent made of the rounds. */
async function* edits(): AsyncGenerator<Edit> {
  const rows = rowsById()
  for (const line of linesOf('./edits.tsv')) {
    const [id = '', right = '', changes = ''] = line.split('\t')
    const row = rows.get(id)
    const context = row && (await contextOf(row))
    if (!row || !context) continue
    const page = openPage(context, context.document)
    const selection = readSelection(row.selectedElement, page.document)
    const selected = page.document.blocks.find((block) => block.id === selection?.blockId)
    const after = applyChanges(page.document, JSON.parse(changes) as unknown[], id)
    yield { row: id, isRight: right === '1', message: row.instruction, page: { ...page, selected }, after }
  }
}

/** What the likely readings of marked instructions come to; right is what the marks come to. */
async function* marked(): AsyncGenerator<Edit> {
  for (const [at, line] of linesOf('./instructions.tsv').entries()) {
    if (at % sampled > 0) continue
    const { page, message, reading } = await carryOutMarked(line)
    const meant = reading && !reading.failed ? documentAfter(reading.steps) : undefined
    if (!reading || reading.failed || (!meant && reading.wishes.length > 0)) continue
    const row = `marked-${at}`
    if (meant && 'operations' in check(page, { document: meant }))
      yield { row, isRight: true, message, page, after: meant }
    for (const after of await candidatesOf(message, page))
      if (!meant || !isSame(after, meant)) yield { row, isRight: false, message, page, after }
  }
}
