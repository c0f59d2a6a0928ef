import { styleText } from 'node:util'
import { CommanderError } from 'commander'
import { Problem } from '../../shared/problem.ts'
import { ConfigError } from '../config/config.ts'
import { StartError } from '../start/startError.ts'
import { toMilliseconds } from '../time.ts'

/** Whether the caller is a program: determined before options are parsed, so that errors in them are JSON too. */
export const wantsJson = process.argv.includes('--json')

/** Prints the result of a command: the value for programs, the text for people. */
export function print(value: object, text: string) {
  process.stdout.write(`${wantsJson ? JSON.stringify(value) : text}\n`)
}

/** Colours on a terminal that supports them; none with NO_COLOR. */
export function paint(style: Parameters<typeof styleText>[0], text: string) {
  return styleText(style, text, { stream: process.stdout })
}

/** Aligned columns under dim headings. */
export function table(heads: string[], rows: string[][]): string {
  const widths = heads.map((head, i) => Math.max(head.length, ...rows.map((row) => (row[i] ?? '').length)))
  const line = (cells: string[]) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('   ')
      .trimEnd()
  return [paint('dim', line(heads)), ...rows.map(line)].join('\n')
}

export function shownTime(timestamp: string): string {
  return `${new Date(toMilliseconds(timestamp)).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

export function notice(text: string) {
  if (!wantsJson) process.stderr.write(`foyer: ${text}\n`)
}

/** Prints why a command failed to standard error, and returns its exit code. */
export function printFailure(thrown: unknown): number {
  const error = thrown instanceof SuppressedError ? thrown.suppressed : thrown
  if (error instanceof CommanderError && error.exitCode === 0) return 0
  const { code, message, expected } = describe(error)
  if (wantsJson) process.stderr.write(`${JSON.stringify({ error: { code, message } })}\n`)
  else if (code !== 'usage') process.stderr.write(`foyer: ${expected ? message : (error?.stack ?? error)}\n`)
  return code === 'usage' ? 2 : 1
}

function describe(error: unknown): { code: string; message: string; expected: boolean } {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof CommanderError)
    return { code: 'usage', message: message.replace(/^error: /, ''), expected: true }
  if (error instanceof ConfigError) return { code: 'settings', message, expected: true }
  if (error instanceof StartError) return { code: 'refused', message, expected: true }
  if (error instanceof Problem) return { code: error.code, message, expected: true }
  return { code: 'internal_error', message, expected: false }
}
