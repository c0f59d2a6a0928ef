import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { useMay } from '../api/session.ts'
import type { Document } from '../documents/document.ts'
import { StagedPage } from '../documents/StagedPage.tsx'
import { pageDocumentQuery } from '../pages/queries.ts'
import { type Page, typeWords } from '../pages/words.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { useDemo, useRemoveDemo } from './queries.ts'

/** The sample data. Renders nothing if it was removed. */
export function DemoPart() {
  const demo = useDemo()
  const remove = useRemoveDemo()
  const mayPublish = useMay('publish')
  const [first] = demo?.pages ?? []
  if (!demo || !first) return null
  const { brand, pages } = demo
  return (
    <section aria-label="Demo" className="mt-5 rounded-xl bg-sunken p-4">
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-60 flex-1">
          <h2 className="flex items-center gap-2.5 text-base font-semibold">
            Have a look round first <Badge tone="accent">Demo</Badge>
          </h2>
          <p className="mt-1 max-w-prose text-sm text-quiet">
            {brand.name} is made up: {pages.length} pages, three customers and their visits. It stays apart
            from your pages and figures, and nothing you do there is sent to anybody.
          </p>
        </div>
        {mayPublish && (
          <Button look="quiet" onClick={() => void remove(pages.length)}>
            Remove demo
          </Button>
        )}
        <Link to="/pages/$pageId" params={{ pageId: first.pageId }} className={buttonClass('plain')}>
          Open the demo <ArrowRight aria-hidden className="size-4 rtl:-scale-x-100" />
        </Link>
      </div>
      <ul className="mt-4 grid gap-4 md:grid-cols-3">
        {pages
          .toSorted((a, b) => Number(b.status === 'published') - Number(a.status === 'published'))
          .slice(0, 3)
          .map((page) => (
            <DemoPage key={page.pageId} page={page} />
          ))}
      </ul>
    </section>
  )
}

function DemoPage({ page }: { page: Page }) {
  const { data } = useQuery(pageDocumentQuery(page.pageId))
  return (
    <li className="relative min-w-0">
      <div aria-hidden className="pointer-events-none h-40 overflow-hidden rounded-lg border border-line">
        <StagedPage
          title={page.name}
          width={1000}
          glows={false}
          document={data as Document | undefined}
          target={{ pageId: page.pageId }}
        />
      </div>
      <div className="mt-2 flex items-baseline justify-between gap-3 text-sm">
        <Link
          to="/pages/$pageId"
          params={{ pageId: page.pageId }}
          className="truncate font-medium after:absolute after:inset-0"
        >
          {page.name}
        </Link>
        <span className="shrink-0 text-quiet">{typeWords[page.pageType].label}</span>
      </div>
    </li>
  )
}
