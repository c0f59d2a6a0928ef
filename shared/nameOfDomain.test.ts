import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameOfDomain } from './nameOfDomain.ts'

test('a company name is suggested from the words of its domain, if the domain is its own', () => {
  for (const [domain, name] of [
    ['tern-foods.example', 'Tern Foods'],
    ['https://www.Acme.com/about?x=1', 'Acme'],
    ['acme.co.uk', 'Acme'],
    ['co.uk', 'Co'],
    ['3m.com', '3m'],
    ['shop.acme.com', undefined],
    ['acme.github.io', undefined],
    ['xn--mnchen-3ya.de', undefined],
    ['acme', undefined],
    ['acme.', undefined],
    ['', undefined],
  ] as const)
    assert.equal(nameOfDomain(domain), name, domain)
})
