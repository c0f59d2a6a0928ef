import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inspect, isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import type { Document } from '../../document/index.ts'
import { Problem } from '../../shared/problem.ts'
import { getAudience } from '../audiences/queries.ts'
import { archiveAudience, createAudience, restoreAudience } from '../audiences/verbs.ts'
import { type Database, openDatabase, type Tx } from '../database/database.ts'
import { times } from '../test/effort.ts'
import { aim, type Command, type Model, newModel, observe, play } from '../test/versionModel.ts'
import { beginVersion } from '../test/versions.ts'
import { world } from '../test/world.ts'
import type { AudienceVersion } from './schema.ts'
import {
  addDraft,
  cancelVersion,
  type EndedVersion,
  finishVersion,
  publishVersion,
  startVersion,
} from './verbs.ts'

// Without the test world's record of statements, which would dominate the run time.
let db: Database
let tenantId: string
let pageId: string

before(async () => {
  const { acme, databaseUrl } = await world()
  db = openDatabase({ url: databaseUrl, asService: true })
  tenantId = acme.tenantId
  pageId = (await acme.post('/v0/pages', { name: 'Model', pageType: 'custom' })).body.pageId
})

const document = (headline: string): Document => ({
  theme: {},
  blocks: [{ id: 'hero', type: 'hero', props: { headline }, sources: [] }],
})

/** An audience in the database beside one in the model. */
type Pair = { audienceId: string; ids: string[]; model: Model }

async function newPair(): Promise<Pair> {
  const audience = await db.inTransaction((tx) => createAudience(tx, tenantId, pageId, {}))
  return { audienceId: audience.audienceId, ids: [audience.latestVersion.versionId], model: newModel() }
}

/**
 * Runs a command against the database and returns the outcome in terms of the model. `ids` are those of existing
 * versions.
 */
async function run({ audienceId, ids }: Pair, command: Command): Promise<string> {
  const versionOf = (of: number) => ids[of] as string
  const ended = (done: EndedVersion | undefined) =>
    done ? `${done.version.status}${done.next ? ` then ${done.next.versionNumber}` : ''}` : 'late'
  const verbs: Record<Command['verb'], (tx: Tx, of: number, key?: string) => Promise<string>> = {
    archive: async (tx) => (await archiveAudience(tx, tenantId, pageId, audienceId)) && 'done',
    restore: async (tx) => (await restoreAudience(tx, tenantId, pageId, audienceId)) && 'done',
    begin: async (tx) => (await beginVersion(tx, tenantId, audienceId, { isNewPageAgent: false })).status,
    draft: async (tx) => (await addDraft(tx, tenantId, audienceId, document('By hand'))).status,
    start: async (tx, of) => (await startVersion(tx, tenantId, audienceId, versionOf(of)))?.status ?? 'late',
    finish: async (tx, of) =>
      ended(await finishVersion(tx, tenantId, audienceId, versionOf(of), document('Made'))),
    cancel: async (tx, of) => ended(await cancelVersion(tx, tenantId, audienceId, versionOf(of))),
    publish: async (tx, of, key) =>
      (
        await publishVersion(tx, tenantId, audienceId, versionOf(of), {
          operationKey: key && `${audienceId} ${key}`,
        })
      ).status,
  }
  const { of = 0, key } = command as { of?: number; key?: string }
  try {
    return await db.inTransaction((tx) => verbs[command.verb](tx, of, key))
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}

/** Runs one command, or two concurrently, which must end as if run in sequence. */
async function step(pair: Pair, wishes: Command[]): Promise<void> {
  const commands = wishes.map((wish) => aim(pair.model, wish))
  const outcomes = await Promise.all(commands.map((command) => run(pair, command)))
  const versions = await db.read<(AudienceVersion & { archived: boolean })[]>`
    select v.*, a.archived_at is not null as archived from versions v
      join audiences a on a.tenant_id = v.tenant_id and a.audience_id = v.audience_id
    where v.tenant_id = ${tenantId} and v.audience_id = ${pair.audienceId} order by version_number`
  const numbers = versions.map(({ versionNumber }) => versionNumber)
  assert.deepEqual(
    numbers,
    [...numbers.keys()].map((index) => index + 1),
  )

  const orders =
    commands.length === 2
      ? [
          [0, 1],
          [1, 0],
        ]
      : [[0]]
  const candidates = orders.map((order) => expect(pair.model, commands, order))
  const real = { outcomes, versions: versions.map(observe), archived: versions[0]?.archived }
  const agreed = candidates.find(({ outcomes, model: { versions, archived } }) =>
    isDeepStrictEqual(real, { outcomes, versions, archived }),
  )
  const [first] = candidates
  assert.ok(agreed, `${inspect({ commands, real, expected: first }, { depth: 5 })}`)
  pair.model = agreed.model
  pair.ids = versions.map(({ versionId }) => versionId)
}

/** The model's result of these commands in this order. */
function expect(before: Model, commands: Command[], order: number[]) {
  const model = structuredClone(before)
  const outcomes: string[] = []
  for (const index of order) outcomes[index] = play(model, commands[index] as Command)
  return { model, outcomes }
}

/** The version fields of an audience must match its versions. */
async function assertAudience({ audienceId, model: { archived, versions } }: Pair) {
  const audience = await getAudience(db.read, tenantId, pageId, audienceId)
  assert.equal(audience.status, archived ? 'archived' : versions.at(-1)?.status)
  assert.deepEqual(observe(audience.latestVersion), versions.at(-1))
  const published = versions.findIndex(({ status }) => status === 'published')
  assert.equal(audience.publishedVersion.versionNumber, published + 1)
}

const of = fc.nat({ max: 40 })
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Command>({ verb: 'begin' }) },
  { weight: 3, arbitrary: fc.constant<Command>({ verb: 'draft' }) },
  { weight: 1, arbitrary: fc.constantFrom<Command>({ verb: 'archive' }, { verb: 'restore' }) },
  { weight: 1, arbitrary: fc.constant<Command>({ verb: 'restore' }) },
  { weight: 4, arbitrary: of.map((of): Command => ({ verb: 'start', of })) },
  { weight: 4, arbitrary: of.map((of): Command => ({ verb: 'finish', of })) },
  { weight: 2, arbitrary: of.map((of): Command => ({ verb: 'cancel', of })) },
  { weight: 5, arbitrary: of.map((of): Command => ({ verb: 'publish', of })) },
  {
    weight: 2,
    arbitrary: fc
      .record({ of, key: fc.constantFrom('a', 'b') })
      .map((rest): Command => ({ verb: 'publish', ...rest })),
  },
)
const sequence = fc.array(
  fc.oneof({ weight: 3, arbitrary: fc.tuple(command) }, { weight: 1, arbitrary: fc.tuple(command, command) }),
  { minLength: 1, maxLength: 8 },
)

after(() => db.close())

const histories = times(2_000, 80)

test(`${histories} random histories of versions, with parallel pairs of steps, have the result of a small model`, async () => {
  const atOnce = 8
  await fc.assert(
    fc.asyncProperty(fc.array(sequence, { minLength: atOnce, maxLength: atOnce }), async (some) => {
      await Promise.all(
        some.map(async (history) => {
          const pair = await newPair()
          for (const commands of history) await step(pair, commands)
          await assertAudience(pair)
        }),
      )
    }),
    { numRuns: histories / atOnce, endOnFailure: true },
  )
})

const rounds = times(50, 3)

test(`two parallel publishes both succeed and leave one public version, ${20 * rounds} times`, async () => {
  const at20 = Array.from({ length: 20 }, async () => {
    const pair = await newPair()
    for (const verb of ['draft', 'draft'] as const) await step(pair, [{ verb }])
    for (let round = 0; round < rounds; round++) {
      const ids = pair.ids.toSpliced(round % 3, 1)
      const both = await Promise.all(
        ids.map((id) => db.inTransaction((tx) => publishVersion(tx, tenantId, pair.audienceId, id))),
      )
      assert.deepEqual(
        both.map(({ status }) => status),
        ['published', 'published'],
      )
      const left = await db.read<AudienceVersion[]>`
        select version_id from versions
        where tenant_id = ${tenantId} and audience_id = ${pair.audienceId} and status = 'published'`
      assert.equal(left.length, 1)
      assert.ok(ids.includes(left[0]?.versionId as string))
    }
  })
  await Promise.all(at20)
})
