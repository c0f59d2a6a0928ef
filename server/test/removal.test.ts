import assert from 'node:assert/strict'
import { test } from 'node:test'
import { site } from './sites.ts'

const rounds = 6

type Removal = {
  what: string
  /** Makes what is removed and returns its id. */
  make: (nth: number) => Promise<string>
  remove: (id: string) => Promise<{ status: number; body: unknown }>
  /** Writes that refer to it. */
  writes: (id: string, nth: number) => [path: string, body: object][]
}

test('removing an object while something is added to it results in a clear response, never in a fault', async () => {
  const { acme } = await site()
  const made = async (path: string, body: object, field: string): Promise<string> => {
    const answer = await acme.post(path, body)
    assert.ok(answer.status <= 201, JSON.stringify(answer.body))
    return answer.body[field]
  }
  const page = await made('/v0/pages', { name: 'Base', pageType: 'custom' }, 'pageId')
  const kept = await made('/v0/accounts', { domain: 'kept.example' }, 'accountId')
  const removals: Removal[] = [
    {
      what: 'an account that is deleted',
      make: (nth) => made('/v0/accounts', { domain: `gone${nth}.example` }, 'accountId'),
      remove: (id) => acme.delete(`/v0/accounts/${id}?persons=erase`),
      writes: accountWrites,
    },
    {
      what: 'an account that is merged',
      make: (nth) => made('/v0/accounts', { domain: `double${nth}.example` }, 'accountId'),
      remove: (id) => acme.post(`/v0/accounts/${kept}/merge`, { accountId: id }),
      writes: accountWrites,
    },
    {
      what: 'a person who is erased',
      make: (nth) => made('/v0/persons', { name: `Gone ${nth}` }, 'personId'),
      remove: (id) => acme.delete(`/v0/persons/${id}`),
      writes: (id, nth) => [
        [`/v0/persons/${id}/logs`, { text: 'Called.', idempotencyKey: `p${nth}` }],
        [`/v0/persons/${id}/logs`, { text: 'Called.', idempotencyKey: `p${nth}` }],
        [`/v0/pages/${page}/audiences`, { personId: id }],
      ],
    },
    {
      what: 'a page that is deleted',
      make: (nth) => made('/v0/pages', { name: `Gone ${nth}`, pageType: 'custom' }, 'pageId'),
      remove: (id) => acme.delete(`/v0/pages/${id}`),
      writes: (id, nth) => [
        [`/v0/pages/${id}/audiences`, { accountId: kept }],
        [`/v0/pages/${id}/links`, { path: `/gone-${nth}` }],
        [`/v0/pages/${id}/duplicate`, {}],
        [`/v0/pages/${id}/releases`, {}],
      ],
    },
  ]
  function accountWrites(id: string, nth: number): [string, object][] {
    return [
      [`/v0/accounts/${id}/logs`, { text: 'Called.' }],
      [`/v0/accounts/${id}/logs`, { text: 'Called.', idempotencyKey: `a${nth}` }],
      [`/v0/accounts/${id}/activity`, { type: 'call' }],
      [`/v0/persons`, { name: `New ${nth}`, accountId: id }],
      [`/v0/pages/${page}/audiences`, { accountId: id }],
    ]
  }
  const statuses: Record<string, number> = {}
  let nth = 0
  for (const { what, make, remove, writes } of removals)
    for (let round = 0; round < rounds; round++) {
      const id = await make(++nth)
      const removal = remove(id)
      const answers = await Promise.all(writes(id, nth).map(([path, body]) => acme.post(path, body)))
      for (const { status, body } of [...answers, await removal]) {
        assert.ok(status < 500, `${what}: ${status} ${JSON.stringify(body)}`)
        statuses[status] = (statuses[status] ?? 0) + 1
      }
    }
  assert.ok((statuses[404] ?? 0) > 0, JSON.stringify(statuses))
})
