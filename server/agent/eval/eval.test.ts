import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { isThorough } from '../../test/environment.ts'
import { builtinAgent } from '../builtin/builtin.ts'
import { type Fixtures, runRow } from './inProcess.ts'
import type { Row, Verdict } from './judge.ts'

/** What the built-in agent reached on rounds that it was mended against. First contact is in docs/agents.md. */
const levels = [
  { round: 1, good: 50, wrong: 1 },
  { round: 2, good: 52, wrong: 0 },
  { round: 3, good: 45, wrong: 1 },
  { round: 4, good: 41, wrong: 3 },
  { round: 5, good: 48, wrong: 0 },
  { round: 6, good: 43, wrong: 2 },
  { round: 7, good: 58, wrong: 0 },
  { round: 8, good: 59, wrong: 1 },
  { round: 9, good: 53, wrong: 2 },
  { round: 10, good: 53, wrong: 0 },
  { round: 11, good: 51, wrong: 1 },
  { round: 12, good: 58, wrong: 0 },
  { round: 13, good: 57, wrong: 0 },
  { round: 14, good: 52, wrong: 2 },
  { round: 15, good: 58, wrong: 0 },
  { round: 16, good: 53, wrong: 1 },
  { round: 17, good: 52, wrong: 1 },
  { round: 18, good: 58, wrong: 0 },
  { round: 19, good: 58, wrong: 0 },
  { round: 20, good: 58, wrong: 0 },
  { round: 21, good: 56, wrong: 1 },
  { round: 22, good: 55, wrong: 0 },
  { round: 23, good: 56, wrong: 3 },
  { round: 24, good: 51, wrong: 0 },
  { round: 25, good: 43, wrong: 0 },
  { round: 26, good: 56, wrong: 0 },
  { round: 27, good: 58, wrong: 0 },
  { round: 28, good: 52, wrong: 0 },
  { round: 29, good: 50, wrong: 1 },
  { round: 30, good: 52, wrong: 0 },
  { round: 31, good: 49, wrong: 0 },
  { round: 32, good: 54, wrong: 1 },
  { round: 33, good: 54, wrong: 0 },
  { round: 34, good: 50, wrong: 0 },
  { round: 35, good: 56, wrong: 0 },
  { round: 36, good: 52, wrong: 1 },
  { round: 37, good: 52, wrong: 2 },
  { round: 38, good: 48, wrong: 0 },
  { round: 39, good: 56, wrong: 0 },
  { round: 40, good: 54, wrong: 1 },
  { round: 41, good: 55, wrong: 1 },
  { round: 42, good: 59, wrong: 0 },
  { round: 43, good: 58, wrong: 2 },
  { round: 44, good: 58, wrong: 0 },
  { round: 45, good: 58, wrong: 0 },
  { round: 46, good: 53, wrong: 0 },
  { round: 47, good: 54, wrong: 0 },
  { round: 48, good: 56, wrong: 1 },
  { round: 49, good: 55, wrong: 1 },
  { round: 50, good: 53, wrong: 1 },
  { round: 51, good: 56, wrong: 0 },
  { round: 52, good: 56, wrong: 1 },
  { round: 53, good: 57, wrong: 0 },
  { round: 54, good: 53, wrong: 1 },
  { round: 55, good: 57, wrong: 0 },
  { round: 56, good: 53, wrong: 2 },
  { round: 57, good: 54, wrong: 1 },
  { round: 58, good: 54, wrong: 0 },
  { round: 59, good: 51, wrong: 1 },
  { round: 60, good: 59, wrong: 0 },
  { round: 61, good: 56, wrong: 0 },
  { round: 62, good: 52, wrong: 0 },
  { round: 63, good: 60, wrong: 0 },
  { round: 64, good: 56, wrong: 0 },
  { round: 65, good: 56, wrong: 1 },
  { round: 66, good: 57, wrong: 1 },
  { round: 67, good: 52, wrong: 0 },
  { round: 68, good: 55, wrong: 0 },
  { round: 69, good: 59, wrong: 0 },
  { round: 70, good: 56, wrong: 0 },
  { round: 71, good: 58, wrong: 1 },
  { round: 72, good: 56, wrong: 1 },
  { round: 73, good: 57, wrong: 1 },
  { round: 74, good: 56, wrong: 0 },
  { round: 75, good: 58, wrong: 0 },
  { round: 76, good: 58, wrong: 0 },
  { round: 77, good: 50, wrong: 2 },
  { round: 78, good: 58, wrong: 1 },
  { round: 79, good: 54, wrong: 1 },
  { round: 80, good: 54, wrong: 1 },
  { round: 81, good: 57, wrong: 0 },
  { round: 82, good: 54, wrong: 0 },
  { round: 83, good: 56, wrong: 0 },
  { round: 84, good: 56, wrong: 0 },
  { round: 85, good: 52, wrong: 1 },
  { round: 86, good: 53, wrong: 0 },
  { round: 87, good: 57, wrong: 0 },
  { round: 88, good: 52, wrong: 0 },
  { round: 89, good: 54, wrong: 0 },
  { round: 90, good: 57, wrong: 0 },
  { round: 91, good: 53, wrong: 3 },
  { round: 92, good: 56, wrong: 1 },
  { round: 93, good: 57, wrong: 0 },
  { round: 94, good: 53, wrong: 2 },
  { round: 95, good: 54, wrong: 0 },
  { round: 96, good: 56, wrong: 0 },
  { round: 97, good: 51, wrong: 1 },
  { round: 98, good: 58, wrong: 0 },
  { round: 99, good: 58, wrong: 0 },
  { round: 100, good: 57, wrong: 0 },
  { round: 101, good: 59, wrong: 0 },
  { round: 102, good: 56, wrong: 0 },
  { round: 103, good: 51, wrong: 1 },
  { round: 104, good: 49, wrong: 0 },
  { round: 105, good: 57, wrong: 1 },
  { round: 106, good: 51, wrong: 3 },
  { round: 107, good: 50, wrong: 3 },
  { round: 108, good: 54, wrong: 0 },
  { round: 109, good: 55, wrong: 0 },
  { round: 110, good: 50, wrong: 2 },
]
/** All rounds take minutes: those up to this one are for a thorough run. */
const lastThorough = 90
const wrongVerdicts: Verdict[] = ['wrong object', 'wrong edit', 'partial', 'unnecessary', 'acted']
const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
const fixtures = JSON.parse(read('./fixtures.json')) as Fixtures

for (const { round, good, wrong } of levels.filter(({ round }) => isThorough || round > lastThorough))
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
