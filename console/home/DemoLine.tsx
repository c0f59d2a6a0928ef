import { demoDomains } from '../../shared/demo.ts'
import { useMay } from '../api/session.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { useDemo, useRemoveDemo } from './queries.ts'

/** A note above a list that contains sample data, with a button to remove it. Renders nothing without sample data. */
export function DemoLine({ includes }: { includes: string }) {
  const demo = useDemo()
  const remove = useRemoveDemo()
  const mayPublish = useMay('publish')
  if (!demo) return null
  return (
    <aside
      aria-label="Demo"
      className="mx-4 mb-2 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg bg-sunken px-3 py-1.5 text-sm text-quiet md:mx-6"
    >
      <span className="min-w-0 flex-1 basis-60">
        {includes} of the demo, {demo.brand.name}, are listed here too. Home counts your own only.
      </span>
      {mayPublish && (
        <Button
          look="quiet"
          size="sm"
          className="max-md:-ms-2.5"
          onClick={() => void remove(demo.pages.length)}
        >
          Remove demo
        </Button>
      )}
    </aside>
  )
}

const domains = new Set<string>(Object.values(demoDomains))

/** Marks a row as sample data: a page, its objects, or an account of the demo. */
export function DemoBadge({
  pageId,
  domain,
}: {
  pageId?: string | undefined
  domain?: string | null | undefined
}) {
  const demo = useDemo()
  const isMadeUp =
    demo?.pages.some((page) => page.pageId === pageId) || (demo && domain && domains.has(domain))
  return isMadeUp ? <Badge>Demo</Badge> : null
}
