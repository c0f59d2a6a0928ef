import {
  Bot,
  CalendarClock,
  KeyRound,
  Layers,
  type LucideIcon,
  MousePointerClick,
  Send,
  ShieldCheck,
  Sparkles,
  Terminal,
} from 'lucide-react'
import { Avatar } from '../ui/Avatar.tsx'
import { type AuditEntry, actorName } from './words.ts'

const signs: Record<AuditEntry['actor']['kind'], LucideIcon> = {
  user: KeyRound,
  key: KeyRound,
  agent: Sparkles,
  visitor: MousePointerClick,
  system: Terminal,
  provider: ShieldCheck,
}
const signsOfWays: Partial<Record<AuditEntry['way'], LucideIcon>> = {
  schedule: CalendarClock,
  release: Send,
  batch: Layers,
  mcp: Bot,
}

/** People are shown with their initials, programs with an icon. */
export function ActorSign({ entry, size = 24 }: { entry: AuditEntry; size?: number }) {
  const { actor, way } = entry
  if (actor.kind === 'user' && actor.name) return <Avatar name={actor.name} size={size} />
  const Sign = signsOfWays[way] ?? signs[actor.kind]
  return (
    <span
      aria-hidden
      className="grid shrink-0 place-items-center rounded-md border border-line bg-sunken text-quiet"
      style={{ width: size, height: size }}
    >
      <Sign style={{ width: size * 0.58, height: size * 0.58 }} />
    </span>
  )
}

export function ActorCell({ entry }: { entry: AuditEntry }) {
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <ActorSign entry={entry} />
      <span dir="auto" className="truncate font-medium">
        {actorName(entry)}
      </span>
    </span>
  )
}
