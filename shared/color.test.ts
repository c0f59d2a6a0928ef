import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromHex, secondColorOf } from './color.ts'

test('the second colour of a brand with one colour is amber for a cold colour or a grey, and blue for a warm one', () => {
  const hueBeside = (hex: string) => Math.round(secondColorOf(fromHex(hex)).h)
  for (const cold of ['#1f6f5c', '#1d4ed8', '#7c3aed', '#808080']) assert.equal(hueBeside(cold), 62, cold)
  for (const warm of ['#dc2626', '#f97316', '#eab308']) assert.equal(hueBeside(warm), 250, warm)
})
