import { pino } from 'pino'

export type Log = pino.Logger

/**
 * Structured logs. Callers' data stays out by construction: requests are logged as method, path without its
 * query, status and time, never with headers or a body.
 */
export function openLog(level: string): Log {
  return pino(
    {
      level,
      base: undefined,
      formatters: { level: (label) => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ['key', 'secret', '*.key', '*.secret', 'req.headers', 'headers', 'body'],
        remove: true,
      },
    },
    pino.destination({ dest: 2, sync: true }),
  )
}
