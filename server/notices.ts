import type postgres from 'postgres'
import { within } from './patience.ts'

export type Listener = {
  heard(payload: string): void
  /** Nothing is heard from here on, and what happens meanwhile is never told. */
  lost(): void
  /** What happens from here on is heard. */
  listening(): void
}

export type Listening = { close(): Promise<void> }

/** How often a connection is asked whether it is still there, and how long it may take to say so. */
const checkMs = 2_000
const retryMs = 100

type Connect = (on: {
  onnotify: (channel: string, payload: string) => void
  onclose: () => void
}) => postgres.Sql

/**
 * Listens to a channel over a connection of its own, for as long as it takes. The driver's own `listen` comes back by
 * itself too, but does not say when it went away.
 */
export function listenTo(channel: string, connect: Connect, listener: Listener): Listening {
  let isHeard = false
  let isClosed = false
  let wake = () => {}
  const lose = () => {
    if (!isHeard) return
    isHeard = false
    listener.lost()
    wake()
  }
  const open = () => connect({ onnotify: (_, payload) => listener.heard(payload), onclose: lose })
  let sql = open()

  const check = async () => {
    try {
      if (isHeard) return void (await within(checkMs, sql`select 1`))
      await within(5 * checkMs, sql.unsafe(`listen ${channel}`))
      isHeard = true
      listener.listening()
    } catch {
      lose()
      void sql.end({ timeout: 0 }).catch(() => {})
      if (!isClosed) sql = open()
    }
  }
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const watch = async () => {
    while (!isClosed) {
      await check()
      if (isHeard && !isClosed) await pause(checkMs)
      // Not at once when it was lost: whoever ended it may be about to do something that connections are in the way of.
      if (!isHeard && !isClosed) await pause(retryMs)
    }
  }
  const watched = watch()
  return {
    async close() {
      isClosed = true
      wake()
      await sql.end({ timeout: 1 })
      await watched
    },
  }
}
