import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { buildApp } from '../app.ts'
import type { Config } from '../config/config.ts'
import type { App, AppContext } from '../context.ts'
import { warmMerger } from '../releases/merger.ts'
import { warmUpLater } from '../threads/warmUp.ts'
import { StartError } from './startError.ts'

export type Web = { port: number; stop(): Promise<void> }

/** How long running requests and jobs may take to finish; orchestrators kill after 30 s. */
export const graceMs = 25_000

/** Serves HTTP in this process. */
export async function listen(context: AppContext): Promise<Web> {
  const { config } = context
  const app = await buildApp(context)
  try {
    const port = await takePort(config, async (port) => {
      await app.listen({
        port,
        host: config.host,
        listenTextResolver: (address) => `listening on ${address}`,
      })
      return (app.server.address() as AddressInfo).port
    })
    context.listensOn(port)
    warmUpLater(warmMerger)
    return { port, stop: () => closeApp(app, config.drainSeconds) }
  } catch (error) {
    await app.close()
    throw error
  }
}

/** Tries a port; if it was not explicitly configured, falls back to the next free one. */
export async function takePort(
  { port: first, portGiven, host }: Config,
  take: (port: number) => Promise<number>,
): Promise<number> {
  for (let port = first; ; port++) {
    try {
      return await take(port)
    } catch (error) {
      const { code } = error as { code?: string }
      if (code === 'EADDRINUSE' && !portGiven && port < first + 20) continue
      throw refusal(code, port, host) ?? error
    }
  }
}

function refusal(code: string | undefined, port: number, host: string): StartError | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} on ${host} is in use. Set PORT to a free port, or stop the process that uses it.`,
      )
    case 'EACCES':
      return new StartError(`This user is not allowed to use port ${port}. Set PORT to a port above 1023.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(`HOST ${host} is not an address of this machine.`)
  }
}

/** Resolves when no connection is left, or on timeout. */
async function drained(server: Server, seconds: number): Promise<void> {
  const deadline = performance.now() + seconds * 1_000
  const count = promisify(server.getConnections.bind(server))
  while (performance.now() < deadline && (await count()) > 0) await sleep(20)
}

/**
 * Closes idle connections. Runs after the poll phase of the event loop: on a busy process a request may have arrived
 * that is not read yet, and its connection would be reset.
 */
async function closeIdle(server: Server): Promise<void> {
  await setImmediate()
  server.closeIdleConnections()
}

/** Responds to requests on open connections and closes those, lets running requests finish, then closes the rest. */
async function closeApp(app: App, drainSeconds: number) {
  const { server } = app
  app.startDraining()
  await drained(server, drainSeconds)
  await closeIdle(server)
  const cut = setTimeout(() => server.closeAllConnections(), graceMs)
  // A keep-alive connection is idle after its last response, and would delay the shutdown.
  const tidy = setInterval(() => void closeIdle(server), 50)
  await app.close()
  clearTimeout(cut)
  clearInterval(tidy)
}
