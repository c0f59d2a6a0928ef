import { Building2, Contact, type LucideIcon, Users } from 'lucide-react'
import type { Shape } from '../api/schema.ts'

export type Audience = Shape<'Audience'>

export type AudienceKind = 'person' | 'account' | 'everyone'

export const audienceKindWords: Record<AudienceKind, { label: string; icon: LucideIcon }> = {
  person: { label: 'Person', icon: Contact },
  account: { label: 'Company', icon: Building2 },
  everyone: { label: 'Everyone', icon: Users },
}

/** Whether an audience is for a person, an account or everyone. */
export function audienceKindOf({
  personId,
  computedName,
}: Pick<Audience, 'personId' | 'computedName'>): AudienceKind {
  if (personId !== null) return 'person'
  return computedName === 'Everyone' ? 'everyone' : 'account'
}

/** The time of the last change to its versions. */
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
