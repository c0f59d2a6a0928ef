import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { keys } from '../api/keys.ts'
import { SetupWords, useBrandSetup } from '../brands/AddBrandPanel.tsx'
import { DomainField } from '../brands/DomainField.tsx'
import { FoundBrandPanel } from '../brands/FoundBrandPanel.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { DemoPart } from './DemoPart.tsx'
import { ExamplePreview } from './ExamplePreview.tsx'
import type { FirstSteps } from './queries.ts'

type Step = { label: string; detail: string; takes: string; isDone: boolean; action: ReactNode }

/** The first steps, from a brand to a visited page. A step is ticked when its object exists. */
export function Guide({ steps, onDismiss }: { steps: FirstSteps; onDismiss: () => void }) {
  useEffect(() => {
    document.title = 'First steps · Foyer'
  }, [])
  const client = useQueryClient()
  const setup = useBrandSetup(() => void client.invalidateQueries({ queryKey: keys.home() }))
  const list = stepsOf(steps, setup)
  const next = list.findIndex(({ isDone }) => !isDone)
  const done = list.filter(({ isDone }) => isDone).length
  return (
    <div className="thin-scroll min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-5xl px-4 py-6 md:px-6">
        <header className="mb-5 flex items-start justify-between gap-4">
          <div>
            <h1 className="text-xl font-semibold">Your first page in five steps</h1>
            <p className="mt-1 text-sm text-quiet">
              About six minutes. You can leave and come back; “First steps” in the menu opens this guide
              again.
            </p>
          </div>
          <Button look="quiet" onClick={onDismiss}>
            {next < 0 ? 'Done' : 'Skip'}
          </Button>
        </header>
        <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
          <section
            aria-label="First steps"
            className="overflow-hidden rounded-xl border border-line bg-raised"
          >
            <div className="flex items-center gap-3 px-4 py-3 text-sm text-quiet">
              <span className="tabular-nums">{done} of 5 done</span>
              <span aria-hidden className="h-1 flex-1 overflow-hidden rounded-full bg-sunken">
                <span className="block h-full rounded-full bg-good" style={{ inlineSize: `${done * 20}%` }} />
              </span>
            </div>
            <ol className="divide-y divide-line border-t border-line">
              {list.map((step, index) => (
                <StepRow key={step.label} step={step} number={index + 1} isNext={index === next} />
              ))}
            </ol>
          </section>
          <section className="rounded-xl border border-line bg-raised p-4">
            {setup.found ? (
              <FoundBrandPanel
                found={setup.found}
                title={setup.title}
                onChange={setup.setFound}
                onUse={setup.use}
                isSaving={setup.isSaving}
                onCancel={() => setup.setFound(undefined)}
              />
            ) : (
              <ExamplePreview />
            )}
          </section>
        </div>
        <DemoPart />
      </div>
    </div>
  )
}

function stepsOf(steps: FirstSteps, setup: ReturnType<typeof useBrandSetup>): Step[] {
  const { pageId } = steps
  const toPage = (search: object, label: string) =>
    pageId && (
      <Link
        to="/pages/$pageId"
        params={{ pageId }}
        search={search as never}
        className={buttonClass('primary')}
      >
        {label}
      </Link>
    )
  return [
    {
      label: 'Your brand',
      detail: 'Logo, colours and fonts, read from your own site.',
      takes: '1 min',
      isDone: steps.brand,
      action: (
        <DomainField
          value={setup.domain}
          onChange={setup.setDomain}
          onRead={setup.read}
          isReading={setup.isReading}
          verb={setup.found ? 'Read again' : 'Read site'}
        >
          <SetupWords setup={setup} />
        </DomainField>
      ),
    },
    {
      label: 'Your first page',
      detail: 'From an example or one of five templates',
      takes: '2 min',
      isDone: steps.page,
      action: (
        <Link to="/pages" search={{ create: true }} className={buttonClass('primary')}>
          Choose an example
        </Link>
      ),
    },
    {
      label: 'Somebody to send it to',
      detail: 'A company or a person; the page is made for them',
      takes: '1 min',
      isDone: steps.audience,
      action: toPage({ create: true }, 'Add audience'),
    },
    {
      label: 'Publish and share',
      detail: 'One address that you can send',
      takes: '1 min',
      isDone: steps.live,
      action: toPage({}, 'Open page'),
    },
    {
      label: 'See who reads it',
      detail: 'Your own visits don’t count',
      takes: 'later',
      isDone: steps.visit,
      action: (
        <Link to="/visits" className={buttonClass('primary')}>
          Open visits
        </Link>
      ),
    },
  ]
}

type RowProps = { step: Step; number: number; isNext: boolean }

function StepRow({ step: { label, detail, takes, isDone, action }, number, isNext }: RowProps) {
  return (
    <li
      aria-current={isNext ? 'step' : undefined}
      className={cx('flex gap-3.5 px-4 py-3.5', isNext && 'bg-tint')}
    >
      <span
        aria-hidden
        className={cx(
          'grid size-6 shrink-0 place-items-center rounded-full text-xs font-medium tabular-nums',
          isDone && 'bg-good-tint text-good',
          !isDone && (isNext ? 'bg-accent text-ground' : 'border border-edge text-quiet'),
        )}
      >
        {isDone ? <Check className="size-4" /> : number}
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline justify-between gap-3">
          <p className={cx('text-base font-medium', isDone && 'text-quiet')}>
            {label}
            {isDone && <span className="sr-only"> (done)</span>}
          </p>
          {!isDone && <span className="text-xs whitespace-nowrap text-quiet">{takes}</span>}
        </div>
        {!isDone && <p className="text-sm text-quiet">{detail}</p>}
        {isNext && <div className="mt-3">{action}</div>}
      </div>
    </li>
  )
}
