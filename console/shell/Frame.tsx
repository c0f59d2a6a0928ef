import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { Direction } from 'radix-ui'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Toaster } from 'sonner'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { useDirection } from '../ui/direction.ts'
import { TooltipProvider } from '../ui/Tooltip.tsx'
import { useTheme } from './theme.ts'

/** What is around every screen: notices, questions, tooltips, and signs that something is slow or away. */
export function Frame() {
  return (
    <Direction.Provider dir={useDirection()}>
      <TooltipProvider delayDuration={500} skipDelayDuration={200}>
        <SlowLine />
        <OfflineBar />
        <Outlet />
        <ConfirmDialog />
        <Notices />
      </TooltipProvider>
    </Direction.Provider>
  )
}

function Notices() {
  const theme = useTheme()
  return (
    <Toaster
      theme={theme}
      position="bottom-right"
      gap={8}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-center gap-3 rounded-lg bg-raised px-4 py-3 font-sans text-sm text-ink shadow-float md:w-92',
          title: 'font-medium',
          description: 'text-quiet',
          content: 'min-w-0 flex-1',
          actionButton: 'shrink-0 rounded-md px-2 py-1 font-medium text-accent hover:bg-hover',
          icon: 'hidden',
        },
      }}
    />
  )
}

/** A thin line on top when an answer takes longer than one expects; short waits go unmarked. */
function SlowLine() {
  const isNavigating = useRouterState({ select: ({ status }) => status === 'pending' })
  const isBusy = useIsFetching() + useIsMutating() > 0 || isNavigating
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(isBusy), isBusy ? 500 : 0)
    return () => clearTimeout(timer)
  }, [isBusy])
  if (!isSlow) return null
  return (
    <div aria-hidden className="fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden">
      <div className="h-full w-1/4 animate-busy rounded-full bg-accent" />
    </div>
  )
}

function OfflineBar() {
  const isOnline = useSyncExternalStore(
    (changed) => {
      addEventListener('online', changed)
      addEventListener('offline', changed)
      return () => {
        removeEventListener('online', changed)
        removeEventListener('offline', changed)
      }
    },
    () => navigator.onLine,
  )
  if (isOnline) return null
  return (
    <div
      role="status"
      className="fixed inset-x-0 bottom-0 z-40 bg-warn-tint px-4 py-1.5 text-center text-sm text-warn"
    >
      You are offline. What you see may be old; changes wait until you are back.
    </div>
  )
}
