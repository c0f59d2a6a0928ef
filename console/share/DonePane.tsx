import { useMutation, useQuery } from '@tanstack/react-query'
import { CalendarClock, Check, CircleCheck, Copy, ExternalLink, Lock, Timer, Undo2 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { protections } from '../../shared/statusWords.ts'
import { useList } from '../api/lists.ts'
import type { Shape } from '../api/schema.ts'
import { audiencesQuery } from '../audiences/queries.ts'
import { previewQuery } from '../audiences/studio/queries.ts'
import { shareQuery } from '../links/queries.ts'
import { readable } from '../links/words.ts'
import { useAudienceStandings } from '../status/queries.ts'
import { dayOf, timeOf } from '../status/words.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { cx } from '../ui/cx.ts'
import { notify, notifyProblem } from '../ui/notify.tsx'
import { PreviewFrame } from '../ui/PreviewFrame.tsx'
import { SidePanel } from '../ui/SidePanel.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { EmailPart, QrPart } from './forms.tsx'
import type { PublishResult } from './publish.ts'
import { closeShare, openShare, type ShareSubject } from './queries.ts'

type Props = {
  subject: ShareSubject
  page: Shape<'Page'>
  audienceName: string
  done: PublishResult
  onUndone: () => void
}

/** Shown after publishing: the address, and ways to share it. */
export function DonePane({ subject: { pageId }, page, audienceName, done, onUndone }: Props) {
  const { data: share } = useQuery(shareQuery(pageId, done.audienceId))
  const standing = useAudienceStandings([done.audienceId]).get(done.audienceId)
  const url = share?.url ?? done.url
  const [copied, setCopied] = useState<boolean>()
  const copy = useEffectEvent(async () => {
    if (url) setCopied(await tryCopy(url))
  })
  useEffect(() => void copy(), [])
  const undo = useMutation({
    mutationFn: done.undo,
    onSuccess: () => {
      notify('Undone. Visitors see what they saw before.')
      onUndone()
    },
    onError: notifyProblem,
  })
  useShortcut('u', () => undo.mutate(), !undo.isPending, { inDialog: true })
  const preview = useQuery({
    ...previewQuery({ pageId, audienceId: done.audienceId }, standing?.shownVersionId ?? ''),
    enabled: standing !== undefined,
  })
  const isLive = standing?.isLive ?? share?.isLive ?? false
  const title = done.at ? `Goes live ${timeOf(done.at)}` : isLive ? `${page.name} is live` : 'Saved'
  const said = `${audienceName === 'Everyone' ? 'Everyone who has the link sees it now' : `${audienceName} can see it now`}.`
  return (
    <SidePanel
      open
      width="full"
      onClose={closeShare}
      title={title}
      description={`${isLive && !done.at ? said : 'Visitors see nothing new yet.'}${copied ? ' The link is on your clipboard.' : ''}`}
      footer={
        <>
          <Button look="quiet" icon={Undo2} keys="u" busy={undo.isPending} onClick={() => undo.mutate()}>
            Undo
          </Button>
          <span className="flex-1" />
          <NextOne pageId={pageId} doneId={done.audienceId} />
          <Button keys="escape" onClick={closeShare}>
            Done
          </Button>
        </>
      }
    >
      <div className="flex h-full min-h-0">
        <div className="thin-scroll w-full space-y-7 overflow-y-auto p-5 lg:w-110 lg:shrink-0">
          {url && (
            <Address
              {...{ url, standing, copied, at: done.at, password: done.password }}
              onCopy={() => void tryCopy(url).then(setCopied)}
            />
          )}
          {share && url && (
            <>
              <EmailPart share={share} url={url} />
              <QrPart url={url} name={share.effectiveName} />
            </>
          )}
        </div>
        {isLive && (
          <div className="min-h-0 flex-1 border-s border-line bg-sunken p-4 max-lg:hidden">
            <PreviewFrame src={preview.data?.url} title="What they see" className="h-full" />
          </div>
        )}
      </div>
    </SidePanel>
  )
}

async function tryCopy(text: string): Promise<boolean> {
  return await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
}

type AddressProps = {
  url: string
  standing: Shape<'AudienceStanding'> | undefined
  copied: boolean | undefined
  at: string | undefined
  password: string | undefined
  onCopy: () => void
}

function Address({ url, standing, copied, at, password, onCopy }: AddressProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // The browser refused to copy, so the address is selected for copying by keyboard.
    if (copied === false) field.current?.select()
  }, [copied])
  const { protection, closesAt } = standing ?? {}
  return (
    <div className="space-y-3">
      <div className="flex gap-3 rounded-lg bg-good-tint px-4 py-3">
        <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-good" />
        <div className="min-w-0 flex-1">
          {copied === false ? (
            <input
              ref={field}
              readOnly
              dir="ltr"
              aria-label="Address"
              value={url}
              className="w-full bg-transparent font-medium outline-none"
            />
          ) : (
            <p dir="ltr" className="font-medium break-all">
              {readable(url)}
            </p>
          )}
          <p className="flex flex-wrap gap-x-3 text-sm text-quiet">
            {at && <Fact icon={CalendarClock} words={`live from ${timeOf(at)} on`} />}
            {protection && <Fact icon={Lock} words={protections[protection]} />}
            {closesAt && <Fact icon={Timer} words={`closes ${dayOf(closesAt)}`} />}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          icon={copied ? Check : Copy}
          className="max-md:h-11 max-md:flex-1"
          onClick={onCopy}
        >
          {copied ? 'Copied' : 'Copy link'}
        </Button>
        {password && <CopyButton text={password}>Copy password</CopyButton>}
        <a href={url} target="_blank" rel="noreferrer" className={cx(buttonClass(), 'max-md:h-11')}>
          <ExternalLink aria-hidden className="size-4" />
          Open
        </a>
      </div>
    </div>
  )
}

function Fact({ icon: Icon, words }: { icon: typeof Lock; words: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <Icon aria-hidden className="size-3.5" />
      {words}
    </span>
  )
}

/** Another audience of the page that has no published version or no address yet. */
function NextOne({ pageId, doneId }: { pageId: string; doneId: string }) {
  const { rows } = useList(audiencesQuery(pageId, {}))
  const standings = useAudienceStandings(rows.map(({ audienceId }) => audienceId))
  const next = rows.find(({ audienceId }) => {
    const state = standings.get(audienceId)?.state
    return audienceId !== doneId && (state === 'notLive' || state === 'liveNoAddress')
  })
  if (!next) return null
  return (
    <Button look="quiet" onClick={() => openShare({ pageId, audienceId: next.audienceId })}>
      Next: {next.effectiveName}
    </Button>
  )
}
