import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labels } from './labels.ts'
import { allowed, best } from './tagger.ts'

const count = labels.length
/** Reproducible pseudorandom numbers. */
const numbers = (length: number, seed: number) =>
  Float32Array.from({ length }, (_, at) => Math.sin((at + 1) * 12.9898 + seed) * 4)

test('finds the likeliest valid sequences of labels, in order', () => {
  const transitions = numbers((count + 1) * count, 1)
  for (const length of [1, 2, 3]) {
    const scores = numbers(length * count, 2)
    let all: { path: number[]; score: number }[] = [{ path: [], score: 0 }]
    for (let at = 0; at < length; at++)
      all = all.flatMap(({ path, score }) =>
        labels.flatMap((_, label) => {
          const step = (path.at(-1) ?? count) * count + label
          return allowed[step] === 0
            ? {
                path: [...path, label],
                score: score + (scores[at * count + label] ?? 0) + (transitions[step] ?? 0),
              }
            : []
        }),
      )
    const right = all.sort((a, b) => b.score - a.score).slice(0, 6)
    const found = best(scores, transitions, 6)
    assert.deepEqual(
      found.map(({ path }) => path),
      right.map(({ path }) => path),
    )
    assert.ok(found.every(({ score }, at) => Math.abs(score - (right[at]?.score ?? 0)) < 1e-3))
  }
  assert.deepEqual(best(new Float32Array(), transitions, 6), [])
})
