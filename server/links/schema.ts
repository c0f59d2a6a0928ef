import { type Static, Type } from 'typebox'
import { exampleId } from '../../shared/ids.ts'
import { ClosedObject, closed, NamedObject, Nullable } from '../../shared/typebox.ts'
import { Id, Paged, paging, Timestamp } from '../web/schema.ts'

const Path = Type.String({
  minLength: 1,
  maxLength: 4096,
  description: 'Path on the site, in canonical form. At most 1,024 characters.',
  examples: ['/acme'],
})
const Target = Type.Object(
  {
    targetType: Type.String({ pattern: '^audience$', examples: ['audience'] }),
    audienceId: Id('audience'),
  },
  { ...closed, description: 'What visitors see there.' },
)
const DomainId = Nullable(
  Id('tenant_domain', { description: 'The custom domain; null on your own subdomain.' }),
)

const target = { targetType: 'audience', audienceId: exampleId('audience') }

export const PageLink = NamedObject(
  'PageLink',
  {
    pageLinkId: Id('page_link'),
    tenantDomainId: DomainId,
    path: Type.String({ minLength: 1 }),
    target: Target,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    deletedAt: Nullable(Timestamp),
  },
  { path: '/acme', target },
)
export type PageLink = Static<typeof PageLink>

export const PageLinkInput = NamedObject(
  'PageLinkInput',
  { path: Path, target: Target, tenantDomainId: Type.Optional(DomainId) },
  { target },
)
export type PageLinkInput = Static<typeof PageLinkInput>

export const PageLinkPatch = Type.Partial(PageLinkInput, {
  ...closed,
  title: 'PageLinkPatch',
  examples: [{ path: '/acme-q3' }],
})
export type PageLinkPatch = Static<typeof PageLinkPatch>

const PageLinkHost = NamedObject(
  'PageLinkHost',
  { tenantDomainId: Id('tenant_domain'), hostname: Type.String() },
  { hostname: 'go.acme.example' },
)
export type PageLinkHost = Static<typeof PageLinkHost>
export const PageLinkHosts = NamedObject('PageLinkHosts', { items: Type.Array(PageLinkHost) })

export const PageLinkPage = Paged(PageLink, 'PageLinkPage')
export const PageLinkQuery = ClosedObject({
  ...paging,
  pageId: Type.Optional(Id('page', { description: 'Only links to audiences of this page.' })),
  path: Type.Optional(
    Type.String({ minLength: 1, maxLength: 4096, description: 'Only the link with this path.' }),
  ),
  tenantDomainId: Type.Optional(
    Id('tenant_domain', {
      description: 'Links of this custom domain; by default, links of your subdomain.',
    }),
  ),
})
