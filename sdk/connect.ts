import type { Calls } from './calls.ts'
import { Client, type ConnectOptions, readAnswer, type SendOptions } from './client.ts'
import { type Bound, bind, type CallOptions } from './noun.ts'

type Params = { path?: Record<string, unknown>; query?: Record<string, unknown> }
type OperationInput<C extends keyof Calls> = Pick<Calls[C], 'params' | 'body'>
type OperationArguments<C extends keyof Calls> = Calls[C] extends { params: object } | { body: unknown }
  ? [given: OperationInput<C>, options?: CallOptions]
  : [given?: OperationInput<C>, options?: CallOptions]

/** Calls an operation by its method and path. */
export type Request = <C extends keyof Calls>(
  call: C,
  ...given: OperationArguments<C>
) => Promise<Calls[C]['data']>

export type Connected<T> = { [K in keyof T]: Bound<T[K]> } & { client: Client; request: Request }

/** Connects to a service with the given nouns. Others are left out of your bundle. */
export function connectWith<T extends Record<string, object>>(
  nouns: T,
  options: ConnectOptions,
): Connected<T> {
  const client = new Client(options)
  const bound = Object.entries(nouns).map(([name, noun]) => [name, bind(client, noun)])
  const request = async (
    call: string,
    given: { params?: Params; body?: unknown } = {},
    also: CallOptions = {},
  ) => await readBody(await sendCall(client, call, given, also))
  return { ...Object.fromEntries(bound), client, request }
}

/** Calls an operation by its method and path, such as `GET /v0/pages/{page_id}`. */
export function sendCall(
  client: Client,
  call: string,
  { params = {}, body }: { params?: Params; body?: unknown },
  options: SendOptions = {},
): Promise<Response> {
  const [method = '', pattern = ''] = call.split(' ')
  const path = pattern
    .replace(/^\/v0/, '')
    .replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params.path?.[name])))
  return client.send(path, {
    ...options,
    method,
    ...(params.query && { query: params.query }),
    ...(body !== undefined && { body }),
  })
}

/** JSON as its value, and everything else as the response. */
async function readBody(answer: Response): Promise<unknown> {
  const isJson = answer.headers.get('content-type')?.startsWith('application/json')
  return isJson || answer.status === 204 ? await readAnswer(answer) : answer
}
