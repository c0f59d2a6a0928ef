import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proposePath } from './address.ts'

test('an address is proposed from texts that visitors read, never from internal names of pages and audiences', () => {
  const everyone = { kind: 'everyone', computedName: 'Everyone', personRouteKey: null } as const
  const company = { ...everyone, kind: 'account', computedName: 'Tern Foods · North' } as const
  const personRouteKey = 'k3v9x0q2mzk3v9x0'
  const person = { kind: 'person', computedName: 'Priya Nair · Tern Foods', personRouteKey } as const
  assert.equal(proposePath('Lumenly: roofs that pay rent', everyone), '/lumenly-roofs-that-pay-rent')
  assert.equal(proposePath('…', everyone), '/welcome')
  assert.equal(proposePath('Lumenly', company), '/tern-foods-north')
  assert.equal(proposePath('Lumenly', person), `/tern-foods/priya-nair/${personRouteKey}`)
  const unnamed = { ...person, computedName: 'x@later.example' }
  assert.equal(proposePath('Lumenly', unnamed), `/welcome/${personRouteKey}`)
})
