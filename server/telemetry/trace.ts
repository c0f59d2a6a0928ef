/**
 * Spans of traces, for all code. Without a collector nothing is traced: these functions only run the given work, and
 * no module of OpenTelemetry is loaded.
 */

/** Ids, fixed names and numbers. Never texts, addresses of people or secrets, because traces leave the service. */
export type SpanAttributes = Record<string, string | number | boolean>

export type SpanOptions = {
  /** `server` handles a request, `consumer` runs a job, `client` calls another service. */
  kind?: 'server' | 'consumer' | 'client' | 'internal'
  /** The span that caused it, as a W3C `traceparent`; the current one by default. */
  parent?: string | null | undefined
  attributes?: SpanAttributes
}

export type Span = {
  rename(name: string): void
  set(attributes: SpanAttributes): void
  /**
   * Marks the span as failed. Only the type of the error is recorded, because messages may contain data of callers.
   */
  fail(error: unknown): void
  end(): void
  /** Runs work as part of the span. */
  run<T>(work: () => T): T
}

export type Tracing = {
  start(name: string, options: SpanOptions): Span
  current(): { traceId: string; spanId: string; traceFlags: number } | undefined
}

let tracing: Tracing | undefined

/** Starts tracing this process, or stops it. */
export function setTracing(next: Tracing | undefined): void {
  tracing = next
}

export function isTracing(): boolean {
  return tracing !== undefined
}

export function startSpan(name: string, options: SpanOptions = {}): Span | undefined {
  return tracing?.start(name, options)
}

/** Runs work in a span that ends with the work. */
export async function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  const span = startSpan(name, options)
  if (!span) return await work(undefined)
  try {
    return await span.run(() => work(span))
  } catch (error) {
    span.fail(error)
    throw error
  } finally {
    span.end()
  }
}

/** The current span as a W3C `traceparent`, to be stored with work that it causes. */
export function currentTraceparent(): string | null {
  const current = tracing?.current()
  if (!current) return null
  return `00-${current.traceId}-${current.spanId}-${current.traceFlags.toString(16).padStart(2, '0')}`
}

/** The fields that connect a log line with its trace. */
export function traceFields(): { trace_id?: string; span_id?: string } {
  const current = tracing?.current()
  return current ? { trace_id: current.traceId, span_id: current.spanId } : {}
}
