import { queryOptions } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffectEvent, useLayoutEffect, useState } from 'react'
import { api, ask } from '../api/client.ts'
import type { Shape } from '../api/schema.ts'
import type { Difference } from './document.ts'

export type Rendering = Shape<'Rendering'>

/** What was pointed at, as messages to the agent name it. */
export type Element = { blockId: string; path?: string; text: string }
export type Place = { left: number; top: number; right: number; bottom: number }

/** What the stage tells. */
export type StageEvent =
  | { type: 'ready' | 'shown' }
  | { type: 'clicked'; element: Element | null; twice: boolean }
  | { type: 'edited'; blockId: string; path: string; text: string | null }
  | { type: 'sources'; blockId: string | null; pinned?: boolean; at?: Place }
  | {
      type: 'shortcut'
      key: string
      ctrlKey: boolean
      metaKey: boolean
      altKey?: boolean
      shiftKey?: boolean
    }
  // From an editor of blocks alone.
  | { type: 'pointed'; blockId: string | null }
  | { type: 'tool'; id: string; blockId: string }
  | { type: 'insert'; afterId: string | null; at: Corner }
  | { type: 'typing'; blockId: string; path: string; text: string }
  | { type: 'placeholder'; at: Corner }

/** Where something opens, in the pixels of the page. */
export type Corner = { left: number; bottom: number }

/** What can be done to the chosen block; its icon is SVG. */
export type StageTool = { id: string; label: string; icon: string; isPressed?: boolean; hasText?: boolean }

/** What it can be told. */
export type StageOrder =
  | { type: 'show'; page: object; glow: string[] }
  | { type: 'choose'; element: Element | null }
  | {
      type: 'edit'
      blockId: string
      path: string
      text: string
      before: string
      lines: boolean
      /** Tells every change while it is typed; `Esc` then keeps the text. */
      live?: boolean
    }
  | { type: 'reveal'; blockId: string }
  | { type: 'scale'; scale: number }
  | { type: 'editor'; names: Record<string, string>; tools: StageTool[] }
  | { type: 'point'; blockId: string | null }
  | { type: 'insertText'; text: string }
  | { type: 'differences'; blocks: Record<string, Difference> }

export const stageQuery = queryOptions({
  queryKey: ['stage'],
  queryFn: ({ signal }) => ask(api.GET('/v0/stage', { signal })),
  // Its address is good for an hour.
  staleTime: 50 * 60_000,
  gcTime: 50 * 60_000,
})

/** Speaks with a stage in a frame, and with nobody else. `url` is where the frame was sent. */
export function useStage(
  frame: RefObject<HTMLIFrameElement | null>,
  url: string,
  onEvent: (event: StageEvent) => void,
) {
  const [isReady, setIsReady] = useState(false)
  const { origin } = new URL(url)
  const heard = useEffectEvent((event: StageEvent) => {
    if (event.type === 'ready') setIsReady(true)
    onEvent(event)
  })
  // Before the frame can load: a `ready` that nobody hears would leave the page empty.
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
      // Whoever writes in the page has the keyboard there.
      if (message.type === 'edit' || message.type === 'insertText') frame.current?.focus()
      frame.current?.contentWindow?.postMessage(message, origin)
    },
    [origin, frame],
  )
  return { isReady, order }
}

/** A rendering as the stage takes it: of sources it needs to know how many there are. */
export function toShow({ blocks, ...page }: Rendering): object {
  return { ...page, blocks: blocks.map((block) => ({ ...block, sources: block.sources.length })) }
}
