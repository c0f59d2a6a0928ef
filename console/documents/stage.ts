import { type RefObject, useCallback, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { StageEvent, StageOrder, StagePage } from '../../browser/stage/messages.ts'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { readQuery } from '../api/lists.ts'
import type { Shape } from '../api/schema.ts'

export type * from '../../browser/stage/messages.ts'
export type Rendering = Shape<'Rendering'>

export const stageQuery = readQuery(keys.stage, (call) => api.documents.getStage(call), {
  // The URL is valid for an hour.
  staleTime: 50 * 60_000,
  gcTime: 50 * 60_000,
})

/** Exchanges messages with the stage in a frame, and ignores other windows. `url` is the frame's URL. */
export function useStage(
  frame: RefObject<HTMLIFrameElement | null>,
  url: string,
  onEvent: (event: StageEvent) => void,
) {
  const [isReady, setIsReady] = useState(false)
  const isLoaded = useRef(false)
  const { origin } = new URL(url)
  const onMessage = useEffectEvent((event: StageEvent) => {
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
      if (data?.from === 'foyer-stage') onMessage(data as StageEvent)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [origin, frame])
  const order = useCallback(
    (message: StageOrder) => {
      // Before `ready`, the frame shows another document; the state is sent again with `ready`.
      if (!isLoaded.current) return
      // Editing needs the focus in the frame.
      if (message.type === 'edit' || message.type === 'insertPlaceholder') frame.current?.focus()
      frame.current?.contentWindow?.postMessage(message, origin)
    },
    [origin, frame],
  )
  return { isReady, order }
}

const darkScreens = 'screen and (prefers-color-scheme:dark)'

/**
 * The rendering in the stage's format: with the number of sources to mark per block, 0 if they can't be opened. The
 * scheme is applied to the styles, as a frame's media queries can't be overridden.
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

/** The header with a logo in place of the monogram. */
function withLogo(header: string, logo: string): string {
  const { body } = new DOMParser().parseFromString(header, 'text/html')
  const picture = body.ownerDocument.createElement('img')
  picture.src = logo
  picture.alt = ''
  picture.className = 'ml'
  body.querySelector('.us')?.replaceChildren(picture)
  return body.innerHTML
}
