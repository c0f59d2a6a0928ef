import { useEffect, useEffectEvent } from 'react'
import { apiBase } from './client.ts'

/** The events of an audience while its page is generated. */
const audienceEvents = ['text', 'operation', 'suggestions', 'status', 'error'] as const
export type AudienceEvent = (typeof audienceEvents)[number]

const againMs = 3_000

type AudienceEventHandler = (event: AudienceEvent, data: Record<string, unknown>) => void

/**
 * Subscribes to an audience until `close` is called. The browser reconnects by itself and resumes after the last
 * event it received, so events are neither missed nor repeated.
 */
function listenToAudience(
  { pageId, audienceId }: { pageId: string; audienceId: string },
  handleEvent: AudienceEventHandler,
  connected?: (isConnected: boolean) => void,
): { close: () => void } {
  let source: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  const open = () => {
    source = new EventSource(`${apiBase}/v0/pages/${pageId}/audiences/${audienceId}/events`)
    for (const event of audienceEvents)
      source.addEventListener(event, (message) => {
        // A lost connection also triggers `error`, but without data.
        if (message instanceof MessageEvent) handleEvent(event, JSON.parse(message.data))
      })
    source.addEventListener('open', () => connected?.(true))
    source.addEventListener('error', (message) => {
      if (message instanceof MessageEvent) return
      connected?.(false)
      // Browsers don't reconnect after an error response, such as from a restarting service. The new stream begins
      // with the current run.
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

/** Subscribes while the component is mounted. */
export function useAudienceEvents(
  place: { pageId: string; audienceId: string },
  onEvent: AudienceEventHandler,
  onConnected?: (isConnected: boolean) => void,
): void {
  const { pageId, audienceId } = place
  const handleEvent = useEffectEvent(onEvent)
  const connected = useEffectEvent((isConnected: boolean) => onConnected?.(isConnected))
  useEffect(() => {
    const { close } = listenToAudience({ pageId, audienceId }, handleEvent, connected)
    return close
  }, [pageId, audienceId])
}
