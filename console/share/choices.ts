import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fromLocalInput, toLocalInput, tomorrowAtNine } from '../api/locale.ts'
import type { Shape } from '../api/schema.ts'
import { audienceKindOf } from '../audiences/words.ts'
import type { AudienceStanding } from '../status/queries.ts'
import { readPath } from '../ui/path.ts'
import { newPassword, pathQuery, proposePath } from './address.ts'
import type { PublishChoices } from './publish.ts'

export type LinkProtection = 'none' | 'password' | 'email'
type PublishTime = 'now' | 'later' | 'draft'

type ShareState = {
  /** The page's title for visitors. */
  title: string
  audience: Shape<'Audience'> | undefined
  standing: AudienceStanding | undefined
  gate: Shape<'PageLinkGate'> | undefined
  link: Shape<'PageLink'> | undefined
}

type ChoiceEdits = {
  path?: string
  /** By default, a person's address is below that of their account or page. */
  isOwn?: boolean
  domain?: string | null
  protection?: LinkProtection
  password?: string
  /** The last day, as the value of a date field; empty for no end. */
  closes?: string
  when?: PublishTime
  at?: string
}

export type ShareChoices = ReturnType<typeof useChoices>

/** The state of the panel: existing values, suggestions for missing ones, and the user's changes. */
export function useChoices({ title, audience, standing, gate, link }: ShareState) {
  const [edits, setEdits] = useState<ChoiceEdits>({})
  const [fresh] = useState(newPassword)
  const domain = edits.domain ?? link?.tenantDomainId ?? null
  const isInherited = standing?.url != null && !link && !edits.isOwn
  const proposal = useQuery({
    ...pathQuery(proposePath(title, namedOf(audience)), domain),
    enabled: !link && !isInherited,
  })
  const path = edits.path ?? (link ? decodeURI(link.path) : (proposal.data?.free ?? ''))
  const read = readPath(path)
  const taken = useQuery(pathQuery(read.path ?? '/', domain))
  const isTaken = taken.data?.link !== undefined && taken.data.link.pageLinkId !== link?.pageLinkId
  const known: LinkProtection = gate?.hasPassword ? 'password' : gate?.allowedEmails ? 'email' : 'none'
  const closes = gate?.expiresAt ? toLocalInput(Number(gate.expiresAt)).slice(0, 10) : ''
  const planned = standing?.scheduledFor
  const chosen = {
    ...{ path, domain, isInherited, isTaken, fault: read.fault, known },
    isProposed: !link && edits.path === undefined,
    free: taken.data?.free,
    isChecking: taken.isFetching && !taken.data,
    protection: edits.protection ?? known,
    password: edits.password ?? (known === 'password' ? '' : fresh),
    closes: edits.closes ?? closes,
    when: edits.when ?? (planned ? ('later' as const) : ('now' as const)),
    at: edits.at ?? toLocalInput(planned ? Number(planned) : tomorrowAtNine()),
  }
  const isMoved = !isInherited && (!link || read.path !== link.path || domain !== link.tenantDomainId)
  const isGated =
    !isInherited &&
    (chosen.protection !== known ||
      (edits.password !== undefined && chosen.protection === 'password') ||
      chosen.closes !== closes)
  const hasPassword = chosen.protection !== 'password' || chosen.password !== '' || known === 'password'
  return {
    ...chosen,
    /** Whether the address is the existing one. */
    isPresent: !isMoved && !isInherited,
    isChanged: isMoved || isGated,
    canSave: isInherited || (hasPassword && read.path !== undefined && read.path !== '/' && !isTaken),
    change: (part: ChoiceEdits) => setEdits((now) => ({ ...now, ...part })),
    toPublish: (): PublishChoices => ({
      path: isMoved ? read.path : undefined,
      tenantDomainId: domain,
      gate: isGated ? gateOf(chosen) : undefined,
      when: chosen.when === 'later' ? { at: `+${fromLocalInput(chosen.at)}` } : chosen.when,
    }),
  }
}

function namedOf(audience: Shape<'Audience'> | undefined) {
  if (!audience) return { kind: 'everyone' as const, computedName: '', personRouteKey: null }
  return { ...audience, kind: audienceKindOf(audience) }
}

function gateOf({
  protection,
  password,
  closes,
}: {
  protection: LinkProtection
  password: string
  closes: string
}) {
  return {
    ...(protection === 'none' && { password: null, allowedEmails: null }),
    ...(protection === 'password' && password !== '' && { password, allowedEmails: null }),
    expiresAt: closes === '' ? null : `+${fromLocalInput(`${closes}T23:59:59`)}`,
  }
}
