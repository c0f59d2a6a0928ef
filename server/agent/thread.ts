import { parentPort } from 'node:worker_threads'
import { builtinAgent } from '../../builtin-agent/builtin.ts'
import { contextFor } from '../../builtin-agent/examples/page.ts'
import type { AgentContext } from './agent.ts'
import type { FromThread, ToThread } from './pool.ts'

// The worker thread of the built-in agent. It asks the pool for everything it has to read from the database.
const port = parentPort
if (!port) throw new Error('thread.ts runs in a worker thread')
const send = (message: FromThread) => port.postMessage(message)
const calls = new Map<number, (value: unknown) => void>()
let lastCall = 0

function call<T>(name: 'readVersion' | 'searchAssets', argument: number | string): Promise<T> {
  const id = ++lastCall
  return new Promise((resolve) => {
    calls.set(id, resolve as (value: unknown) => void)
    send({ type: 'call', id, name, argument })
  })
}

/**
 * Loads the weights and compiles the code with a few messages. The first real message then takes 0.1 s instead of 0.4
 * s.
 */
async function warmUp() {
  for (const message of ['Change the headline to “Hello”', 'remove the FAQ', 'the first quote is too long'])
    for await (const _ of builtinAgent.run(contextFor(message), new AbortController().signal));
}

port.on('message', async (message: ToThread) => {
  // An error here will recur with the first message, which reports it.
  if (message.type === 'warmUp') return await warmUp().catch(() => undefined)
  if (message.type === 'value') {
    calls.get(message.id)?.(message.value)
    calls.delete(message.id)
    return
  }
  const context = {
    ...message.context,
    readVersion: (number: number) => call('readVersion', number),
    searchAssets: (query: string) => call('searchAssets', query),
  } as AgentContext
  try {
    for await (const output of builtinAgent.run(context, new AbortController().signal))
      send({ type: 'output', output })
    send({ type: 'end' })
  } catch (error) {
    send({ type: 'end', error: (error as Error).stack ?? String(error) })
  }
})
