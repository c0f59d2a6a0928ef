import { stripVTControlCharacters, styleText } from 'node:util'
import { type DestinationStream, pino } from 'pino'
import { isTracing, traceFields } from '../telemetry/trace.ts'
import { openLogOutput } from './output.ts'

export type Log = pino.Logger

/**
 * Structured logs on standard error: lines of JSON, or formatted lines on a terminal. They contain no data of callers:
 * requests are logged as method, path without query, status and duration, never with headers or body. `alsoTake` gets
 * each line of JSON, too.
 */
export function openLog(level: string, alsoTake?: (line: string) => void): Log {
  const output = process.stderr.isTTY ? readable : openLogOutput()
  return pino(
    {
      level,
      base: undefined,
      formatters: { level: (label) => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      ...(isTracing() ? { mixin: traceFields } : {}),
      serializers: { err: describeError },
      redact: {
        paths: ['key', 'secret', '*.key', '*.secret', 'req.headers', 'headers', 'body'],
        remove: true,
      },
    },
    alsoTake ? both(output, alsoTake) : output,
  )
}

function both(output: DestinationStream, alsoTake: (line: string) => void): DestinationStream {
  return {
    write(line) {
      output.write(line)
      alsoTake(line)
    },
  }
}

type DescribedError = {
  type: string
  message: string
  code?: unknown
  stack?: string
  cause?: DescribedError
}

/**
 * Name, message and stack of an error. Errors of drivers have more properties: connections with their secrets, values of
 * rejected rows.
 */
function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  const { name, message, stack, cause } = error
  return {
    type: name,
    message,
    ...('code' in error ? { code: error.code } : {}),
    stack,
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  }
}

const readable: DestinationStream = {
  write(text) {
    const line: LogLine = JSON.parse(text)
    // The start message contains the URL.
    if (!line.msg?.startsWith('listening on ')) process.stderr.write(`${toReadable(line)}\n`)
  },
}

type LogLine = {
  level: string
  time: string
  msg: string
  reqId?: string
  tenantId?: string
  err?: { stack?: string; message?: string }
  trace_id?: string
  span_id?: string
  [detail: string]: unknown
}

function toReadable({ level, time, msg, reqId, tenantId, err, trace_id, span_id, ...rest }: LogLine) {
  const clock = paint('dim', new Date(time).toTimeString().slice(0, 8))
  if (msg === 'request') {
    const { method, path, status, ms } = rest
    const color = Number(status) >= 500 ? 'red' : Number(status) >= 400 ? 'yellow' : 'green'
    // Callers choose the path: it must not send control sequences to the operator's terminal.
    const shown = stripVTControlCharacters(String(path))
    return `${clock} ${paint(color, String(status))} ${method} ${shown} ${paint('dim', `${ms} ms`)}`
  }
  const color = level === 'info' ? 'green' : level === 'warn' ? 'yellow' : 'red'
  const details = Object.keys(rest).length > 0 ? ` ${paint('dim', JSON.stringify(rest))}` : ''
  const stack = err ? `\n${err.stack ?? err.message}` : ''
  return `${clock} ${paint(color, level)} ${msg}${details}${stack}`
}

function paint(style: Parameters<typeof styleText>[0], text: string) {
  return styleText(style, text, { stream: process.stderr })
}
