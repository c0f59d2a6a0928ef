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
import type { Author } from '../api/authors.ts'
import { useSession } from '../api/session.ts'
import { pageQuery } from '../pages/queries.ts'
import { Skeleton } from '../ui/states.tsx'
import { type Activity, isNote, type Owner } from './queries.ts'

/** `owner` is the account or person whose history shows the sentence; the sentence doesn't repeat its name. */
type Told = { entry: Activity; owner: Owner; about: string; author?: Author | undefined }
type Deed = { icon: LucideIcon; tint: string; say: (told: Told, times: number) => ReactNode }

const deeds: Record<string, Deed> = {
  'page.viewed': {
    icon: Eye,
    tint: 'text-busy',
    say: (told, times) => (
      <>
        <Who {...told} /> opened <PageName {...told} />
        {times > 1 && ` ${times} times`}
      </>
    ),
  },
  'action.clicked': {
    icon: MousePointerClick,
    tint: 'text-good',
    say: (told, times) => (
      <>
        <Who {...told} /> clicked <ActionName {...told} /> on <PageName {...told} />
        {times > 1 && ` ${times} times`}
      </>
    ),
  },
  'form.submitted': {
    icon: ClipboardCheck,
    tint: 'text-good',
    say: (told) => (
      <>
        <Who {...told} /> submitted the form on <PageName {...told} />
      </>
    ),
  },
  'version.published': {
    icon: Globe,
    tint: 'text-accent',
    say: (told) => (
      <>
        Version {String(told.entry.payload.versionNumber ?? '')} of <PageName {...told} /> was published
        <Concerning {...told} word=" for " />
      </>
    ),
  },
  'webhook.disabled': { icon: Unplug, tint: 'text-warn', say: () => 'A webhook was turned off' },
}

const note: Deed = { icon: StickyNote, tint: 'text-quiet', say: (told) => <NoteBy {...told} /> }
const other: Deed = { icon: CircleDot, tint: 'text-quiet', say: (told) => <Elsewhere {...told} /> }

export function deedOf(entry: Activity): Deed {
  return isNote(entry) ? note : (deeds[entry.type] ?? other)
}

/** The event in words. */
export function Sentence({ times, ...told }: Told & { times: number }) {
  return deedOf(told.entry).say(told, times)
}

const strong = 'font-medium text-ink'
const linked =
  'rounded-sm font-medium text-ink underline decoration-edge underline-offset-3 hover:decoration-current'

function Who({ entry: { personId, personName }, owner, about }: Told) {
  if (personId === null) return <span className={strong}>Someone at {about}</span>
  if (isAbout(owner, personId)) return <span className={strong}>{about}</span>
  return (
    <Link to="/persons/$personId" params={{ personId }} className={linked}>
      {personName ?? 'An unnamed person'}
    </Link>
  )
}

function isAbout(owner: Owner, personId: string): boolean {
  return 'personId' in owner && owner.personId === personId
}

/** The person or account that an event is about, unless the history is theirs. */
function Concerning({ word, ...told }: Told & { word: string }) {
  const { personId } = told.entry
  if (personId === null || isAbout(told.owner, personId)) return null
  return (
    <>
      {word}
      <Who {...told} />
    </>
  )
}

function NoteBy(told: Told) {
  const { user, keyId } = useSession()
  const { author, entry } = told
  const isOwn = author !== undefined && (user ? author.userId === user.userId : author.keyId === keyId)
  const programs: Record<string, string> = { agent: 'The agent', system: 'Foyer' }
  const name = isOwn ? 'You' : (author?.name ?? 'Somebody')
  return (
    <>
      <span className={strong}>{programs[entry.source] ?? name}</span> noted
      <Concerning {...told} word=" about " />
    </>
  )
}

function idIn(entry: Activity, name: string): string | undefined {
  const value = entry.payload[name]
  return typeof value === 'string' ? value : undefined
}

function PageName({ entry }: Told) {
  const pageId = idIn(entry, 'pageId')
  const { data, isPending } = useQuery({ ...pageQuery(pageId ?? ''), enabled: pageId !== undefined })
  if (data)
    return (
      <Link to="/pages/$pageId" params={{ pageId: data.pageId }} className={linked}>
        {data.name}
      </Link>
    )
  if (pageId !== undefined && isPending) return <Skeleton className="inline-block h-3 w-28 align-middle" />
  return <span className={strong}>a deleted page</span>
}

function ActionName({ entry }: Told) {
  const pageId = idIn(entry, 'pageId')
  const { data } = useQuery({ ...pageQuery(pageId ?? ''), enabled: pageId !== undefined })
  const action = data?.actions.find(({ actionId }) => actionId === idIn(entry, 'actionId'))
  return action ? <span className={strong}>“{action.buttonTitle}”</span> : 'a button'
}

/** An event from another system: its dotted name in words, and its payload. */
function Elsewhere(told: Told) {
  const { type, payload } = told.entry
  const words = type.replaceAll(/[._]/g, ' ')
  const facts = Object.entries(payload)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
    .slice(0, 4)
  return (
    <>
      <span className={strong}>{words[0]?.toUpperCase() + words.slice(1)}</span>
      <Concerning {...told} word=" · " />
      {facts.map(([name, value]) => (
        <span key={name} className="break-words">
          {' · '}
          {name} {String(value)}
        </span>
      ))}
    </>
  )
}
