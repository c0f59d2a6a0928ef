import { useQuery } from '@tanstack/react-query'
import { MonitorX } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { buttonClass } from '../ui/Button.tsx'
import { notifyFailure } from '../ui/notify.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { changedBlocks, type Document } from './document.ts'
import { type RenderedDocument, type RenderTarget, useRendering } from './rendering.ts'
import { usePreviewScheme } from './scheme.tsx'
import { type Element, type StageEvent, type StageOrder, stageQuery, toShow, useStage } from './stage.ts'

export type StageHandle = {
  order: (message: StageOrder) => void
  /** The position and size of the frame on the screen. */
  box: () => DOMRect | undefined
  scale: () => number
}

type Props = {
  document: Document | undefined
  target: RenderTarget
  /** The width of the page's viewport; the page is scaled down if it doesn't fit. */
  width?: number
  chosen?: Element | null
  /** Whether changed blocks are animated; true by default. */
  glows?: boolean
  /** Whether blocks show the number of their sources; the caller handles the event that opens them. */
  marksSources?: boolean
  /** A `data:` URL of the brand’s logo before it is stored. */
  logo?: string | undefined
  onEvent?: (event: StageEvent) => void
  onDrawn?: (drawn: RenderedDocument) => void
  title: string
  ref?: Ref<StageHandle>
}

/** A preview of a document on the site's origin, updated in place when the document changes. */
export function StagedPage(props: Props) {
  const { data: stage, error, refetch } = useQuery(stageQuery)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!stage) return <PageSkeleton />
  if (stage.consoleOrigin !== location.origin) return <OtherOrigin origin={stage.consoleOrigin} />
  return <Framed {...props} url={stage.url} />
}

function Framed({
  document,
  target,
  width,
  chosen = null,
  glows = true,
  marksSources = false,
  logo,
  onEvent,
  onDrawn,
  title,
  ref,
  url: given,
}: Props & { url: string }) {
  // A renewed URL must not reload the frame.
  const [url] = useState(given)
  const frame = useRef<HTMLIFrameElement>(null)
  const [scheme] = usePreviewScheme()
  const { drawn, error, retry } = useRendering(document, target)
  const [isShown, setIsShown] = useState(false)
  const { isReady, order } = useStage(frame, url, (event) => {
    if (event.type === 'shown') setIsShown(true)
    if (event.type === 'editFailed')
      notifyFailure(
        'Couldn’t edit this text',
        'Part of the editor did not load. Reload the page and try again.',
      )
    else if (event.type === 'shortcut')
      // Shortcuts of the screen also work when the page has the focus.
      window.dispatchEvent(new KeyboardEvent('keydown', { ...event, bubbles: true, cancelable: true }))
    else onEvent?.(event)
  })
  const before = useRef<Document>(undefined)
  useEffect(() => {
    if (!isReady || !drawn) return
    order({
      type: 'show',
      page: toShow(drawn.rendering, scheme, { marksSources, logo }),
      glow: glows ? changedBlocks(before.current, drawn.document) : [],
    })
    before.current = drawn.document
  }, [isReady, drawn, order, glows, marksSources, logo, scheme])
  useEffect(() => {
    if (drawn) onDrawn?.(drawn)
  }, [drawn, onDrawn])
  useEffect(() => {
    if (isReady) order({ type: 'choose', element: chosen })
  }, [isReady, chosen, order])
  const [scale, setScale] = useState(1)
  useEffect(() => {
    if (isReady) order({ type: 'scale', scale })
  }, [isReady, scale, order])
  useImperativeHandle(
    ref,
    () => ({
      order,
      box: () => frame.current?.getBoundingClientRect(),
      scale: () => scale,
    }),
    [order, scale],
  )
  const isLost = useIsLate(!isReady, 10_000)
  if (error && !drawn) return <ErrorState error={error} onRetry={retry} />
  return (
    <Fitted width={width} onScale={setScale}>
      <iframe
        ref={frame}
        src={url}
        title={title}
        sandbox="allow-scripts allow-same-origin"
        className="block size-full border-0 bg-white [color-scheme:normal]"
      />
      {!isShown && (
        <div className="absolute inset-0 bg-ground">
          {isLost ? <Unreachable url={url} /> : <PageSkeleton />}
        </div>
      )}
    </Fitted>
  )
}

type FittedProps = { width: number | undefined; onScale: (scale: number) => void; children: ReactNode }

/** Renders its child at a fixed width and scales it down to fit. */
function Fitted({ width, onScale, children }: FittedProps) {
  const box = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const node = box.current
    if (!node) return
    const watch = new ResizeObserver(() => setRoom({ width: node.clientWidth, height: node.clientHeight }))
    watch.observe(node)
    return () => watch.disconnect()
  }, [])
  const scale = width && room.width > 0 ? Math.min(1, room.width / width) : 1
  useEffect(() => onScale(scale), [scale, onScale])
  return (
    <div ref={box} className="relative size-full overflow-hidden">
      <div
        className="absolute start-0 top-0 origin-top-left"
        style={{
          width: scale < 1 ? width : '100%',
          height: scale < 1 ? room.height / scale : '100%',
          transform: scale < 1 ? `scale(${scale})` : undefined,
        }}
      >
        {children}
      </div>
    </div>
  )
}

function useIsLate(isWaiting: boolean, ms: number): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isWaiting) return setIsLate(false)
    const timer = setTimeout(() => setIsLate(true), ms)
    return () => clearTimeout(timer)
  }, [isWaiting, ms])
  return isLate
}

function PageSkeleton() {
  return (
    <div className="mx-auto max-w-3xl px-8 py-16" aria-busy="true">
      <Skeleton className="h-3 w-28" />
      <Skeleton className="mt-6 h-10 w-4/5" />
      <Skeleton className="mt-3 h-10 w-3/5" />
      <Skeleton className="mt-7 h-4 w-2/3" />
      <Skeleton className="mt-3 h-4 w-1/2" />
      <Skeleton className="mt-8 h-11 w-40" />
    </div>
  )
}

function Unreachable({ url }: { url: string }) {
  return (
    <EmptyState icon={MonitorX} title="The page can’t be shown here">
      Your browser can’t reach {new URL(url).host}, where pages are shown. Check that this host name points to
      Foyer, then reload.
    </EmptyState>
  )
}

/** The service lets only its public URL embed pages. */
function OtherOrigin({ origin }: { origin: string }) {
  const here = origin + location.pathname + location.search
  return (
    <EmptyState
      icon={MonitorX}
      title="Open the console at its public URL"
      action={
        <a href={here} className={buttonClass('primary')}>
          Go to {new URL(origin).host}
        </a>
      }
    >
      Pages can only be shown at {origin}. You are at {location.origin}.
    </EmptyState>
  )
}
