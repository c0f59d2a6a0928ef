import { useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { retryLoad } from '../api/connection.ts'
import { TooltipProvider } from '../ui/Tooltip.tsx'
import { closeShare, useShared } from './queries.ts'

const SharePanel = lazy(retryLoad(async () => ({ default: (await import('./SharePanel.tsx')).SharePanel })))

/** Renders the panel above the current screen, so that any screen can open it. */
export function ShareHost({ children }: { children: ReactNode }) {
  const subject = useShared()
  const path = useLocation({ select: ({ pathname }) => pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving the screen closes the panel
  useEffect(() => closeShare, [path])
  return (
    <>
      {children}
      {subject && (
        <TooltipProvider delayDuration={400}>
          <Suspense fallback={null}>
            <SharePanel
              key={`${subject.pageId} ${subject.audienceId} ${subject.versionId}`}
              subject={subject}
            />
          </Suspense>
        </TooltipProvider>
      )}
    </>
  )
}
