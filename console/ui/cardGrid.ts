import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PagedList } from '../api/lists.ts'

const gap = 16
/** The height of the text below a card's image. */
export const captionHeight = 52

type CardGridOptions = {
  /** The number of loaded cards. */
  count: number
  /** Whether the scrolling element is rendered. */
  isThere: boolean
  columnsFor: (width: number, gap: number) => number
  /** The number of rows rendered beyond the visible ones. */
  overscan: number
  list: Pick<PagedList<unknown>, 'hasMore' | 'isLoadingMore' | 'error' | 'loadMore'>
}

/** A grid of cards of any length: only visible rows are rendered, and more are loaded towards the end. */
export function useCardGrid({ count, isThere, columnsFor, overscan, list }: CardGridOptions) {
  const scroller = useRef<HTMLDivElement>(null)
  const width = useInnerWidth(scroller, isThere)
  const columns = columnsFor(width, gap)
  const cardWidth = (width - gap * (columns - 1)) / columns
  const rowHeight = Math.round(cardWidth * 0.75) + captionHeight
  const rowCount = Math.ceil(count / columns)
  const virtual = useVirtualizer({
    count: width > 0 ? rowCount : 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight + gap,
    overscan,
  })
  const measure = useEffectEvent(() => virtual.measure())
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row height depends on the width of the window
  useEffect(() => measure(), [rowHeight])
  const shown = virtual.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  const { hasMore, isLoadingMore, error } = list
  const more = useEffectEvent(() => list.loadMore())
  useEffect(() => {
    if (hasMore && !isLoadingMore && !error && last >= rowCount - overscan - 1) more()
  }, [hasMore, isLoadingMore, error, last, rowCount, overscan])
  return {
    scroller,
    columns,
    rowHeight,
    totalHeight: virtual.getTotalSize(),
    scrollToRow: (row: number) => virtual.scrollToIndex(row),
    /** The rendered cards, with their index in the list. */
    cards: shown.flatMap(({ index: row, start }) =>
      Array.from({ length: Math.min(columns, count - row * columns) }, (_, column) => ({
        index: row * columns + column,
        style: {
          width: cardWidth,
          height: rowHeight,
          insetInlineStart: column * (cardWidth + gap),
          transform: `translateY(${start}px)`,
        } satisfies CSSProperties,
      })),
    ),
  }
}

/** The width available for cards. */
function useInnerWidth(scroller: RefObject<HTMLDivElement | null>, isThere: boolean): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = scroller.current
    if (!element || !isThere) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller, isThere])
  return width
}
