import { type Static, Type } from 'typebox'
import { ClosedObject, closed, NamedObject, Nullable } from '../../shared/typebox.ts'
import { Id, Paged, paging, Timestamp } from '../web/schema.ts'

const Hostname = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'A full host name; kept in lower case, international letters in their DNS form.',
  examples: ['go.acme.example'],
})

export const TenantDomain = NamedObject(
  'TenantDomain',
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
  { verification: { record: '_foyer-challenge.go.acme.example', value: 'foyer=Zk3v…' } },
)
export type TenantDomain = Static<typeof TenantDomain>

export const TenantDomainInput = NamedObject('TenantDomainInput', { hostname: Hostname })
export const TenantDomainPage = Paged(TenantDomain, 'TenantDomainPage')
export const TenantDomainQuery = ClosedObject({ ...paging })
