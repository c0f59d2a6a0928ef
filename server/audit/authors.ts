import { type Static, Type } from 'typebox'
import { exampleId } from '../../shared/ids.ts'
import { ClosedObject, NamedObject, Nullable } from '../../shared/typebox.ts'
import type { App, AppContext } from '../context.ts'
import type { Reader } from '../database/database.ts'
import { nameOfKey } from '../users/keyName.ts'
import { pictureAddress } from '../users/pictures.ts'
import { operation } from '../web/operation.ts'
import { Id } from '../web/schema.ts'

const Author = NamedObject(
  'Author',
  {
    objectId: Type.String(),
    name: Nullable(Type.String({ description: 'Name of the person, or of the key of a service.' })),
    userId: Nullable(Id('user', { description: 'The person, unless it was the key of a service.' })),
    keyId: Nullable(Id('key')),
    picture: Nullable(Type.String({ description: 'The address of their picture, for the console.' })),
    isAgent: Type.Boolean({ description: 'True if an agent made it for them.' }),
  },
  {
    objectId: exampleId('version'),
    name: 'Lena Vogt',
    userId: exampleId('user'),
    keyId: exampleId('key'),
    isAgent: true,
  },
)
type Author = Static<typeof Author>

const AuthorQuery = ClosedObject({
  objectIds: Type.String({
    minLength: 1,
    maxLength: 4000,
    description: 'Ids of versions, notes, links or other objects, separated by commas.',
    examples: [exampleId('version')],
  }),
})

const Authors = NamedObject('Authors', { items: Type.Array(Author) })

export function authorRoutes(app: App, { db }: AppContext) {
  app.get(
    '/v0/authors',
    operation('listAuthors', 'List who made objects', {
      scope: 'read',
      description:
        'The authors of those objects whose creation is in the audit log. Objects of which it is not known are left out.',
      querystring: AuthorQuery,
      response: { 200: Authors },
    }),
    async ({ tenantId, query: { objectIds } }) => ({
      items: await findAuthors(db.read, tenantId, objectIds.split(',')),
    }),
  )
}

/** By the run of an agent that made the object, else by its first event, which is its creation. */
async function findAuthors(db: Reader, tenantId: string, ids: string[]): Promise<Author[]> {
  return await db<Author[]>`
    select distinct on (e.object_id) e.object_id, coalesce(u.name, ${nameOfKey(db)}) as name, u.user_id, e.key_id,
      ${pictureAddress(db)} as picture, e.actor_kind = 'agent' as is_agent
    from audit_events e left join api_keys k on k.tenant_id = ${tenantId} and k.key_id = e.key_id
      left join users u on u.user_id =
        case when e.actor_kind = 'user' then e.actor_id when k.kind <> 'service' then k.user_id end
    where e.tenant_id = ${tenantId} and e.object_id = any(${ids}) and e.actor_kind in ('user', 'key', 'agent')
    order by e.object_id, e.actor_kind = 'agent' desc, e.event_id`
}
