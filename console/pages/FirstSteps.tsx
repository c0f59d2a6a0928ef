import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useList } from '../api/lists.ts'
import { useSession } from '../api/session.ts'
import { audiencesQuery, useAudiencesNamed } from '../audiences/queries.ts'
import { BrandPanel } from '../brands/BrandPanel.tsx'
import { brandsQuery } from '../brands/queries.ts'
import type { Brand } from '../brands/words.ts'
import { linksQuery } from '../links/queries.ts'
import { Button, buttonClass, IconButton } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import type { Page } from './words.ts'

/** With more pages than this, nobody needs first steps. */
const mostPages = 3

type Step = { label: string; detail: string; isDone: boolean; action: ReactNode }

/**
 * Leads a new tenant from its brand to a link it can send. What is done is read from the data; the guide ends when all is
 * done or when it is dismissed in this browser.
 */
export function FirstSteps({ pages, onCreatePage }: { pages: readonly Page[]; onCreatePage: () => void }) {
  const { tenantId } = useSession()
  const storageName = `foyer.firstSteps.${tenantId}`
  const [isDismissed, setIsDismissed] = useState(() => localStorage.getItem(storageName) === 'dismissed')
  if (isDismissed || pages.length > mostPages) return null
  const dismiss = () => {
    localStorage.setItem(storageName, 'dismissed')
    setIsDismissed(true)
  }
  return <Guide pages={pages} onCreatePage={onCreatePage} onDismiss={dismiss} />
}

type GuideProps = { pages: readonly Page[]; onCreatePage: () => void; onDismiss: () => void }

function Guide({ pages, onCreatePage, onDismiss }: GuideProps) {
  const [isEditing, setIsEditing] = useState(false)
  const { data: brands } = useQuery(brandsQuery)
  const steps = useSteps(pages, brands, {
    brand: () => setIsEditing(true),
    page: onCreatePage,
  })
  const next = steps?.findIndex(({ isDone }) => !isDone) ?? -1
  return (
    <>
      {steps && next >= 0 && <StepList steps={steps} next={next} onDismiss={onDismiss} />}
      {isEditing && <BrandPanel onClose={() => setIsEditing(false)} brand={brands?.at(-1)} />}
    </>
  )
}

/** Undefined until all is known. */
function useSteps(
  pages: readonly Page[],
  brands: readonly Brand[] | undefined,
  open: { brand: () => void; page: () => void },
): Step[] | undefined {
  const page = pages.find(({ audiencesCount }) => audiencesCount > 0) ?? pages[0]
  const audiences = useList({ ...audiencesQuery(page?.pageId ?? '', {}), enabled: page !== undefined })
  const links = useList(linksQuery({}))
  const ids = audiences.rows.slice(0, 10).map(({ audienceId }) => audienceId)
  const named = useAudiencesNamed(ids)
  if (!brands || links.isLoading || (page && audiences.isLoading)) return undefined
  const isLive = page?.status === 'published' && ids.some((id) => named.get(id)?.isLive)
  const to = (search: { tab?: 'audiences' | 'links'; create?: true; link?: string }, label: string) =>
    page && (
      <Link
        to="/pages/$pageId"
        params={{ pageId: page.pageId }}
        search={search}
        className={buttonClass('plain', 'sm')}
      >
        {label}
      </Link>
    )
  return [
    {
      label: 'Set up your brand',
      detail: 'Colours, font and logo of every page',
      isDone: brands.some((brand) => isOwn(brand, pages)),
      action: (
        <Button size="sm" onClick={open.brand}>
          Edit brand
        </Button>
      ),
    },
    {
      label: 'Write a page',
      detail: 'Start from a template',
      isDone: pages.length > 0,
      action: (
        <Button size="sm" onClick={open.page}>
          Choose a template
        </Button>
      ),
    },
    {
      label: 'Add an audience',
      detail: 'A company or a person',
      isDone: pages.some(({ audiencesCount }) => audiencesCount > 0),
      action: to({ create: true }, 'Add audience'),
    },
    {
      label: 'Make it public',
      detail: 'Review it, then publish',
      isDone: isLive,
      action: to({}, 'Open page'),
    },
    {
      label: 'Share its link',
      detail: 'Visits show up here as they happen',
      isDone: links.rows.length > 0,
      action: to({ tab: 'links', link: 'new' }, 'Add link to send'),
    },
  ]
}

/** The first page of a tenant brings a brand along, which nobody has chosen yet. */
function isOwn({ createdAt, updatedAt, logoAssetId }: Brand, pages: readonly Page[]): boolean {
  return (
    updatedAt !== createdAt || logoAssetId !== null || !pages.some((page) => page.createdAt === createdAt)
  )
}

function StepList({ steps, next, onDismiss }: { steps: Step[]; next: number; onDismiss: () => void }) {
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <section
      aria-label="First steps"
      className="mx-4 mb-4 shrink-0 rounded-xl border border-line bg-raised p-4 shadow-low md:mx-6"
    >
      <div className="flex items-center gap-3">
        <h2 className="text-sm font-semibold">Your first page in five steps</h2>
        <span className="text-sm text-quiet tabular-nums">{done} of 5 done</span>
        <IconButton icon={X} label="Dismiss first steps" size="sm" className="ms-auto" onClick={onDismiss} />
      </div>
      <ol className="mt-3 grid gap-2 lg:grid-cols-5">
        {steps.map(({ label, detail, isDone, action }, index) => (
          <li
            key={label}
            aria-current={index === next ? 'step' : undefined}
            className={cx('flex gap-2.5 rounded-lg p-2.5', index === next ? 'bg-tint' : 'max-lg:py-1')}
          >
            <Mark number={index + 1} isDone={isDone} />
            <div className="min-w-0">
              <p className={cx('text-sm font-medium', isDone && 'text-quiet')}>
                {label}
                {isDone && <span className="sr-only"> (done)</span>}
              </p>
              {index === next && (
                <>
                  <p className="mt-0.5 text-xs text-quiet">{detail}</p>
                  <div className="mt-2">{action}</div>
                </>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Mark({ number, isDone }: { number: number; isDone: boolean }) {
  return (
    <span
      aria-hidden
      className={cx(
        'grid size-5 shrink-0 place-items-center rounded-full text-xs font-medium tabular-nums',
        isDone ? 'text-good' : 'border border-edge text-quiet',
      )}
    >
      {isDone ? <Check className="size-4" /> : number}
    </span>
  )
}
