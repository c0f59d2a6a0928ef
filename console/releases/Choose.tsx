import { useMutation, useQuery } from '@tanstack/react-query'
import { Globe, Save, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { exactNumber, fromLocalInput, toLocalInput, tomorrowAtNine, zoneName } from '../api/locale.ts'
import { useMay } from '../api/session.ts'
import { pageDocumentQuery } from '../pages/queries.ts'
import { ExampleFactsLine } from '../share/ExampleFactsLine.tsx'
import { PageCheckPanel } from '../share/PageCheckPanel.tsx'
import { countPresets } from '../share/words.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/fields.tsx'
import { notifyProblem } from '../ui/notify.tsx'
import { RadioList } from '../ui/RadioList.tsx'
import { Segments } from '../ui/Segments.tsx'
import { SidePanel } from '../ui/SidePanel.tsx'
import { AudienceCounts } from './AudienceCounts.tsx'
import { DraftWall } from './DraftWall.tsx'
import { isUnderWay, type Release, type ReleaseInput } from './queries.ts'
import { Sample } from './Sample.tsx'
import { counted, momentWords } from './words.ts'

type ConflictChoice = 'skip' | 'keep' | 'take'
type ReleaseTime = 'now' | 'later' | 'drafts'

type Props = {
  pageId: string
  kind: Release['kind']
  audiences: ReleaseInput['audiences']
  dry: Release
  title: string
  description: string
  onClose: () => void
  onConflicts: () => void
  onReleased: (release: Release) => void
}

/** The settings of a release, with a preview of its effect on single audiences. */
export function Choose({
  pageId,
  kind,
  audiences,
  dry,
  title,
  description,
  onClose,
  onConflicts,
  onReleased,
}: Props) {
  const [policy, setPolicy] = useState<ConflictChoice>('skip')
  const [when, setWhen] = useState<ReleaseTime>('now')
  const [at, setAt] = useState(() => toLocalInput(tomorrowAtNine()))
  const [note, setNote] = useState('')
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  /** The index of the enlarged draft. */
  const [opened, setOpened] = useState<number>()
  const mayPublish = useMay('publish')
  const { data: base } = useQuery(pageDocumentQuery(pageId))
  // Audiences inherit facts of the example from the page, unless their own version replaced them.
  const facts = when === 'drafts' || !base ? 0 : countPresets(base)
  const isChecking = isUnderWay(dry)
  const { counts } = dry
  const reached =
    counts.published + counts.drafted + (policy === 'skip' ? 0 : counts.conflicts) - leftOut.size
  const make = useMutation({
    mutationFn: () =>
      api.releases.create(pageId, {
        kind,
        audiences,
        ...(kind === 'base' && { conflicts: policy, revision: dry.revision ?? 1 }),
        ...(when === 'drafts' && { publish: false }),
        ...(when === 'later' && { publishAt: `+${fromLocalInput(at)}` }),
        ...(leftOut.size > 0 && { leaveOut: [...leftOut] }),
        ...(note.trim() && { note: note.trim() }),
      }),
    onSuccess: onReleased,
    onError: notifyProblem,
  })
  const label = isChecking
    ? `Checking ${exactNumber(counts.total - counts.waiting)} of ${exactNumber(counts.total)}`
    : when === 'drafts'
      ? `Save ${counted(reached, 'draft')}`
      : when === 'later'
        ? `Schedule for ${timeWords(at)}`
        : kind === 'base'
          ? `Publish to ${counted(reached, 'audience')}`
          : `Publish ${counted(reached, 'draft')}`
  const options: { value: ReleaseTime; label: string; hint: string }[] = [
    { value: 'now', label: 'Publish now', hint: 'Live within seconds' },
    {
      value: 'later',
      label: 'Publish later',
      hint: 'Pick a day and time. You can move or cancel it until then',
    },
    ...(kind === 'base'
      ? [
          {
            value: 'drafts' as const,
            label: 'Save as drafts',
            hint: 'Nobody sees anything until you publish',
          },
        ]
      : []),
  ]
  return (
    <SidePanel
      open
      width="full"
      onClose={onClose}
      title={title}
      description={description}
      footer={
        <div className="w-full space-y-3">
          {facts > 0 && <ExampleFactsLine pageId={pageId} count={facts} onAnswer={onClose} />}
          <div className="flex items-center justify-end gap-2">
            <p className="me-auto flex items-center gap-2 text-sm text-quiet max-md:hidden">
              <Undo2 aria-hidden className="size-4" />
              You can undo it until a newer version is published.
            </p>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              type={facts > 0 ? 'button' : 'submit'}
              look={facts > 0 ? 'plain' : 'primary'}
              icon={when === 'drafts' ? Save : Globe}
              keys={facts > 0 ? undefined : 'mod+enter'}
              busy={make.isPending}
              disabled={isChecking || reached === 0 || !mayPublish}
              onClick={() => make.mutate()}
            >
              {facts > 0 && !isChecking ? `${label} with the example’s facts` : label}
            </Button>
          </div>
        </div>
      }
    >
      <div className="flex h-full min-h-0 max-lg:flex-col">
        <div className="thin-scroll w-full shrink-0 space-y-6 p-5 lg:w-90 lg:overflow-y-auto">
          <AudienceCounts kind={kind} counts={counts} onConflicts={onConflicts} />
          {kind === 'base' && counts.conflicts > 0 && (
            <Conflicts count={counts.conflicts} value={policy} onChange={setPolicy} />
          )}
          {kind === 'base' && <PageCheckPanel pageId={pageId} />}
          <RadioList label="When" options={options} value={when} onChange={setWhen} />
          {when === 'later' && (
            <TextField
              label="Day and time"
              type="datetime-local"
              hint={zoneName()}
              value={at}
              min={toLocalInput(Date.now())}
              onChange={setAt}
            />
          )}
          <TextField
            label="Note"
            optional
            placeholder="What this release is about"
            value={note}
            maxLength={500}
            onChange={setNote}
          />
        </div>
        {kind === 'base' ? (
          <Sample release={dry} isChecking={isChecking} />
        ) : opened === undefined ? (
          <DraftWall {...{ isChecking, leftOut }} release={dry} onLeaveOut={setLeftOut} onOpen={setOpened} />
        ) : (
          <Sample release={dry} isChecking={isChecking} first={opened} onBack={() => setOpened(undefined)} />
        )}
      </div>
    </SidePanel>
  )
}

function timeWords(at: string): string {
  const moment = fromLocalInput(at)
  return Number.isNaN(moment) ? '…' : momentWords(moment)
}

const policies = [
  ['skip', 'Skip'],
  ['keep', 'Keep theirs'],
  ['take', 'Take base'],
] as const
const policyHints: Record<ConflictChoice, string> = {
  skip: 'They stay as they are until you decide.',
  keep: 'Keeps what was written for them and updates everything else.',
  take: 'Replaces what was written for them with the page’s text.',
}

type ConflictsProps = { count: number; value: ConflictChoice; onChange: (policy: ConflictChoice) => void }

function Conflicts({ count, value, onChange }: ConflictsProps) {
  const label = count === 1 ? 'The one with conflicts' : `The ${exactNumber(count)} with conflicts`
  return (
    <div>
      <p aria-hidden className="mb-1.5 text-sm font-medium">
        {label}
      </p>
      <Segments label={label} options={policies} value={value} onChange={onChange} isWide />
      <p className="mt-1.5 text-xs text-quiet">{policyHints[value]}</p>
    </div>
  )
}
