import { CircleAlert, type LucideIcon, WifiOff } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { describe, isUnreachable } from '../api/problem.ts'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'

/** A placeholder for content that is loading, in its size. */
export function Skeleton({ className, style }: { className?: string; style?: CSSProperties }) {
  return (
    <span
      aria-hidden
      style={style}
      className={cx('block animate-shimmer rounded-sm bg-pressed', className)}
    />
  )
}

type StateProps = {
  icon?: LucideIcon
  title: string
  children?: ReactNode
  action?: ReactNode
  className?: string
}

/** An empty list: what it is for, and a button to start. */
export function EmptyState({ icon: Icon, title, children, action, className }: StateProps) {
  return (
    <div className={cx('mx-auto flex max-w-sm flex-col items-center px-6 py-16 text-center', className)}>
      {Icon && (
        <div className="mb-4 grid size-11 place-items-center rounded-xl border border-line bg-sunken text-quiet">
          <Icon aria-hidden className="size-5" strokeWidth={1.75} />
        </div>
      )}
      <h2 className="text-base font-semibold">{title}</h2>
      {children && <div className="mt-1 text-sm text-quiet">{children}</div>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  )
}

/** An error and what to do about it. */
export function ErrorState({
  error,
  onRetry,
  className,
}: {
  error: unknown
  onRetry?: (() => void) | undefined
  className?: string
}) {
  const { title, detail, requestId } = describe(error)
  const isOffline = isUnreachable(error)
  return (
    <div role="alert" className={className}>
      <EmptyState
        icon={isOffline ? WifiOff : CircleAlert}
        title={title}
        action={onRetry && <Button onClick={onRetry}>Try again</Button>}
      >
        <p>{detail}</p>
        {requestId && <p className="mt-2 text-xs">Request ID: {requestId}</p>}
      </EmptyState>
    </div>
  )
}
