import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Fixtures, Result } from './inProcess.ts'
import type { Row } from './judge.ts'
import { lossOf } from './lost.ts'
import { type Figures, figuresOf, isDue, isWrong, lineOf, runRows } from './measure.ts'
import { allPages, fixtures, otherPages, practicePages, rowsIn, rowsOfRounds, unseenPages } from './sets.ts'

// Measures the built-in agent on the rounds and compares it with the level it is held to.
//   npm run eval -- [--set rounds|pages|unseen] [--from 39] [--to 119] [--every 4] [--only r50-01,r50-02] [--show wrong|asked|bad|lost|all] [--out file.json]
const { values } = parseArgs({
  options: {
    set: { type: 'string' },
    from: { type: 'string', default: '1' },
    to: { type: 'string', default: '119' },
    every: { type: 'string', default: '1' },
    only: { type: 'string' },
    show: { type: 'string' },
    out: { type: 'string' },
  },
})

type Level = { least: number; mostWrong: number }
/** Shares of due edits that are right and of edits that are wrong, on whole sets. A run that is worse fails. */
const levels: Record<string, Level> = {
  'rounds 1 to 38': { least: 0.82, mostWrong: 0.03 },
  'rounds 39 to 119': { least: 0.87, mostWrong: 0.025 },
  'other pages': { least: 0.74, mostWrong: 0.1 },
  'practice pages': { least: 0.7, mostWrong: 0.12 },
  'unseen pages': { least: 0.68, mostWrong: 0.16 },
}

const sets: Record<string, { rows: () => Row[]; kind: string; pages?: Fixtures }> = {
  'rounds 1 to 38': { kind: 'rounds', rows: () => rowsOfRounds(1, 38) },
  'rounds 39 to 119': { kind: 'rounds', rows: () => rowsOfRounds(39, 119) },
  'other pages': { kind: 'pages', rows: () => rowsIn('otherPages.jsonl'), pages: otherPages },
  'practice pages': { kind: 'pages', rows: () => rowsIn('practicePages.jsonl'), pages: practicePages },
  'unseen pages': { kind: 'unseen', rows: () => rowsIn('unseenPages.jsonl'), pages: unseenPages },
}

const only = values.only?.split(',')
const [from, to, every] = [values.from, values.to, values.every].map(Number) as [number, number, number]
const isPart = only !== undefined || from > 1 || to < 119 || every > 1
/** `--every` leaves the rows of the other pages whole, as there are few. */
const isWanted = (row: Row, at: number) => {
  const round = Number(/^r(\d+)-/.exec(row.id)?.[1] ?? from)
  return only
    ? only.includes(row.id)
    : round >= from && round <= to && (at % every === 0 || row.id.startsWith('u'))
}

const all: Result[] = []
for (const [name, { rows, kind, pages = fixtures }] of Object.entries(sets)) {
  if (values.set && values.set !== kind) continue
  const chosen = rows().filter(isWanted)
  if (chosen.length === 0) continue
  const began = performance.now()
  const results = await runRows(chosen, pages)
  const figures = figuresOf(results)
  console.log(lineOf(name, figures), `${Math.round((performance.now() - began) / chosen.length)} ms a row`)
  if (!isPart) hold(name, figures)
  all.push(...results)
}
for (const result of all) if (isShown(result)) show(result)
if (values.show === 'lost') await showLost(all.filter(({ row, verdict }) => isDue(row) && verdict !== 'good'))
if (values.out)
  writeFileSync(
    values.out,
    JSON.stringify(all.map(({ row, verdict, changed, reply }) => ({ id: row.id, verdict, changed, reply }))),
  )

function hold(name: string, { due, right, edits, wrong }: Figures) {
  const level = levels[name]
  if (!level || (right / due >= level.least && wrong / edits <= level.mostWrong)) return
  console.error(`${name}: below its level of ${level.least} right and at most ${level.mostWrong} wrong`)
  process.exitCode = 1
}

function isShown(result: Result): boolean {
  if (values.show === 'wrong') return isWrong(result)
  if (values.show === 'asked') return isDue(result.row) && result.changed.length === 0
  return values.show === 'all' || (values.show === 'bad' && result.verdict !== 'good')
}

/** Counts where rows that failed were lost, and lists those that a reading of the network had right. */
async function showLost(failed: Result[]) {
  const counts: Record<string, number> = {}
  for (const result of failed) {
    const pages = allPages.find((each) => each.fixtures[result.row.setup.fixture]) ?? fixtures
    const loss = await lossOf(result.row, pages)
    counts[loss] = (counts[loss] ?? 0) + 1
    if (loss !== 'no reading right') show({ ...result, reply: `${loss}: ${result.reply}` })
  }
  console.log(counts)
}

function show({ row, verdict, changed, reply }: Result) {
  console.log(
    `${row.id} [${row.setup.fixture}] ${verdict} | ${row.instruction} | ${changed.join(' ')} | ${reply}`,
  )
}
