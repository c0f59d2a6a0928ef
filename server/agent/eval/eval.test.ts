import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { builtinAgent } from '../builtin/builtin.ts'
import { type Fixtures, runRow } from './inProcess.ts'
import type { Row, Verdict } from './judge.ts'

/** What the built-in agent reached on rounds that it was mended against. First contact is in docs/agents.md. */
const levels = [
  { round: 1, good: 42, wrong: 7 },
  { round: 2, good: 30, wrong: 7 },
  { round: 3, good: 40, wrong: 6 },
  { round: 4, good: 21, wrong: 12 },
  { round: 5, good: 35, wrong: 4 },
  { round: 6, good: 20, wrong: 8 },
  { round: 7, good: 53, wrong: 4 },
  { round: 8, good: 55, wrong: 2 },
  { round: 9, good: 48, wrong: 3 },
  { round: 10, good: 35, wrong: 5 },
  { round: 11, good: 30, wrong: 8 },
  { round: 12, good: 37, wrong: 10 },
  { round: 13, good: 32, wrong: 10 },
  { round: 14, good: 26, wrong: 8 },
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
