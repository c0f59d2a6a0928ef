import assert from 'node:assert/strict'
import type { Client } from './client.ts'
import { world } from './world.ts'

/** A page without personal content. */
const blocks = [
  { id: 'hero', type: 'hero', props: { headline: 'Hello there' }, sources: [] },
  { id: 'letter', type: 'text', props: { body: 'A word from us.' }, sources: [] },
  {
    id: 'invitation',
    type: 'cta',
    props: { headline: 'Talk to us', primaryAction: { label: 'Book a time', link: 'action:primary' } },
    sources: [],
  },
]

/** An audience of a person whose account has a log entry. */
export async function makeKnownAudience(client: Client, text = 'Rolling out in EMEA next quarter.') {
  const account = { domain: 'initech.example', name: 'Initech' }
  const { accountId } = (await client.post('/v0/accounts', account)).body
  const person = { name: 'Jane Doe', email: 'jane@initech.example' }
  const { personId } = (await client.post('/v0/persons', person)).body
  const log = (await client.post(`/v0/accounts/${accountId}/logs`, { text })).body
  const { pageId } = (await client.post('/v0/pages', { name: 'Outreach', pageType: 'outbound' })).body
  assert.equal((await client.put(`/v0/pages/${pageId}/document`, { theme: {}, blocks })).status, 200)
  const { audienceId } = (await client.post(`/v0/pages/${pageId}/audiences`, { personId })).body
  const source = { kind: 'account_log', id: log.accountLogId }
  return { path: `/v0/pages/${pageId}/audiences/${audienceId}`, source, personId, accountId }
}

const untouched = new Map<string, ReturnType<typeof makeUntouched>>()

/** An audience shared by all tests of a file that don't change it: creating one takes longer than a test. */
export function untouchedAudience(settings: Record<string, string>) {
  const name = JSON.stringify(settings)
  const made = untouched.get(name) ?? makeUntouched(settings)
  untouched.set(name, made)
  return made
}

async function makeUntouched(settings: Record<string, string>) {
  const { acme } = await world(settings)
  return { acme, ...(await makeKnownAudience(acme)) }
}
