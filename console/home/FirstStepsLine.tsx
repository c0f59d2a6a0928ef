import { ArrowRight, X } from 'lucide-react'
import { Button, IconButton } from '../ui/Button.tsx'
import type { FirstSteps } from './queries.ts'
import { guideSteps } from './words.ts'

type Props = { steps: FirstSteps; onOpen: () => void; onDismiss: () => void }

/** The remaining first steps once a page is live. Renders nothing when all are done. */
export function FirstStepsLine({ steps, onOpen, onDismiss }: Props) {
  const next = guideSteps.find(({ name }) => !steps[name])
  if (!next) return null
  const done = guideSteps.filter(({ name }) => steps[name]).length
  return (
    <section
      aria-label="First steps"
      className="relative flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line bg-raised px-4 py-3 text-sm"
    >
      <span aria-hidden className="flex gap-1">
        {guideSteps.map(({ name }) => (
          <span key={name} className={`h-1.5 w-6 rounded-full ${steps[name] ? 'bg-good' : 'bg-sunken'}`} />
        ))}
      </span>
      <p className="min-w-0 flex-1 basis-56">
        <span className="text-quiet tabular-nums">{done} of 5 done. Next: </span>
        <span className="font-medium">{next.label}</span>
      </p>
      <Button size="sm" icon={ArrowRight} onClick={onOpen}>
        Go on
      </Button>
      <IconButton
        icon={X}
        size="sm"
        label="Hide the first steps"
        className="max-md:absolute max-md:end-1 max-md:top-1"
        onClick={onDismiss}
      />
    </section>
  )
}
