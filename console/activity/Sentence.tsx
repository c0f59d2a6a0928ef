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
import { type Activity, type HistoryOwner, isNote } from './queries.ts'

/** `owner` is the account or person whose history shows the sentence; the sentence doesn't repeat its name. */
type SentenceProps = { entry: Activity; owner: HistoryOwner; about: string; author?: Author | undefined }
type EventWords = { icon: LucideIcon; tint: string; say: (props: SentenceProps, times: number) => ReactNode }

const eventWords: Record<string, EventWords> = {
  'page.viewed': {
    icon: Eye,
    tint: 'text-busy',
    say: (props, times) => (
      <>
        <Who {...props} /> opened <PageName {...props} />
        {times > 1 && ` ${times} times`}
      </>
    ),
  },
  'action.clicked': {
    icon: MousePointerClick,
    tint: 'text-good',
    say: (props, times) => (
      <>
        <Who {...props} /> clicked <ActionName {...props} /> on <PageName {...props} />
        {times > 1 && ` ${times} times`}
      </>
    ),
  },
  'form.submitted': {
    icon: ClipboardCheck,
    tint: 'text-good',
    say: (props) => (
      <>
        <Who {...props} /> submitted the form on <PageName {...props} />
      </>
    ),
  },
  'version.published': {
    icon: Globe,
    tint: 'text-accent',
    say: (props) => (
      <>
        Version {String(props.entry.payload.versionNumber ?? '')} of <PageName {...props} /> was published
        <AboutPerson {...props} word=" for " />
      </>
    ),
  },
  'webhook.disabled': { icon: Unplug, tint: 'text-warn', say: () => 'A webhook was turned off' },
}

const note: EventWords = { icon: StickyNote, tint: 'text-quiet', say: (props) => <NoteBy {...props} /> }
const other: EventWords = {
  icon: CircleDot,
  tint: 'text-quiet',
  say: (props) => <ExternalEvent {...props} />,
}

export function eventWordsOf(entry: Activity): EventWords {
  return isNote(entry) ? note : (eventWords[entry.type] ?? other)
}

/** The event in words. */
export function Sentence({ times, ...props }: SentenceProps & { times: number }) {
  return eventWordsOf(props.entry).say(props, times)
}

const strong = 'font-medium text-ink'
const linked =
  'rounded-sm font-medium text-ink underline decoration-edge underline-offset-3 hover:decoration-current'

function Who({ entry: { personId, personName }, owner, about }: SentenceProps) {
  if (personId === null) return <span className={strong}>Someone at {about}</span>
  if (isAbout(owner, personId)) return <span className={strong}>{about}</span>
  return (
    <Link to="/persons/$personId" params={{ personId }} className={linked}>
      {personName ?? 'An unnamed person'}
    </Link>
  )
}

function isAbout(owner: HistoryOwner, personId: string): boolean {
  return 'personId' in owner && owner.personId === personId
}

/** The person or account that an event is about, unless the history is theirs. */
function AboutPerson({ word, ...props }: SentenceProps & { word: string }) {
  const { personId } = props.entry
  if (personId === null || isAbout(props.owner, personId)) return null
  return (
    <>
      {word}
      <Who {...props} />
    </>
  )
}

function NoteBy(props: SentenceProps) {
  const { user, keyId } = useSession()
  const { author, entry } = props
  const isOwn = author !== undefined && (user ? author.userId === user.userId : author.keyId === keyId)
  const programs: Record<string, string> = { agent: 'The agent', system: 'Foyer' }
  const name = isOwn ? 'You' : (author?.name ?? 'Somebody')
  return (
    <>
      <span className={strong}>{programs[entry.source] ?? name}</span> noted
      <AboutPerson {...props} word=" about " />
    </>
  )
}

function idIn(entry: Activity, name: string): string | undefined {
  const value = entry.payload[name]
  return typeof value === 'string' ? value : undefined
}

function PageName({ entry }: SentenceProps) {
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

function ActionName({ entry }: SentenceProps) {
  const pageId = idIn(entry, 'pageId')
  const { data } = useQuery({ ...pageQuery(pageId ?? ''), enabled: pageId !== undefined })
  const action = data?.actions.find(({ actionId }) => actionId === idIn(entry, 'actionId'))
  return action ? <span className={strong}>“{action.buttonTitle}”</span> : 'a button'
}

/** An event from another system: its dotted name in words, and its payload. */
function ExternalEvent(props: SentenceProps) {
  const { type, payload } = props.entry
  const words = type.replaceAll(/[._]/g, ' ')
  const facts = Object.entries(payload)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
    .slice(0, 4)
  return (
    <>
      <span className={strong}>{words[0]?.toUpperCase() + words.slice(1)}</span>
      <AboutPerson {...props} word=" · " />
      {facts.map(([name, value]) => (
        <span key={name} className="break-words">
          {' · '}
          {name} {String(value)}
        </span>
      ))}
    </>
  )
}
