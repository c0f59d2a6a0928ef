import { queryOptions } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { StageEvent, StageOrder, StagePage } from '../../browser/stage/messages.ts'
import { api, ask } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import type { Shape } from '../api/schema.ts'

export type * from '../../browser/stage/messages.ts'
export type Rendering = Shape<'Rendering'>

export const stageQuery = queryOptions({
  queryKey: keys.stage,
  queryFn: ({ signal }) => ask(api.GET('/v0/stage', { signal })),
  // Its address is good for an hour.
  staleTime: 50 * 60_000,
  gcTime: 50 * 60_000,
})

/** Exchanges messages with the stage in a frame and with no other window. `url` is the address of the frame. */
export function useStage(
  frame: RefObject<HTMLIFrameElement | null>,
  url: string,
  onEvent: (event: StageEvent) => void,
) {
  const [isReady, setIsReady] = useState(false)
  const isLoaded = useRef(false)
  const { origin } = new URL(url)
  const heard = useEffectEvent((event: StageEvent) => {
    if (event.type === 'ready') {
      isLoaded.current = true
      setIsReady(true)
    }
    onEvent(event)
  })
  // Registered before the frame loads: a missed `ready` would leave the page empty.
  useLayoutEffect(() => {
    const listen = ({ origin: sender, source, data }: MessageEvent) => {
      if (sender !== origin || source !== frame.current?.contentWindow) return
      if (data?.from === 'foyer-stage') heard(data as StageEvent)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [origin, frame])
  const order = useCallback(
    (message: StageOrder) => {
      // Until then the frame holds another page; what it must know is sent when it is ready.
      if (!isLoaded.current) return
      // Someone who writes in the page has the focus there.
      if (message.type === 'edit' || message.type === 'insertPlaceholder') frame.current?.focus()
      frame.current?.contentWindow?.postMessage(message, origin)
    },
    [origin, frame],
  )
  return { isReady, order }
}

const darkScreens = 'screen and (prefers-color-scheme:dark)'

/**
 * A rendering as the stage takes it: of sources it needs to know how many to mark, none where they can't be opened. A
 * scheme replaces that of the reader's system, which a frame can't be told.
 */
export function toShow(
  { blocks, style, ...page }: Rendering,
  scheme: 'light' | 'dark',
  { marksSources, logo }: { marksSources: boolean; logo: string | undefined },
): StagePage {
  const shown = style.replaceAll(darkScreens, scheme === 'dark' ? 'screen' : 'not all')
  return {
    ...page,
    header: logo ? withLogo(page.header, logo) : page.header,
    style: shown,
    blocks: blocks.map((block) => ({ ...block, sources: marksSources ? block.sources.length : 0 })),
  }
}

/** A header with this logo in the place of the monogram. */
function withLogo(header: string, logo: string): string {
  const { body } = new DOMParser().parseFromString(header, 'text/html')
  const picture = body.ownerDocument.createElement('img')
  picture.src = logo
  picture.alt = ''
  picture.className = 'ml'
  body.querySelector('.us')?.replaceChildren(picture)
  return body.innerHTML
}
