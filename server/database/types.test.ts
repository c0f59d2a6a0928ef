import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { cloneDatabase } from '../test/database.ts'
import { times } from '../test/effort.ts'
import { openDatabase } from './database.ts'

const database = await cloneDatabase()
const db = openDatabase({ url: database.url, poolSize: 1 })
after(async () => {
  await db.close()
  await database.drop()
})

test('arrays are unchanged by storing and reading them, for any text', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('', 'NULL', 'null', '{}', '"', '\\', ' a ', ',', '{"a"}', '\n'),
  )
  const lists = fc.tuple(
    fc.array(fc.option(text.map((one) => one.replaceAll('\0', '')))),
    fc.array(fc.option(fc.integer())),
    fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0)),
  )
  await fc.assert(
    fc.asyncProperty(lists, async ([texts, integers, floats]) => {
      const [row] = await db.read<Record<string, unknown>[]>`
        select ${texts}::text[] as texts, ${integers}::int[] as integers,
          ${floats}::float8[] as floats, cardinality(${texts}::text[]) as length`
      assert.deepEqual(row, { texts, integers, floats, length: texts.length })
    }),
    { numRuns: times(1_000, 150) },
  )
})

test('arrays of times, documents and large numbers are parsed like single values', async () => {
  const [row] = await db.read`
    select array[to_timestamp(1), null] as times, array['{"a": [1, "}"]}'::jsonb] as documents,
      array[9007199254740991] as counts, array['\\x00ff'::bytea] as bytes, to_timestamp(1) as time`
  assert.deepEqual(row, {
    times: [row?.time, null],
    documents: [{ a: [1, '}'] }],
    counts: [9_007_199_254_740_991],
    bytes: [Buffer.from([0, 255])],
    time: '+1000',
  })
})
