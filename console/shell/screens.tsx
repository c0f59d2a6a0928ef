import { Link, useRouter } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import { buttonClass } from '../ui/Button.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'

/** Shown in place of a screen that could not be rendered; the rest of the console still works. */
export function ErrorScreen({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter()
  return (
    <div className="grid min-h-0 flex-1 place-items-center">
      <ErrorState
        error={error}
        onRetry={() => {
          reset()
          void router.invalidate()
        }}
      />
    </div>
  )
}

export function NotFoundScreen() {
  return (
    <div className="grid min-h-0 flex-1 place-items-center">
      <EmptyState
        icon={Compass}
        title="Page not found"
        action={
          <Link to="/pages" className={buttonClass('plain')}>
            Go to your pages
          </Link>
        }
      >
        It may have been deleted, or the URL is wrong.
      </EmptyState>
    </div>
  )
}
