import type { CallToolResult, InputRequiredResult, Tool as ListedTool } from '@modelcontextprotocol/server'
import { type Static, type TObject, type TProperties, Type } from 'typebox'
import { judgeBy } from '../../shared/judge.ts'
import { invalid, invalidInput, Problem } from '../../shared/problem.ts'
import { ClosedObject } from '../../shared/typebox.ts'
import { allows, type Scope } from '../web/auth.ts'
import { refuseBadText } from '../web/validation.ts'
import type { ApiOperation, OperationInput, Operations } from './operations.ts'
import { withReadableTimes } from './select.ts'

/** The context of a running tool. */
export type ToolContext = {
  scopes: readonly Scope[]
  /** Whether the key is limited to some pages, so that it can list but not search them. */
  isLimited: boolean
  operations: Operations
  /** Calls an operation of the API as the caller. Throws its problem. */
  call<T = Record<string, unknown>>(operationId: string, given?: OperationInput): Promise<T>
  upload(name: string, bytes: Buffer): Promise<{ fileId: string }>
  /** Reports progress to the client, if the client asked for it. */
  report(progress: { done: number; total?: number; message: string }): Promise<void>
  /** Aborted when the client cancels the request or the service stops. */
  signal: AbortSignal
  /** Whether the service is stopping, so that waiting must end without cancelling anything. */
  isStopping(): boolean
  /** Asks the client's user for confirmation; undefined if they agreed or the client can't ask. */
  confirm(message: string): CallToolResult | InputRequiredResult | undefined
}

/** A result, with the text to show instead of its JSON. */
export type ToolResult = { result: object; text?: string }

export type Tool = {
  name: string
  scope: Scope
  title: string
  description: string
  input: TObject
  output: TObject
  /** Whether it only reads. */
  reads?: boolean
  /** Whether it changes what visitors see, or can remove something. */
  destroys?: boolean
  /** Whether repeating it changes nothing more. */
  repeats?: boolean
  run(input: never, context: ToolContext): Promise<ToolResult | CallToolResult | InputRequiredResult>
}

type ToolDefinition<Input extends TProperties> = Pick<
  Tool,
  'title' | 'description' | 'reads' | 'destroys' | 'repeats'
> & {
  /** The properties of its arguments; others are refused. */
  input: Input
  output: TProperties
  run(
    input: Static<TObject<Input>>,
    context: ToolContext,
  ): Promise<ToolResult | CallToolResult | InputRequiredResult>
}

/** A tool with the scope `read` only reads, unless specified otherwise. */
export function defineTool<Input extends TProperties>(
  name: string,
  scope: Scope,
  head: ToolDefinition<Input>,
): Tool {
  const { input, output, reads = scope === 'read', ...rest } = head
  return {
    ...rest,
    name,
    scope,
    reads,
    input: ClosedObject(input) as unknown as TObject,
    output: Type.Object(output) as unknown as TObject,
  }
}

/**
 * A tool as clients see it. All four hints are sent, because their defaults are the opposite of a tool that only
 * reads.
 */
export function describeTool(tool: Tool, scopes: readonly Scope[]): ListedTool {
  const { name, title, description, input, output, destroys = false } = tool
  // With a read-only key, every tool only reads.
  const reads = (tool.reads ?? false) || !allows(scopes, 'write')
  return {
    name,
    title,
    description,
    inputSchema: plain(input) as ListedTool['inputSchema'],
    outputSchema: plain(output) as ListedTool['outputSchema'],
    annotations: {
      readOnlyHint: reads,
      destructiveHint: destroys && !reads,
      idempotentHint: reads || (tool.repeats ?? false),
      openWorldHint: false,
    },
  }
}

/** The schema without TypeBox's symbols. */
function plain(schema: object): object {
  return JSON.parse(JSON.stringify(schema))
}

const judges = new WeakMap<Tool, ReturnType<typeof judgeBy>>()

/** Validates arguments; throws a problem that names each invalid one. */
export function readArguments({ tool, given }: { tool: Tool; given: unknown }): object {
  const judge = judges.get(tool) ?? judgeBy(tool.input)
  judges.set(tool, judge)
  refuseBadText(given, '')
  const input = structuredClone(given)
  const errors = judge(input)
  if (errors.length > 0) throw invalidInput(errors)
  return input as object
}

export function toResult({ result, text }: ToolResult): CallToolResult {
  const structuredContent = withReadableTimes(result) as Record<string, unknown>
  return { content: [{ type: 'text', text: text ?? JSON.stringify(structuredContent) }], structuredContent }
}

/** The error of a call, so that an assistant can correct it. */
export function toFailure({ code, message, members }: Problem): CallToolResult {
  const errors = ((members.errors ?? []) as { path: string; message: string }[])
    .slice(1)
    .map((error) => `${error.path} ${error.message}.`)
  return { isError: true, content: [{ type: 'text', text: [message, ...errors, `(${code})`].join(' ') }] }
}

export function refuseOperation({ operationId, scope }: ApiOperation, scopes: readonly Scope[]): void {
  if (allows(scopes, scope)) return
  const detail = `${operationId} needs the scope ${scope}; there is ${scopes.join(', ')}.`
  throw new Problem('scope_missing', detail)
}

export const Id = Type.String({ minLength: 1, maxLength: 100 })
export const Query = Type.Optional(Type.String({ maxLength: 500 }))
export const Limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 100 }))
export const Cursor = Type.Optional(Type.String({ maxLength: 2000 }))
export const Select = Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 30 }))
export const text = Type.String()
export const whole = Type.Integer()
export const maybe = Type.Unsafe<string | null>({ type: ['string', 'null'] })

type FieldSchemas = Record<string, object>

/** A list of objects with some of these fields. */
export function ListOf(fields: FieldSchemas) {
  return {
    items: Type.Array(Type.Object(fields as never)),
    totalCount: Type.Optional(Type.Unsafe<number | null>({ type: ['integer', 'null'] })),
    nextCursor: Type.Optional(maybe),
  }
}

/** Selects the fields of a tool's output, because the API has more of them than an assistant needs. */
export function fieldsOf<T extends FieldSchemas>(fields: T, row: Record<string, unknown>) {
  return Object.fromEntries(Object.keys(fields).flatMap((key) => (key in row ? [[key, row[key]]] : [])))
}

type ListResult = { items: Record<string, unknown>[]; totalCount?: number | null; nextCursor?: string | null }

export function listOf(fields: FieldSchemas, page: ListResult, select?: string[]): ToolResult {
  const { items, totalCount, nextCursor } = page
  const unknown = select?.find((name) => !(name in fields))
  if (unknown !== undefined)
    throw invalid('/select', `can keep ${Object.keys(fields).join(', ')}; not ${unknown}`)
  const kept = select ? Object.fromEntries(select.map((name) => [name, fields[name] as object])) : fields
  return { result: { items: items.map((row) => fieldsOf(kept, row)), totalCount, nextCursor } }
}
