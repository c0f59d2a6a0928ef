import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelAddress } from '../../config/modelConfig.ts'
import { costOf, findPrice } from './prices.ts'

const anthropic = { provider: 'anthropic', baseUrl: modelAddress('anthropic', undefined) } as const
const none = new Map<string, never>()

test('a list price has a date, and a dated model name has the price of its model', () => {
  const price = findPrice({ ...anthropic, name: 'claude-sonnet-5-5' }, none)
  assert.deepEqual(price, { inputPerMillion: 2, outputPerMillion: 10, asOf: '2026-11-17' })
  assert.deepEqual(findPrice({ ...anthropic, name: 'claude-sonnet-5-5-20260901' }, none), price)
})

test('an unknown model, and a known one behind another address, have no price', () => {
  assert.equal(findPrice({ ...anthropic, name: 'claude-sonnet-99' }, none), undefined)
  const proxy = { ...anthropic, baseUrl: 'https://proxy.example/v1', name: 'claude-sonnet-5-5' }
  assert.equal(findPrice(proxy, none), undefined)
  const other = {
    provider: 'openai-compatible',
    baseUrl: 'https://models.example/v1',
    name: 'gpt-5',
  } as const
  assert.equal(findPrice(other, none), undefined)
})

test('a model on this machine costs nothing, unless its server passes requests on', () => {
  const local = { provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:11434/v1', name: 'x' } as const
  assert.deepEqual(findPrice(local, none), { inputPerMillion: 0, outputPerMillion: 0 })
  assert.equal(findPrice(local, none, true), undefined)
})

test('a price set by the operator overrides the list', () => {
  const own = new Map([['claude-sonnet-5-5', { inputPerMillion: 1, outputPerMillion: 2 }]])
  const price = findPrice({ ...anthropic, name: 'claude-sonnet-5-5' }, own)
  assert.deepEqual(price, { inputPerMillion: 1, outputPerMillion: 2 })
  assert.equal(
    costOf({ inputTokens: 500_000, outputTokens: 250_000 }, { inputPerMillion: 1, outputPerMillion: 2 }),
    1,
  )
})
