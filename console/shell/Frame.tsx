import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { Direction } from 'radix-ui'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Toaster } from 'sonner'
import { isReachable, onConnectionChange } from '../api/connection.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { useDirection } from '../ui/direction.ts'
import { dismissSuggestions } from '../ui/notify.tsx'
import { TooltipProvider } from '../ui/Tooltip.tsx'
import { useWidth } from '../ui/width.ts'
import { ConfirmIdentity } from './ConfirmIdentity.tsx'
import { useTheme } from './theme.ts'

/** Elements around every screen: notices, dialogs, tooltips, and hints that the service is slow or unreachable. */
export function Frame() {
  return (
    <Direction.Provider dir={useDirection()}>
      <TooltipProvider delayDuration={500} skipDelayDuration={200}>
        <SlowLine />
        <div className="flex h-full flex-col">
          <ConnectionNotice />
          <div className="min-h-0 flex-1">
            <Outlet />
          </div>
        </div>
        <ConfirmDialog />
        <ConfirmIdentity />
        <Notices />
      </TooltipProvider>
    </Direction.Provider>
  )
}

function Notices() {
  const theme = useTheme()
  const isWide = useWidth().has('md')
  const screen = useRouterState({ select: ({ location }) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on every change of screen
  useEffect(() => dismissSuggestions, [screen])
  return (
    <Toaster
      theme={theme}
      // Avoids the main button of panels: at the bottom right, and on phones across the bottom.
      position={isWide ? 'bottom-center' : 'top-center'}
      gap={8}
      toastOptions={{
        unstyled: true,
        classNames: {
          // Notices can be clicked while a panel blocks the pointer for the page behind it.
          toast:
            'pointer-events-auto flex w-full items-center gap-3 rounded-lg bg-raised px-4 py-3 font-sans text-sm text-ink shadow-float md:w-92',
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

/** A thin progress line at the top, only when a response takes long. */
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

/** Says that the service is unreachable; requests resume automatically. */
function ConnectionNotice() {
  const isConnected = useSyncExternalStore(onConnectionChange, isReachable)
  // Panels stand below it, too.
  useEffect(() => {
    document.documentElement.style.setProperty('--notice', isConnected ? '0px' : '2rem')
  }, [isConnected])
  if (isConnected) return null
  return (
    <div
      role="status"
      className="relative z-[60] h-8 shrink-0 truncate border-b border-warn/25 bg-warn-tint px-4 pt-1.5 text-center text-sm text-warn"
    >
      {navigator.onLine
        ? 'Foyer can’t be reached. Trying again…'
        : 'You’re offline. Waiting for the connection…'}
    </div>
  )
}
