import { Building2, Contact, type LucideIcon, Users } from 'lucide-react'
import type { Shape } from '../api/schema.ts'
import { statusWords } from '../ui/Badge.tsx'

export type Audience = Shape<'Audience'>

export type Whom = 'person' | 'account' | 'everyone'

export const whomWords: Record<Whom, { label: string; icon: LucideIcon }> = {
  person: { label: 'Person', icon: Contact },
  account: { label: 'Company', icon: Building2 },
  everyone: { label: 'Everyone', icon: Users },
}

/** Whom an audience is for, by what its name is made of. */
export function whomOf({ personId, computedName }: Pick<Audience, 'personId' | 'computedName'>): Whom {
  if (personId !== null) return 'person'
  return computedName === 'Everyone' ? 'everyone' : 'account'
}

/** The status that is shown: the first version is published before visitors may see it. */
export function shownStatus(status: string, isLive: boolean): string {
  return status === 'published' && !isLive ? 'notLive' : status
}

/** Where the newest version stands, and which one visitors see. */
export function statusPhrase({ status, latestVersion, publishedVersion }: Audience, isLive: boolean): string {
  const { versionNumber } = latestVersion
  if (status === 'archived') return 'Archived'
  if (!isLive && status === 'published') return 'Not live yet'
  if (!isLive && status === 'draft') return `Draft ${versionNumber}, not live yet`
  if (status === 'published') return `Version ${versionNumber} published`
  if (status === 'draft') return `Draft ${versionNumber}, version ${publishedVersion.versionNumber} published`
  return `${statusWords[status]?.[0] ?? status}: version ${versionNumber}`
}

/** When anything last happened to its versions. */
export function changedAt({ latestVersion, publishedVersion, archivedAt }: Audience): string {
  const times = [
    latestVersion.createdAt,
    latestVersion.becameDraftAt,
    latestVersion.cancelledAt,
    publishedVersion.publishedAt,
    archivedAt,
  ]
  return times.reduce<string>((last, time) => (time && Number(time) > Number(last) ? time : last), '+0')
}
