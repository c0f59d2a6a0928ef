import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameOfDomain } from '../../shared/nameOfDomain.ts'
import { newAudience, newLink, newPage, site } from '../test/sites.ts'
import { readableName } from './readableName.ts'

test('an account without a name is shown on its page by a name derived from its domain', async () => {
  const { acme, get } = await site()
  const pageId = await newPage(acme, 'Hi {{account.name}}!')
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'tern-foods.example' })).body
  const { audienceId } = await newAudience(acme, pageId, { accountId })
  await newLink(acme, '/tern', audienceId)
  const { text } = await get('/tern')
  assert.match(text, />Hi Tern Foods!</)
  assert.match(text, /<footer .*Tern Foods.*<\/footer>/s)
  assert.doesNotMatch(text.replaceAll(/<(?:meta|link|script)[^>]*>/g, ''), /tern-foods\.example/)
  assert.equal((await acme.get(`/v0/accounts/${accountId}`)).body.name, null)
  const named = await newAudience(acme, pageId, {
    accountId: (await acme.post('/v0/accounts', { domain: 'booking.example', name: 'booking.example' })).body
      .accountId,
  })
  await newLink(acme, '/booking', named.audienceId)
  assert.match((await get('/booking')).text, />Hi booking\.example!</)
})

test('the database derives names from domains exactly as the console and documents do', async () => {
  const { db } = await site()
  const domains = [
    ...['tern-foods.example', 'acme.co.uk', 'co.uk', '3m.com', 'a--b.de', 'acme.museum', 'x.io'],
    ...['shop.acme.com', 'acme.github.io', 'xn--mnchen-3ya.de', 'a1b2.com', 'or.or.jp', 'acme.xn--p1ai'],
  ]
  const rows = await db.read<{ domain: string; name: string }[]>`
    select account.domain, ${readableName(db.read, db.read`account`)} as name
    from (select null::text as name, unnest(${domains}::text[]) as domain) as account`
  for (const { domain, name } of rows) assert.equal(name, nameOfDomain(domain) ?? domain, domain)
  assert.equal(rows.length, domains.length)
})
