import { globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bench, Comparison } from './measure.ts'

// Runs the benchmarks whose names contain an argument, or all of them, one after the other. Fails if a ratio exceeds its
// limit or a benchmark fails; the others still run.
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
const files = globSync('*.bench.ts', { cwd: import.meta.dirname })
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .sort()
if (files.length === 0) throw new Error(`No benchmark's name contains ${wanted.join(' or ')}.`)

for (const file of files) {
  const { bench } = (await import(`./${file}`)) as { bench: Bench }
  const folder = await mkdtemp(join(tmpdir(), 'foyer-bench-'))
  try {
    print(bench, await bench.run(folder))
  } catch (error) {
    console.error(`${file} failed:`, error)
    process.exitCode = 1
  } finally {
    // A database that was just stopped may still be removing files.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

function print({ title, baseline, subject }: Bench, rows: Comparison[]) {
  const table = [
    ['', baseline, subject, 'ratio', 'limit', ''],
    ...rows.map(({ name, baselineMs, subjectMs, limit, unit = 'ms' }) => {
      const ratio = subjectMs / baselineMs
      if (limit !== undefined && ratio > limit) process.exitCode = 1
      const verdict = limit === undefined ? '' : ratio > limit ? 'TOO SLOW' : 'ok'
      return [
        name,
        `${figure(baselineMs)} ${unit}`,
        `${figure(subjectMs)} ${unit}`,
        figure(ratio),
        limit ? figure(limit) : '',
        verdict,
      ]
    }),
  ]
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? []
  const lines = table.map((row) =>
    row
      .map((cell, column) =>
        column === 0 || column === 5 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
  process.stdout.write(`\n${title}\n\n${lines.join('\n')}\n`)
}

function figure(value: number) {
  return value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)
}
