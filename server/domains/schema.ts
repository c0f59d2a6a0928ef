import { type Static, Type } from 'typebox'
import { exampleId } from '../../shared/ids.ts'
import { closed, Nullable } from '../../shared/typebox.ts'
import { Cursor, Id, Limit, Paged, Timestamp } from '../web/schema.ts'

const Hostname = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'A full host name; kept in lower case, international letters in their DNS form.',
  examples: ['go.acme.example'],
})

export const TenantDomain = Type.Object(
  {
    tenantDomainId: Id('tenant_domain'),
    hostname: Hostname,
    verification: Type.Object(
      { record: Type.String(), value: Type.String() },
      { ...closed, description: 'The DNS TXT record that proves the domain is yours.' },
    ),
    verifiedAt: Nullable(Timestamp),
    failingSince: Nullable(Timestamp),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  {
    ...closed,
    title: 'TenantDomain',
    examples: [
      {
        tenantDomainId: exampleId('tenant_domain'),
        hostname: 'go.acme.example',
        verification: { record: '_foyer-challenge.go.acme.example', value: 'foyer=Zk3v…' },
        verifiedAt: null,
        failingSince: null,
        createdAt: '+1794614400000',
        updatedAt: '+1794614400000',
      },
    ],
  },
)
export type TenantDomain = Static<typeof TenantDomain>

export const TenantDomainInput = Type.Object(
  { hostname: Hostname },
  { ...closed, title: 'TenantDomainInput', examples: [{ hostname: 'go.acme.example' }] },
)
export const TenantDomainPage = Paged(TenantDomain, 'TenantDomainPage')
export const TenantDomainQuery = Type.Object({ cursor: Cursor, limit: Limit }, closed)
