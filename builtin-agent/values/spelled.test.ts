import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inDigits, spelled, spelledNumber } from './spelled.ts'

test('numbers are read from words', () => {
  for (const [words, number] of [
    ['sixty five', 65],
    ['one hundred and twenty', 120],
    ['fourteen hundred', 1400],
    ['two thousand three hundred', 2300],
    ['and', undefined],
    ['sixty carriers', undefined],
  ] as const)
    assert.equal(spelledNumber(words.split(' ')), number, words)
})

test('an amount is written in digits, and small numbers alone stay words', () => {
  assert.equal(inDigits('sixty five euros'), '65 euros')
  assert.equal(inDigits('week two'), 'week 2')
  assert.equal(inDigits('seventy-five'), '75')
  assert.equal(inDigits('two'), 'two')
  assert.equal(inDigits('Four things to know'), 'Four things to know')
})

test('numbers below a hundred are spelled out', () => {
  assert.equal(spelled(30), 'thirty')
  assert.equal(spelled(42), 'forty-two')
  assert.equal(spelled(7), undefined)
})
