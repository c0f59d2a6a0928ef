import { useEffect, useRef, useState } from 'react'
import { cx } from './cx.ts'

type Props = {
  /** A URL on the tenant's site. */
  src: string | undefined
  title: string
  /** The viewport width of the page; it is scaled down if there is less space. */
  width?: number
  className?: string
  onShown?: () => void
}

/**
 * A page as visitors see it, on its own origin and at full width. The sandbox blocks scripts, and links that would
 * leave the frame.
 */
export function PreviewFrame({ src, title, width = 1120, className, onShown }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState({ width: 0, height: 0 })
  const [loaded, setLoaded] = useState<string>()
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setRoom({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  const scale = Math.min(1, room.width / width) || 1
  return (
    <div
      ref={box}
      className={cx('relative overflow-hidden rounded-lg bg-raised shadow-float', className)}
      aria-busy={loaded !== src}
    >
      {src && room.width > 0 && (
        <iframe
          src={src}
          title={title}
          sandbox=""
          tabIndex={-1}
          onLoad={() => {
            setLoaded(src)
            onShown?.()
          }}
          style={{ width: Math.max(width, room.width), height: room.height / scale, scale: String(scale) }}
          className={cx(
            'absolute top-0 left-0 origin-top-left border-0 bg-raised transition-opacity duration-200',
            loaded !== src && 'opacity-0',
          )}
        />
      )}
      {loaded !== src && <div aria-hidden className="absolute inset-0 animate-shimmer bg-sunken" />}
    </div>
  )
}
