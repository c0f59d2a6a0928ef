import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { buildApp } from '../app.ts'
import type { Config } from '../config/config.ts'
import type { App, AppContext } from '../context.ts'
import { warmMerger } from '../releases/merger.ts'
import { StartError } from './startError.ts'

export type Web = { port: number; stop(): Promise<void> }

/** How long what runs may take to finish; orchestrators wait for 30 s before they kill. */
export const graceMs = 25_000

/** Serves in this process. */
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
    warmMerger()
    return { port, stop: () => closeApp(app, config.drainSeconds) }
  } catch (error) {
    await app.close()
    throw error
  }
}

/** Tries a port; one that was not asked for gives way to the next free one. */
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

/** Resolves when no connection is left, or when time is up. */
async function drained(server: Server, seconds: number): Promise<void> {
  const deadline = performance.now() + seconds * 1_000
  const count = promisify(server.getConnections.bind(server))
  while (performance.now() < deadline && (await count()) > 0) await sleep(20)
}

/**
 * Closes connections without a request. After the poll phase of the event loop: on a busy process a request may have
 * arrived that is not read yet, and its connection would be reset.
 */
async function closeIdle(server: Server): Promise<void> {
  await setImmediate()
  server.closeIdleConnections()
}

/** Answers what comes on open connections and closes those, lets what runs finish, then cuts. */
async function closeApp(app: App, drainSeconds: number) {
  const { server } = app
  app.startDraining()
  await drained(server, drainSeconds)
  await closeIdle(server)
  const cut = setTimeout(() => server.closeAllConnections(), graceMs)
  // A kept connection is idle once its last answer is sent, and would be waited for.
  const tidy = setInterval(() => void closeIdle(server), 50)
  await app.close()
  clearTimeout(cut)
  clearInterval(tidy)
}
