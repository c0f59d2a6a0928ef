import { type Static, Type } from 'typebox'
import { exampleId } from '../../shared/ids.ts'
import {
  type AudienceState,
  audienceStates,
  type LinkState,
  linkStates,
  type PageState,
  pageStates,
  protections,
} from '../../shared/statusWords.ts'
import { ClosedObject, Enum, NamedObject, Nullable } from '../../shared/typebox.ts'
import { baseStates } from '../releases/stateSchema.ts'
import { Id, largestInteger, Timestamp } from '../web/schema.ts'

const described = 'What somebody finds who opens it now, derived from the fields of the other objects.'
const Count = (description: string) => Type.Integer({ minimum: 0, maximum: largestInteger, description })

const reach = {
  protection: Nullable(
    Enum(Object.keys(protections) as (keyof typeof protections)[], {
      description: 'What visitors are asked for before they see the page.',
    }),
  ),
  closesAt: Nullable({ ...Timestamp, description: 'When the address stops working.' }),
}
const scheduled = {
  scheduleId: Nullable(Id('schedule', { description: 'The schedule that publishes next.' })),
  scheduledFor: Nullable({ ...Timestamp, description: 'When something is published by itself.' }),
}

export const AudienceStanding = NamedObject(
  'AudienceStanding',
  {
    audienceId: Id('audience'),
    pageId: Id('page'),
    state: Enum(Object.keys(audienceStates) as AudienceState[], { description: described }),
    url: Nullable(Type.String({ description: 'Where they find their page.' })),
    pageLinkId: Nullable(Id('page_link', { description: 'A link of its own.' })),
    ...reach,
    ...scheduled,
    scheduledReleaseId: Nullable(
      Id('release', { description: 'The release that publishes next, where no schedule of its own does.' }),
    ),
    isLive: Type.Boolean({
      description: 'Whether visitors may see it: a version and the page are published.',
    }),
    baseState: Enum([...baseStates, 'unchecked'] as const, {
      description: 'Against the page’s newest revision.',
    }),
    shownVersion: Count('The number of the published version.'),
    shownVersionId: Id('version'),
    newestVersion: Count('The number of the newest version that can be published.'),
    newestVersionId: Id('version'),
  },
  {
    state: 'liveNewer',
    url: 'https://acme.example/offer/jane-doe/k3v9x0q2mzk3v9x0',
    isLive: true,
    shownVersion: 5,
    newestVersion: 6,
  },
)
export type AudienceStanding = Static<typeof AudienceStanding>

export const PageLinkStanding = NamedObject(
  'PageLinkStanding',
  {
    pageLinkId: Id('page_link'),
    state: Enum(Object.keys(linkStates) as LinkState[], { description: described }),
    ...reach,
  },
  { state: 'liveLocked', protection: 'password' },
)
export type PageLinkStanding = Static<typeof PageLinkStanding>

export const PageStanding = NamedObject(
  'PageStanding',
  {
    pageId: Id('page'),
    state: Enum(Object.keys(pageStates) as PageState[], { description: described }),
    audiences: Count('Audiences that are not archived.'),
    live: Count('Those of them with a version that visitors see.'),
    url: Nullable(Type.String({ description: 'The page’s own address, for everyone.' })),
    everyoneId: Nullable(Id('audience', { description: 'The audience for everyone.' })),
    ...scheduled,
    releaseId: Nullable(Id('release', { description: 'The release that is under way, or scheduled next.' })),
    isBehind: Type.Boolean({ description: 'Live audiences lack the newest revision of the page.' }),
    done: Count('Audiences that the release has processed.'),
    total: Count('Audiences of the release.'),
  },
  {
    state: 'livePart',
    audiences: 407,
    live: 395,
    url: 'https://acme.example/offer',
    everyoneId: exampleId('audience'),
    done: 0,
    total: 0,
  },
)
export type PageStanding = Static<typeof PageStanding>

const mostStandings = 100
export const AudienceStandings = NamedObject('AudienceStandings', { items: Type.Array(AudienceStanding) })
export const PageLinkStandings = NamedObject('PageLinkStandings', { items: Type.Array(PageLinkStanding) })
export const PageStandings = NamedObject('PageStandings', { items: Type.Array(PageStanding) })

const Some = { minItems: 1, maxItems: mostStandings, description: 'Of which. Unknown ones are left out.' }
export const AudienceStandingQuery = ClosedObject({ audienceId: Type.Array(Id('audience'), Some) })
export const PageLinkStandingQuery = ClosedObject({ pageLinkId: Type.Array(Id('page_link'), Some) })
export const PageStandingQuery = ClosedObject({ pageId: Type.Array(Id('page'), Some) })
