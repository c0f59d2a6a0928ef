import { useEffect, useEffectEvent } from 'react'
import { apiBase } from './client.ts'

/** What an audience tells while its page is being made. */
export const audienceEvents = ['text', 'operation', 'suggestions', 'status', 'error'] as const
export type AudienceEvent = (typeof audienceEvents)[number]

const againMs = 3_000

type Heard = (event: AudienceEvent, data: Record<string, unknown>) => void

/**
 * Listens to an audience until `close` is called. The browser reconnects by itself and goes on after the last event it
 * saw, so nothing is missed or heard twice.
 */
export function listen(
  { pageId, audienceId }: { pageId: string; audienceId: string },
  heard: Heard,
  connected?: (isConnected: boolean) => void,
): { close: () => void } {
  let source: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  const open = () => {
    source = new EventSource(`${apiBase}/v0/pages/${pageId}/audiences/${audienceId}/events`)
    for (const event of audienceEvents)
      source.addEventListener(event, (message) => {
        // A lost connection is an `error`, too, one without data.
        if (message instanceof MessageEvent) heard(event, JSON.parse(message.data))
      })
    source.addEventListener('open', () => connected?.(true))
    source.addEventListener('error', (message) => {
      if (message instanceof MessageEvent) return
      connected?.(false)
      // A refusal, such as from a service that restarts, is final to the browser; the stream then begins with what runs.
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, againMs)
    })
  }
  open()
  return {
    close: () => {
      clearTimeout(timer)
      source.close()
    },
  }
}

/** Listens while the component is there. */
export function useAudienceEvents(
  place: { pageId: string; audienceId: string },
  onEvent: Heard,
  onConnected?: (isConnected: boolean) => void,
): void {
  const { pageId, audienceId } = place
  const heard = useEffectEvent(onEvent)
  const connected = useEffectEvent((isConnected: boolean) => onConnected?.(isConnected))
  useEffect(() => {
    const { close } = listen({ pageId, audienceId }, heard, connected)
    return close
  }, [pageId, audienceId])
}
