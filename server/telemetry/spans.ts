import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  ROOT_CONTEXT,
  type Span as SdkSpan,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { Span, SpanAttributes, SpanOptions, Tracing } from './trace.ts'

const kinds = {
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
}

/** Spans of the SDK. The current span is propagated through asynchronous calls. */
export class SpanTracing implements Tracing {
  readonly #tracer: Tracer
  readonly #contexts = new AsyncLocalStorage<Context>()

  constructor(tracer: Tracer) {
    this.#tracer = tracer
  }

  start(name: string, { kind = 'internal', parent, attributes = {} }: SpanOptions): Span {
    const remote = parent ? readTraceparent(parent) : undefined
    const context = remote
      ? trace.setSpanContext(ROOT_CONTEXT, remote)
      : (this.#contexts.getStore() ?? ROOT_CONTEXT)
    const span = this.#tracer.startSpan(name, { kind: kinds[kind], attributes }, context)
    return new StartedSpan(span, this.#contexts, trace.setSpan(context, span))
  }

  current(): SpanContext | undefined {
    const context = this.#contexts.getStore()
    return context && trace.getSpanContext(context)
  }
}

class StartedSpan implements Span {
  readonly #span: SdkSpan
  readonly #contexts: AsyncLocalStorage<Context>
  readonly #context: Context

  constructor(span: SdkSpan, contexts: AsyncLocalStorage<Context>, context: Context) {
    this.#span = span
    this.#contexts = contexts
    this.#context = context
  }

  rename(name: string) {
    this.#span.updateName(name)
  }

  set(attributes: SpanAttributes) {
    this.#span.setAttributes(attributes)
  }

  fail(error: unknown) {
    this.#span.setAttribute('error.type', typeOf(error))
    this.#span.setStatus({ code: SpanStatusCode.ERROR })
  }

  end() {
    this.#span.end()
  }

  run<T>(work: () => T): T {
    return this.#contexts.run(this.#context, work)
  }
}

/** The name of an error's class, or a short name of our own. */
function typeOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error === 'string' ? error : 'unknown'
}

function readTraceparent(text: string): SpanContext | undefined {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(text) ?? []
  if (!traceId || !spanId || !flags || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
}
