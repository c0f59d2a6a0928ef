import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { times } from '../test/effort.ts'
import { type World, world } from '../test/world.ts'

type Step = 'insert' | 'insertForPerson' | 'delete'
const step = fc.constantFrom<Step>('insert', 'insertForPerson', 'delete')

/** One account with logs of its own and of a person, and the steps that change them during paging. */
async function makeAccount(client: World['acme'], domain: string) {
  const { accountId } = (await client.post('/v0/accounts', { domain })).body
  const { personId } = (await client.post('/v0/persons', { email: `x@${domain}` })).body
  const logs: string[] = []
  const add = async (owner: string) => {
    const { accountLogId, personLogId } = (await client.post(`${owner}/logs`, { text: 'x' })).body
    logs.push(`${owner}/logs/${accountLogId ?? personLogId}`)
  }
  const steps: Record<Step, () => Promise<unknown>> = {
    insert: () => add(`/v0/accounts/${accountId}`),
    insertForPerson: () => add(`/v0/persons/${personId}`),
    delete: async () => {
      const [log] = logs.splice(Math.floor(logs.length / 2), 1)
      if (log) await client.delete(log)
    },
  }
  return { path: `/v0/accounts/${accountId}/activity`, steps }
}

test('paging while entries are added and removed never repeats an entry and never skips one that existed throughout', async () => {
  const { acme } = await world()
  let round = 0
  const idsOf = (body: any): string[] => body.items.map(({ activityId }: any) => activityId)
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 1, maxLength: 12 }),
    fc.array(fc.array(step, { maxLength: 3 }), { minLength: 1, maxLength: 8 }),
    fc.integer({ min: 1, max: 4 }),
    fc.boolean(),
    async (first, between, limit, includeDeleted) => {
      const { path, steps } = await makeAccount(acme, `paging${round++}.com`)
      for (const one of first) await steps[one]()
      const list = `${path}?includePersonActivity=true&includeDeleted=${includeDeleted}`
      const before = idsOf((await acme.get(`${list}&limit=100`)).body)
      const seen: string[] = []
      let cursor: string | null = null
      for (let page = 0; page === 0 || cursor; page++) {
        const { body } = (await acme.get(`${list}&limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`)) as any
        seen.push(...idsOf(body))
        cursor = body.nextCursor
        for (const one of between[page] ?? []) await steps[one]()
      }
      const after = (await acme.get(`${list}&limit=100`)).body
      assert.equal(new Set(seen).size, seen.length, 'no repeats')
      assert.deepEqual(seen, [...seen].sort().reverse(), 'in order')
      for (const id of before) assert.ok(seen.includes(id) || !idsOf(after).includes(id), 'no gaps')
      assert.equal(after.totalCount, after.items.length, 'the tally is exact')
    },
  )
  await fc.assert(property, { numRuns: times(25, 8), endOnFailure: true })
})
