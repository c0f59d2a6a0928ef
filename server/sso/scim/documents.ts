const core = 'urn:ietf:params:scim:schemas:core:2.0'

/** The supported features, as specified in RFC 7643, section 5. */
export function serviceProviderConfig(base: string) {
  const no = { supported: false }
  return {
    schemas: [`${core}:ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { ...no, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: 200 },
    changePassword: no,
    sort: no,
    etag: no,
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'The token that is made under Team, Single sign-on.',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  }
}

export function resourceTypes(base: string) {
  return ['User', 'Group'].map((id) => ({
    schemas: [`${core}:ResourceType`],
    id,
    name: id,
    endpoint: `/${id}s`,
    schema: `${core}:${id}`,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${id}` },
  }))
}

type Attribute = { name: string; type: string; [property: string]: unknown }

function attribute(name: string, more: Partial<Attribute> = {}): Attribute {
  const usual = { multiValued: false, required: false, caseExact: false, mutability: 'readWrite' }
  return { name, type: 'string', ...usual, returned: 'default', uniqueness: 'none', ...more }
}

const multi = { type: 'complex', multiValued: true }
const readOnly = { mutability: 'readOnly' }

const attributes: Record<'User' | 'Group', Attribute[]> = {
  User: [
    attribute('userName', { required: true, uniqueness: 'server' }),
    attribute('externalId', { caseExact: true }),
    attribute('displayName'),
    attribute('name', {
      type: 'complex',
      subAttributes: [attribute('formatted'), attribute('givenName'), attribute('familyName')],
    }),
    attribute('active', { type: 'boolean' }),
    attribute('emails', {
      ...multi,
      subAttributes: [attribute('value'), attribute('type'), attribute('primary', { type: 'boolean' })],
    }),
    attribute('groups', {
      ...multi,
      ...readOnly,
      subAttributes: [attribute('value', readOnly), attribute('display', readOnly)],
    }),
  ],
  Group: [
    attribute('displayName', { required: true, uniqueness: 'server' }),
    attribute('externalId', { caseExact: true }),
    attribute('members', { ...multi, subAttributes: [attribute('value'), attribute('display', readOnly)] }),
  ],
}

export function schemas(base: string) {
  return (['User', 'Group'] as const).map((name) => ({
    schemas: [`${core}:Schema`],
    id: `${core}:${name}`,
    name,
    attributes: attributes[name],
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${core}:${name}` },
  }))
}
