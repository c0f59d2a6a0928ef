import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  Clock,
  Copy,
  GitCompareArrows,
  Globe,
  Link2,
  type LucideIcon,
  PencilLine,
  RotateCcw,
  Send,
  Square,
  Undo2,
  Users,
} from 'lucide-react'
import { type NextStep, nextSteps, type Status } from '../../shared/statusWords.ts'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { useMay } from '../api/session.ts'
import { storeAudiences } from '../releases/queries.ts'
import { openShare } from '../share/queries.ts'
import { Button } from '../ui/Button.tsx'
import { notify, notifyFailure, notifyProblem } from '../ui/notify.tsx'
import { type AudienceStanding, type PageStanding, refreshStandings, useCancelScheduled } from './queries.ts'
import { audienceStatus, pageStatus } from './words.ts'

const icons: Record<NextStep, LucideIcon> = {
  publish: Globe,
  publishChanges: Globe,
  publishAgain: Globe,
  addLink: Link2,
  copyLink: Copy,
  seeAudiences: Users,
  bringUpToDate: Send,
  decide: GitCompareArrows,
  open: PencilLine,
  tryAgain: RotateCcw,
  change: Clock,
  cancel: Square,
  extend: Clock,
  stop: Square,
  putBack: Undo2,
  restore: Undo2,
}
/** Steps that need only read permission. */
const readable = new Set<NextStep>(['copyLink', 'seeAudiences', 'open', 'decide'])

export async function copyAddress(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address)
    notify('Link copied', { detail: address })
  } catch {
    notifyFailure('Couldn’t copy', address)
  }
}

/** Runs the next step of an audience, on any screen. */
export function useAudienceStep(): (step: NextStep, standing: AudienceStanding) => void {
  const navigate = useNavigate()
  const client = useQueryClient()
  const cancel = useCancelScheduled()
  return (step, standing) => {
    const { pageId, audienceId, url } = standing
    if (step === 'copyLink' && url) return void copyAddress(url)
    if (step === 'open' || step === 'tryAgain')
      return void navigate({ to: '/pages/$pageId/audiences/$audienceId', params: { pageId, audienceId } })
    if (step === 'decide') return void navigate({ to: '/pages/$pageId/conflicts', params: { pageId } })
    if (step === 'bringUpToDate') {
      const release = `new:${storeAudiences({ audienceIds: [audienceId] })}`
      return void navigate({ to: '/pages/$pageId', params: { pageId }, search: { release } })
    }
    if (step === 'cancel')
      return void cancel({ ...standing, releaseId: standing.scheduledReleaseId })
        .then(() => notify('Cancelled. Nothing is published by itself.'))
        .catch(notifyProblem)
    if (step === 'putBack')
      return void api.audiences
        .restore(pageId, audienceId)
        .then(() =>
          Promise.all([refreshStandings(client), client.invalidateQueries({ queryKey: keys.audiences.all })]),
        )
        .catch(notifyProblem)
    openShare({ pageId, audienceId })
  }
}

/** Runs the next step of a page. */
export function usePageStep(): (step: NextStep, standing: PageStanding) => void {
  const navigate = useNavigate()
  const client = useQueryClient()
  const cancel = useCancelScheduled()
  return (step, standing) => {
    const { pageId, url, releaseId, everyoneId } = standing
    const at = (search: object) => void navigate({ to: '/pages/$pageId', params: { pageId }, search })
    const change = async (...verbs: ('restore' | 'publish')[]) => {
      for (const verb of verbs) await api.pages[verb](pageId)
      await Promise.all([
        refreshStandings(client),
        client.invalidateQueries({ queryKey: keys.pages.all }),
        client.invalidateQueries({ queryKey: keys.pages.one(pageId) }),
      ])
    }
    if (step === 'copyLink' && url) return void copyAddress(url)
    if (step === 'seeAudiences' || step === 'copyLink') return at({})
    if (step === 'stop' && releaseId) return at({ release: releaseId })
    if (step === 'cancel')
      return void cancel({ pageId, scheduledFor: standing.scheduledFor, releaseId })
        .then(() => notify('Cancelled. Nothing is published by itself.'))
        .catch(notifyProblem)
    if (step === 'putBack') return void change('restore', 'publish').catch(notifyProblem)
    if (step === 'restore') return void change('restore').catch(notifyProblem)
    if (step === 'publishChanges' && (standing.isBehind || standing.audiences > 1 || !everyoneId))
      return at({ release: standing.isBehind ? 'new' : 'drafts' })
    openShare({ pageId, ...(everyoneId && { audienceId: everyoneId }) })
  }
}

type StepProps = {
  step: NextStep | undefined
  onStep: (step: NextStep) => void
  /** A link for rows, or a button for headers. */
  look?: 'link' | 'plain' | 'primary' | 'quiet'
  /** The object's name for assistive technology, as many rows have the same step. */
  of?: string | undefined
  keys?: string
  words?: string
}

/** The button for a step, with the same label everywhere. Renders nothing without permission. */
export function StepCell({ step, onStep, look = 'link', of, keys: shortcut, words }: StepProps) {
  const [mayWrite, mayPublish] = [useMay('write'), useMay('publish')]
  if (!step || !(readable.has(step) || (step === 'tryAgain' ? mayWrite : mayPublish))) return null
  const Icon = icons[step]
  const label = words ?? nextSteps[step]
  if (look !== 'link')
    return (
      <Button
        look={look}
        {...(step !== 'cancel' && { icon: Icon })}
        {...(shortcut && { keys: shortcut })}
        onClick={() => onStep(step)}
      >
        {label}
      </Button>
    )
  return (
    <button
      type="button"
      tabIndex={-1}
      onClick={() => onStep(step)}
      className="inline-flex max-w-full items-center gap-1.5 rounded-sm align-middle text-sm font-medium text-accent hover:underline hover:underline-offset-3 max-md:min-h-10"
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span className="truncate">{label}</span>
      {of && <span className="sr-only">: {of}</span>}
    </button>
  )
}

export function AudienceStepCell({ standing, of }: { standing: AudienceStanding | undefined; of: string }) {
  const take = useAudienceStep()
  if (!standing) return null
  return <StepCell step={audienceStatus(standing).next} onStep={(step) => take(step, standing)} of={of} />
}

export function PageStepCell({ standing, of }: { standing: PageStanding | undefined; of: string }) {
  const take = usePageStep()
  if (!standing) return null
  return <StepCell step={pageStatus(standing).next} onStep={(step) => take(step, standing)} of={of} />
}

type HeadProps = { status: Status; onStep: (step: NextStep) => void; keys?: string }

/** The main step of a header, with a secondary one before it. */
export function HeadStepsCell({ status: { next, second }, onStep, keys: shortcut }: HeadProps) {
  const isCalm = next === 'copyLink' || next === 'seeAudiences' || next === 'change' || next === 'open'
  const isPublish = next === 'publish'
  return (
    <>
      <StepCell step={second} onStep={onStep} look="quiet" />
      <StepCell
        step={next}
        onStep={onStep}
        look={isCalm ? 'plain' : 'primary'}
        {...(shortcut && { keys: shortcut })}
        {...(isPublish && { words: 'Publish and share' })}
      />
    </>
  )
}
