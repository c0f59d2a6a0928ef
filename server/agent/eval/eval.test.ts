import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { builtinAgent } from '../builtin/builtin.ts'
import { type Fixtures, runRow } from './inProcess.ts'
import type { Row, Verdict } from './judge.ts'

/** What the built-in agent reached on rounds that it was mended against. First contact is in docs/agents.md. */
const levels = [
  { round: 1, good: 53, wrong: 2 },
  { round: 2, good: 51, wrong: 3 },
  { round: 3, good: 46, wrong: 1 },
  { round: 4, good: 39, wrong: 8 },
  { round: 5, good: 51, wrong: 2 },
  { round: 6, good: 39, wrong: 3 },
  { round: 7, good: 54, wrong: 3 },
  { round: 8, good: 56, wrong: 1 },
  { round: 9, good: 48, wrong: 7 },
  { round: 10, good: 48, wrong: 2 },
  { round: 11, good: 49, wrong: 0 },
  { round: 12, good: 57, wrong: 0 },
  { round: 13, good: 54, wrong: 0 },
  { round: 14, good: 47, wrong: 3 },
  { round: 15, good: 55, wrong: 0 },
  { round: 16, good: 50, wrong: 0 },
  { round: 17, good: 48, wrong: 2 },
  { round: 18, good: 56, wrong: 1 },
  { round: 19, good: 57, wrong: 0 },
  { round: 20, good: 57, wrong: 0 },
  { round: 21, good: 57, wrong: 1 },
  { round: 22, good: 53, wrong: 3 },
  { round: 23, good: 53, wrong: 2 },
  { round: 24, good: 46, wrong: 2 },
  { round: 25, good: 38, wrong: 3 },
  { round: 26, good: 44, wrong: 5 },
]
const wrongVerdicts: Verdict[] = ['wrong object', 'wrong edit', 'partial', 'unnecessary', 'acted']
const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
const fixtures = JSON.parse(read('./fixtures.json')) as Fixtures

for (const { round, good, wrong } of levels)
  test(`round ${round} of instructions by strangers: at least ${good} of 60 good, at most ${wrong} wrong`, async () => {
    const rows = read(`./rounds/round-${round}.jsonl`)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Row)
    const verdicts: Verdict[] = []
    for (const row of rows) verdicts.push((await runRow(builtinAgent, row, fixtures)).verdict)
    assert.ok(verdicts.filter((verdict) => verdict === 'good').length >= good, String(verdicts))
    assert.ok(verdicts.filter((verdict) => wrongVerdicts.includes(verdict)).length <= wrong, String(verdicts))
  })
