import { type Static, Type } from 'typebox'
import { exampleId } from '../../shared/ids.ts'
import { closed, Nullable } from '../../shared/typebox.ts'
import { Cursor, Id, Limit, Paged, Timestamp } from '../web/schema.ts'

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

export const PageLink = Type.Object(
  {
    pageLinkId: Id('page_link'),
    tenantDomainId: DomainId,
    path: Type.String({ minLength: 1 }),
    target: Target,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    deletedAt: Nullable(Timestamp),
  },
  {
    ...closed,
    title: 'PageLink',
    examples: [
      {
        pageLinkId: exampleId('page_link'),
        tenantDomainId: null,
        path: '/acme',
        target,
        createdAt: '+1794614400000',
        updatedAt: '+1794614400000',
        deletedAt: null,
      },
    ],
  },
)
export type PageLink = Static<typeof PageLink>

export const PageLinkInput = Type.Object(
  { path: Path, target: Target, tenantDomainId: Type.Optional(DomainId) },
  { ...closed, title: 'PageLinkInput', examples: [{ path: '/acme', target }] },
)
export type PageLinkInput = Static<typeof PageLinkInput>

export const PageLinkPatch = Type.Partial(PageLinkInput, {
  ...closed,
  title: 'PageLinkPatch',
  examples: [{ path: '/acme-q3' }],
})
export type PageLinkPatch = Static<typeof PageLinkPatch>

const PageLinkHost = Type.Object(
  { tenantDomainId: Id('tenant_domain'), hostname: Type.String() },
  {
    ...closed,
    title: 'PageLinkHost',
    examples: [{ tenantDomainId: exampleId('tenant_domain'), hostname: 'go.acme.example' }],
  },
)
export type PageLinkHost = Static<typeof PageLinkHost>
export const PageLinkHosts = Type.Object(
  { items: Type.Array(PageLinkHost) },
  {
    ...closed,
    title: 'PageLinkHosts',
    examples: [{ items: [{ tenantDomainId: exampleId('tenant_domain'), hostname: 'go.acme.example' }] }],
  },
)

export const PageLinkPage = Paged(PageLink, 'PageLinkPage')
export const PageLinkQuery = Type.Object(
  {
    cursor: Cursor,
    limit: Limit,
    pageId: Type.Optional(Id('page', { description: 'Only links to audiences of this page.' })),
    path: Type.Optional(
      Type.String({ minLength: 1, maxLength: 4096, description: 'Only the link with this path.' }),
    ),
    tenantDomainId: Type.Optional(
      Id('tenant_domain', {
        description: 'Links of this custom domain; by default, links of your subdomain.',
      }),
    ),
  },
  closed,
)
