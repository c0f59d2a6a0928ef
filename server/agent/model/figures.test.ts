import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figuresIn, valuesIn } from './figures.ts'

test('figures are recognised in the usual notations', () => {
  const table: [string, string[]][] = [
    ['1,200 and 1.200 and 1 200', ['1200', '1200', '1200']],
    ['$349.00, €2,5 and 1.234,50', ['349', '2.5', '1234.5']],
    ['14.03.2026 and 2026-03-14', ['14', '3', '2026', '2026', '3', '14']],
    ['12k users', ['12', '12000']],
    ['3pm, 2nd, 5x', ['3', '2', '5']],
    ['B2B, S3, GPT-4, 5G, 3D', []],
    ['none', []],
  ]
  for (const [text, values] of table)
    assert.deepEqual(
      figuresIn(text).flatMap((figure) => figure.values),
      values,
      text,
    )
  assert.deepEqual([...valuesIn('three or 4 of twelve')].sort(), ['12', '3', '4'])
})

test('percentages and amounts of money are distinguished from other figures', () => {
  const kinds = (text: string) => figuresIn(text).map(({ isPercent, isMoney }) => [isPercent, isMoney])
  for (const text of ['40%', '40 %', '40 percent', '40 Prozent', '40 pour cent'])
    assert.deepEqual(kinds(text), [[true, false]], text)
  for (const text of ['$40', '40 €', 'USD 40', '40 EUR', '£40k', '40 dollars'])
    assert.deepEqual(kinds(text), [[false, true]], text)
  for (const text of ['40', '40 ports', 'THE 40']) assert.deepEqual(kinds(text), [[false, false]], text)
})
