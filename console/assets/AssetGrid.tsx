import { type KeyboardEvent, type ReactNode, useState } from 'react'
import type { PagedList } from '../api/lists.ts'
import { useMay } from '../api/session.ts'
import { Button } from '../ui/Button.tsx'
import { captionHeight, useCardGrid } from '../ui/cardGrid.ts'
import { cx } from '../ui/cx.ts'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { AssetCard } from './AssetCard.tsx'
import { useAssetVerbs } from './queries.ts'
import type { Asset } from './words.ts'

const usualWidth = 188

type Props = { list: PagedList<Asset>; onOpen: (asset: Asset) => void; empty: ReactNode }

/**
 * A grid of assets of any length; only visible rows are rendered. Arrow keys move, Enter opens an asset, Delete moves
 * it to the trash.
 */
export function AssetGrid({ list, onOpen, empty }: Props) {
  const { rows: assets, isLoading, isStale, error, hasMore, retry } = list
  const { scroller, columns, rowHeight, totalHeight, scrollToRow, cards } = useCardGrid({
    count: assets.length,
    isThere: assets.length > 0 || isLoading,
    columnsFor: (width, gap) => Math.max(2, Math.floor((width + gap) / (usualWidth + gap))),
    overscan: 3,
    list,
  })
  const { active, walk, focus } = useWalk(assets, columns, scroller, scrollToRow, onOpen)

  if (error && assets.length === 0) return <ErrorState error={error} onRetry={retry} />
  if (!isLoading && assets.length === 0) return <div className={cx(isStale && 'opacity-50')}>{empty}</div>
  return (
    <div ref={scroller} className="thin-scroll min-h-0 flex-1 overflow-y-auto px-4 pt-1 pb-24 md:px-6">
      {isLoading ? (
        <GridSkeleton columns={columns} height={rowHeight} />
      ) : (
        <ul
          aria-label="Assets"
          aria-busy={isStale}
          className={cx('relative transition-opacity', isStale && 'opacity-50')}
          style={{ height: totalHeight }}
        >
          {cards.map(({ index, style }) => {
            const asset = assets[index] as Asset
            return (
              <li
                key={asset.assetId}
                aria-setsize={hasMore ? -1 : assets.length}
                aria-posinset={index + 1}
                className="group/card absolute top-0"
                style={style}
              >
                <AssetCard
                  asset={asset}
                  index={index}
                  isActive={index === active}
                  onOpen={() => onOpen(asset)}
                  onFocus={() => focus(index)}
                  onKeyDown={(event) => walk(event, index)}
                />
              </li>
            )
          })}
        </ul>
      )}
      {error && assets.length > 0 ? (
        <div role="alert" className="flex items-center justify-center gap-3 py-4 text-sm text-quiet">
          Couldn’t load more assets.
          <Button size="sm" onClick={retry}>
            Try again
          </Button>
        </div>
      ) : null}
    </div>
  )
}

/** Which asset is in the tab order, and the keys that move between assets. */
function useWalk(
  assets: Asset[],
  columns: number,
  scroller: React.RefObject<HTMLDivElement | null>,
  scrollTo: (row: number) => void,
  onOpen: (asset: Asset) => void,
) {
  const [active, setActive] = useState(0)
  const mayWrite = useMay('write')
  const { trash } = useAssetVerbs()
  const current = Math.min(active, assets.length - 1)
  const go = (index: number) => {
    const to = Math.min(Math.max(index, 0), assets.length - 1)
    setActive(to)
    scrollTo(Math.floor(to / columns))
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${to}"]`)?.focus({ preventScroll: true }),
    )
  }
  const walk = (event: KeyboardEvent, index: number) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
    const steps: Record<string, number> = {
      ArrowRight: index + forward,
      ArrowLeft: index - forward,
      ArrowDown: index + columns,
      ArrowUp: index - columns,
      Home: 0,
      End: assets.length - 1,
    }
    const [to, asset] = [steps[event.key], assets[index]]
    if (to !== undefined) go(to)
    else if (event.key === 'Enter' && asset) onOpen(asset)
    else if (event.key === 'Delete' && asset && mayWrite && asset.lifecycleState === 'active') {
      void trash(asset)
      go(index)
    } else return
    event.preventDefault()
  }
  return { active: current, walk, focus: setActive }
}

function GridSkeleton({ columns, height }: { columns: number; height: number }) {
  return (
    <div aria-hidden className="grid gap-4" style={{ gridTemplateColumns: `repeat(${columns}, 1fr)` }}>
      {Array.from({ length: columns * 3 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are identical
        <div key={index} style={{ height, opacity: 1 - index / (columns * 3) }}>
          <Skeleton className="rounded-lg!" style={{ height: height - captionHeight }} />
          <Skeleton className="mt-3 h-3 w-2/3" />
        </div>
      ))}
    </div>
  )
}
