import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  CircleDot,
  ClipboardCheck,
  Eye,
  Globe,
  type LucideIcon,
  MousePointerClick,
  StickyNote,
  Unplug,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { pageQuery } from '../pages/queries.ts'
import { Skeleton } from '../ui/states.tsx'
import { type Activity, isNote } from './queries.ts'

type Deed = { icon: LucideIcon; tint: string; say: (entry: Activity, times: number) => ReactNode }

const deeds: Record<string, Deed> = {
  'page.viewed': {
    icon: Eye,
    tint: 'text-busy',
    say: (entry, times) => (
      <>
        <Who entry={entry} /> opened <PageName entry={entry} />
        {times > 1 && ` ${times} times`}
      </>
    ),
  },
  'action.clicked': {
    icon: MousePointerClick,
    tint: 'text-good',
    say: (entry, times) => (
      <>
        <Who entry={entry} /> clicked <ActionName entry={entry} /> on <PageName entry={entry} />
        {times > 1 && ` ${times} times`}
      </>
    ),
  },
  'form.submitted': {
    icon: ClipboardCheck,
    tint: 'text-good',
    say: (entry) => (
      <>
        <Who entry={entry} /> sent the form on <PageName entry={entry} />
      </>
    ),
  },
  'version.published': {
    icon: Globe,
    tint: 'text-accent',
    say: (entry) => (
      <>
        Version {String(entry.payload.versionNumber ?? '')} of <PageName entry={entry} /> was published
        {entry.personId !== null && (
          <>
            {' for '}
            <Who entry={entry} />
          </>
        )}
      </>
    ),
  },
  'webhook.disabled': { icon: Unplug, tint: 'text-warn', say: () => 'A webhook was switched off' },
}

const note: Deed = { icon: StickyNote, tint: 'text-quiet', say: (entry) => <NoteBy entry={entry} /> }
const other: Deed = { icon: CircleDot, tint: 'text-quiet', say: (entry) => <Elsewhere entry={entry} /> }

export function deedOf(entry: Activity): Deed {
  return isNote(entry) ? note : (deeds[entry.type] ?? other)
}

/** What happened, in words. */
export function Sentence({ entry, times }: { entry: Activity; times: number }) {
  return deedOf(entry).say(entry, times)
}

const strong = 'font-medium text-ink'
const linked =
  'rounded-sm font-medium text-ink underline decoration-edge underline-offset-3 hover:decoration-current'

function Who({ entry: { personId, personName } }: { entry: Activity }) {
  if (personId === null) return <span className={strong}>Somebody there</span>
  return (
    <Link to="/persons/$personId" params={{ personId }} className={linked}>
      {personName ?? 'Somebody without a name'}
    </Link>
  )
}

function NoteBy({ entry }: { entry: Activity }) {
  const authors: Record<string, string> = { agent: 'The agent', system: 'Foyer' }
  const author = authors[entry.source] ?? 'You'
  return (
    <>
      <span className={strong}>{author}</span> noted
      {entry.personId !== null && (
        <>
          {' about '}
          <Who entry={entry} />
        </>
      )}
    </>
  )
}

function idIn(entry: Activity, name: string): string | undefined {
  const value = entry.payload[name]
  return typeof value === 'string' ? value : undefined
}

function PageName({ entry }: { entry: Activity }) {
  const pageId = idIn(entry, 'pageId')
  const { data, isPending } = useQuery({ ...pageQuery(pageId ?? ''), enabled: pageId !== undefined })
  if (data)
    return (
      <Link to="/pages/$pageId" params={{ pageId: data.pageId }} className={linked}>
        {data.name}
      </Link>
    )
  if (pageId !== undefined && isPending) return <Skeleton className="inline-block h-3 w-28 align-middle" />
  return <span className={strong}>a page that was deleted</span>
}

function ActionName({ entry }: { entry: Activity }) {
  const pageId = idIn(entry, 'pageId')
  const { data } = useQuery({ ...pageQuery(pageId ?? ''), enabled: pageId !== undefined })
  const action = data?.actions.find(({ actionId }) => actionId === idIn(entry, 'actionId'))
  return action ? <span className={strong}>“{action.buttonTitle}”</span> : 'a button'
}

/** Something that another system told: its dotted name as words, and what else it said. */
function Elsewhere({ entry }: { entry: Activity }) {
  const words = entry.type.replaceAll(/[._]/g, ' ')
  const facts = Object.entries(entry.payload)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
    .slice(0, 4)
  return (
    <>
      <span className={strong}>{words[0]?.toUpperCase() + words.slice(1)}</span>
      {entry.personId !== null && (
        <>
          {' · '}
          <Who entry={entry} />
        </>
      )}
      {facts.map(([name, value]) => (
        <span key={name} className="break-words">
          {' · '}
          {name} {String(value)}
        </span>
      ))}
    </>
  )
}
