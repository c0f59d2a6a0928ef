import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { keys } from '../api/keys.ts'
import { SetupWords, useBrandSetup } from '../brands/AddBrandPanel.tsx'
import { DomainField } from '../brands/DomainField.tsx'
import { FoundBrandPanel } from '../brands/FoundBrandPanel.tsx'
import { useTitle } from '../shell/PageHeader.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { DemoPart } from './DemoPart.tsx'
import { ExamplePreview } from './ExamplePreview.tsx'
import type { FirstSteps } from './queries.ts'
import { type GuideStep, StepRow } from './StepRow.tsx'
import { guideSteps } from './words.ts'

/** The first steps, from a brand to a visited page. A step is done when its object exists. */
export function Guide({ steps, onDismiss }: { steps: FirstSteps; onDismiss: () => void }) {
  useTitle('First steps')
  const client = useQueryClient()
  const [opened, setOpened] = useState<number>()
  const setup = useBrandSetup({
    isFirst: true,
    onAdded: () => {
      setOpened(undefined)
      void client.invalidateQueries({ queryKey: keys.home() })
    },
  })
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
                <StepRow
                  key={step.label}
                  step={step}
                  number={index + 1}
                  isNext={index === next}
                  isOpen={index === (opened ?? next)}
                  onOpen={() => setOpened(index)}
                />
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

function stepsOf(steps: FirstSteps, setup: ReturnType<typeof useBrandSetup>): GuideStep[] {
  const { pageId } = steps
  const toPage = (search: object, label: string) =>
    pageId === null ? (
      <p className="text-sm text-quiet">It needs your first page, which is step 2.</p>
    ) : (
      <Link
        to="/pages/$pageId"
        params={{ pageId }}
        search={search as never}
        className={buttonClass('primary')}
      >
        {label}
      </Link>
    )
  const parts: Record<(typeof guideSteps)[number]['name'], Pick<GuideStep, 'detail' | 'takes' | 'action'>> = {
    brand: {
      detail: 'Logo, colours and fonts, read from your own site.',
      takes: '1 min',
      action: steps.brand ? (
        <Link to="/brand" className={buttonClass('plain')}>
          Open brand
        </Link>
      ) : (
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
    page: {
      detail: 'From an example or one of five templates',
      takes: '2 min',
      action: (
        <Link to="/pages" search={{ create: true }} className={buttonClass('primary')}>
          Choose an example
        </Link>
      ),
    },
    audience: {
      detail: 'A company or a person; the page is made for them',
      takes: '1 min',
      action: toPage({ create: true }, 'Add audience'),
    },
    live: {
      detail: 'One address that you can send',
      takes: '1 min',
      action: toPage({}, 'Open page'),
    },
    visit: {
      detail: 'Your own visits don’t count',
      takes: 'later',
      action: (
        <Link to="/visits" className={buttonClass('primary')}>
          Open visits
        </Link>
      ),
    },
  }
  return guideSteps.map(({ name, label }) => ({ ...parts[name], label, isDone: steps[name] }))
}
