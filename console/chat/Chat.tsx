import { Sparkles, WifiOff } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { AgentLine } from '../agent/AgentLine.tsx'
import { useAuthors } from '../api/authors.ts'
import { isReachable, onConnectionChange } from '../api/connection.ts'
import { Button } from '../ui/Button.tsx'
import { Skeleton } from '../ui/states.tsx'
import type { Exchange } from './exchange.ts'
import { Turn } from './Turn.tsx'

type Props = {
  exchanges: Exchange[]
  isLoading: boolean
  hasEarlier: boolean
  isLoadingEarlier: boolean
  onEarlier: () => void
  /** The number of messages sent from this window; each one scrolls to the end. */
  sentCount: number
  isConnected: boolean
  /** What happens to a change; shown before the first message. */
  hint: string
  suggestions: string[]
  onSuggest: ((text: string) => void) | undefined
  actions: Parameters<typeof Turn>[0]['actions']
  /** The composer, or the reason why there is none. */
  children: ReactNode
}

/** The conversation about a page, oldest message first, with the composer at its end. */
export function Chat({ exchanges, children, isConnected, ...props }: Props) {
  const {
    isLoading,
    hasEarlier,
    isLoadingEarlier,
    onEarlier,
    sentCount,
    hint,
    suggestions,
    onSuggest,
    actions,
  } = props
  const { scroller, content } = useStickyEnd(sentCount)
  const isServiceReachable = useSyncExternalStore(onConnectionChange, isReachable)
  const isEmpty = !isLoading && exchanges.length === 0
  const answered = exchanges.flatMap(({ answer, result }) =>
    answer && result?.versionId ? [result.versionId] : [],
  )
  const authors = useAuthors(answered)
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div ref={scroller} className="thin-scroll flex min-h-0 flex-1 flex-col overflow-y-auto px-4 py-4">
        {hasEarlier && (
          <Button size="sm" look="quiet" className="mx-auto mb-3" busy={isLoadingEarlier} onClick={onEarlier}>
            Show earlier messages
          </Button>
        )}
        {isLoading && <ChatSkeleton />}
        {isEmpty && <Beginning hint={hint} suggestions={suggestions} onSuggest={onSuggest} />}
        <div ref={content} role="log" aria-label="Conversation">
          <ol className="space-y-6">
            {exchanges.map((exchange, place) => (
              <Turn
                key={exchange.key}
                exchange={exchange}
                actions={actions}
                isLast={place === exchanges.length - 1}
                askedBy={authors.get(exchange.result?.versionId ?? '')?.name ?? undefined}
              />
            ))}
          </ol>
        </div>
      </div>
      {!isConnected && isServiceReachable && (
        <p role="status" className="flex items-center gap-2 px-4 pb-2 text-sm text-warn">
          <WifiOff aria-hidden className="size-4" /> Live updates paused. Reconnecting…
        </p>
      )}
      <div className="shrink-0 space-y-2 px-3 pb-3">
        {children}
        <div className="px-1">
          <AgentLine />
        </div>
      </div>
    </div>
  )
}

/** Suggestions for the first message. */
function Beginning({ hint, suggestions, onSuggest }: Pick<Props, 'hint' | 'suggestions' | 'onSuggest'>) {
  return (
    <div className="mt-auto pb-2">
      <div className="mb-3 grid size-9 place-items-center rounded-lg bg-tint text-accent">
        <Sparkles aria-hidden className="size-4.5" />
      </div>
      <h2 className="text-base font-semibold">What would you like to change?</h2>
      <p className="mt-1 text-sm text-quiet">
        Describe a change to the whole page, or click an element first. {hint}
      </p>
      {onSuggest && (
        <ul className="mt-4 space-y-1.5">
          {suggestions.map((text) => (
            <li key={text}>
              <button
                type="button"
                onClick={() => onSuggest(text)}
                className="w-full rounded-lg border border-line px-3 py-2 text-start text-sm hover:border-edge hover:bg-hover"
              >
                {text}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function ChatSkeleton() {
  return (
    <div className="space-y-3" aria-busy="true">
      <Skeleton className="ms-10 h-10 rounded-xl" />
      <Skeleton className="h-3.5 w-4/5" />
      <Skeleton className="h-3.5 w-3/5" />
    </div>
  )
}

/**
 * Keeps a scroll container at its end while its content grows. Scrolling up releases it; scrolling back to the end or
 * sending a message makes it follow again.
 */
function useStickyEnd(sentCount: number) {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const isFollowing = useRef(true)
  useEffect(() => {
    const node = scroller.current
    if (!node || !content.current) return
    let last = { top: 0, height: 0, window: 0 }
    const remember = () => {
      last = { top: node.scrollTop, height: node.scrollHeight, window: node.clientHeight }
    }
    const follow = () => {
      if (isFollowing.current) node.scrollTop = node.scrollHeight
      remember()
    }
    // The user scrolled only if the position changed and the sizes did not: when one message shrinks and another
    // grows, the browser changes the position itself.
    const onScroll = () => {
      const isAtEnd = node.scrollHeight - node.scrollTop - node.clientHeight < 8
      const isSameSize = node.scrollHeight === last.height && node.clientHeight === last.window
      if (isAtEnd) isFollowing.current = true
      else if (isSameSize && node.scrollTop < last.top) isFollowing.current = false
      if (isSameSize) remember()
    }
    const observer = new ResizeObserver(follow)
    observer.observe(node)
    observer.observe(content.current)
    node.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      node.removeEventListener('scroll', onScroll)
    }
  }, [])
  useEffect(() => {
    if (sentCount === 0) return
    isFollowing.current = true
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight })
  }, [sentCount])
  return { scroller, content }
}
