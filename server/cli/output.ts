import { styleText } from 'node:util'
import { CommanderError } from 'commander'
import { ProblemError } from '../../sdk/index.ts'
import { Problem } from '../../shared/problem.ts'
import { ConfigError } from '../config/config.ts'
import { StartError } from '../start/startError.ts'
import { toMilliseconds } from '../time.ts'

/** Exit codes of all commands, for scripts. */
export const exitCodes = {
  failed: 1,
  usage: 2,
  /** Some rows, files or audiences failed; the others succeeded. */
  partly: 3,
  cancelled: 4,
  /** Not signed in, or the key lacks a permission. */
  denied: 5,
  notFound: 6,
  /** The state of the object doesn't allow it, or it already exists. */
  conflict: 7,
  /** The service can't be reached, is overloaded or failed: try again later. */
  unavailable: 8,
  interrupted: 130,
} as const

/** There is no key, or it is not accepted. */
export class SignInError extends StartError {}

/** Whether the caller is a program: determined before options are parsed, so that errors in them are JSON too. */
export let wantsJson = process.argv.includes('--json')

/** Commands that call the API print JSON if standard output is no terminal. */
export function preferJson() {
  wantsJson ||= !process.stdout.isTTY && !process.argv.includes('--table')
  // The reader closed the pipe, as in `foyer pages list --all | head`.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })
}

/** Prints the result of a command: the value for programs, the text for people. */
export function print(value: unknown, text: string) {
  process.stdout.write(`${wantsJson ? toJson(value) : text}\n`)
}

/** Characters that control a terminal or reverse the direction of text, which JSON doesn't escape. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be found.
const controls = /[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

export function toJson(value: unknown): string {
  return JSON.stringify(value).replace(
    controls,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Untrusted text on one line, without characters that could control the terminal. */
export function clean(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replace(controls, '')
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

/** Prints that a watched operation continues without this command. */
export function printInterrupted(message: string) {
  const said = wantsJson ? toJson({ error: { code: 'interrupted', message } }) : `foyer: ${message}`
  process.stderr.write(`${said}\n`)
  process.exitCode = exitCodes.interrupted
}

/** Prints why a command failed to standard error, and returns its exit code. */
export function printFailure(thrown: unknown): number {
  const error = thrown instanceof SuppressedError ? thrown.suppressed : thrown
  if (error instanceof CommanderError && error.exitCode === 0) return 0
  const { code, message, more, expected } = describe(error)
  if (wantsJson) process.stderr.write(`${toJson({ error: { code, message, ...more } })}\n`)
  else if (code !== 'usage') {
    const lines = (more?.errors ?? []).map(({ path, message }) => `\n  ${clean(`${path} ${message}`)}`)
    process.stderr.write(`foyer: ${expected ? message : (error?.stack ?? error)}${lines.join('')}\n`)
  }
  return exitCodeOf(error)
}

type DescribedFailure = {
  code: string
  message: string
  more?: { status: number; requestId: string | undefined; errors: { path: string; message: string }[] }
  expected: boolean
}

function describe(error: unknown): DescribedFailure {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof CommanderError)
    return { code: 'usage', message: message.replace(/^error: /, ''), expected: true }
  if (error instanceof ConfigError) return { code: 'settings', message, expected: true }
  if (error instanceof SignInError) return { code: 'not_signed_in', message, expected: true }
  if (error instanceof StartError) return { code: 'refused', message, expected: true }
  if (error instanceof Problem) return { code: error.code, message, expected: true }
  if (error instanceof ProblemError) {
    const { code, status, requestId, errors } = error
    return { code, message: clean(message), more: { status, requestId, errors }, expected: true }
  }
  return { code: 'internal_error', message, expected: false }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return exitCodes.usage
  if (error instanceof SignInError) return exitCodes.denied
  if (!(error instanceof ProblemError)) return exitCodes.failed
  const { status } = error
  if (status === 401 || status === 403) return exitCodes.denied
  if (status === 404) return exitCodes.notFound
  if (status === 409 || status === 412) return exitCodes.conflict
  return status === 0 || status === 429 || status >= 500 ? exitCodes.unavailable : exitCodes.failed
}
