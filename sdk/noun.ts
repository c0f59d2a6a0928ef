import { type Client, readAnswer, type SendOptions } from './client.ts'

export type CallOptions = Pick<SendOptions, 'signal' | 'headers' | 'keepalive'>

/** The first page of a list when awaited, and all of its items when iterated with `for await`. */
export type List<P extends { items: unknown[] }> = Promise<P> & AsyncIterable<P['items'][number]>

declare const calls: unique symbol

/** The operations of a noun by name, each as `METHOD /path`, followed by `?` for a query, `list`, `text` or the field of its idempotency key. */
export type Noun<T> = { readonly [K in keyof T]: string } & { readonly [calls]?: T }

type OwnMethod = (client: Client, ...args: never[]) => unknown
type OwnMethods<N> = {
  [K in keyof N as N[K] extends OwnMethod ? K : never]: N[K] extends (
    client: Client,
    ...args: infer A
  ) => infer R
    ? (...args: A) => R
    : never
}

/** A noun as methods of a connected client. */
export type Bound<N> = (N extends { readonly [calls]?: infer T }
  ? Omit<NonNullable<T>, keyof OwnMethods<N>>
  : object) &
  OwnMethods<N>

export function bind<N extends object>(client: Client, noun: N): Bound<N> {
  const methods = Object.entries(noun).map(([name, one]: [string, string | OwnMethod]) => [
    name,
    typeof one === 'string' ? (...args: unknown[]) => call(client, one, args) : one.bind(undefined, client),
  ])
  return Object.fromEntries(methods)
}

/** Calls an operation: the values of its path come first, then its query or body, then options. */
function call(client: Client, entry: string, given: unknown[]): Promise<unknown> {
  const [method = '', pattern = '', how] = entry.split(' ')
  const [route = '', query] = pattern.split('?')
  const args = [...given]
  const path = route.replaceAll('{}', () => encodeURIComponent(String(args.shift())))
  const takesBody = method !== 'GET' && method !== 'DELETE'
  const input = (takesBody || query !== undefined ? args.shift() : undefined) as
    | Record<string, unknown>
    | undefined
  const options: SendOptions = { ...(args[0] as SendOptions | undefined), method }
  if (takesBody) options.body = input ?? {}
  else if (input) options.query = input
  if (how === 'list')
    return list((more) => client.send(path, { ...options, query: { ...options.query, ...more } }))
  if (how === 'text') return client.send(path, { ...options, timeoutMs: 0 })
  if (how) Object.assign(options, { body: { [how]: newKey(), ...input }, isRepeatable: true })
  return client.send(path, options).then(readAnswer)
}

type PageOfItems = { items: unknown[]; nextCursor?: string | null }

function list(load: (query: { cursor?: string }) => Promise<Response>): List<PageOfItems> {
  const read = async (cursor?: string | null) =>
    (await readAnswer(await load(cursor ? { cursor } : {}))) as PageOfItems
  let first: Promise<PageOfItems> | undefined
  const start = () => {
    first ??= read()
    return first
  }
  // The request is sent when the list is awaited or iterated.
  return {
    // biome-ignore lint/suspicious/noThenProperty: a list can be awaited, which yields its first page.
    then: (done, failed) => start().then(done, failed),
    catch: (failed) => start().catch(failed),
    finally: (done) => start().finally(done),
    async *[Symbol.asyncIterator]() {
      for (let page = await start(); ; page = await read(page.nextCursor)) {
        yield* page.items
        if (!page.nextCursor) return
      }
    },
    [Symbol.toStringTag]: 'List',
  }
}

/** Random and unguessable; `crypto.randomUUID` is missing on pages without TLS. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
