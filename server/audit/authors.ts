import { Type } from 'typebox'
import { exampleId } from '../../shared/ids.ts'
import { closed, Nullable } from '../../shared/typebox.ts'
import type { App, AppContext } from '../context.ts'
import type { Reader } from '../database/database.ts'
import { nameOfKey } from '../users/keyName.ts'

const example = { objectId: exampleId('version'), name: 'Lena Vogt', isAgent: true }

const Author = Type.Object(
  {
    objectId: Type.String(),
    name: Nullable(Type.String({ description: 'Name of the person, or of the key of a service.' })),
    isAgent: Type.Boolean({ description: 'True if an agent made it for them.' }),
  },
  {
    ...closed,
    title: 'Author',
    examples: [example],
  },
)
type Author = { objectId: string; name: string | null; isAgent: boolean }

const AuthorQuery = Type.Object(
  {
    objectIds: Type.String({
      minLength: 1,
      maxLength: 4000,
      description: 'Ids of versions, notes, links or other objects, separated by commas.',
      examples: [exampleId('version')],
    }),
  },
  closed,
)

const Authors = Type.Object(
  { items: Type.Array(Author) },
  { ...closed, title: 'Authors', examples: [{ items: [example] }] },
)

export function authorRoutes(app: App, { db }: AppContext) {
  app.get(
    '/v0/authors',
    {
      schema: {
        operationId: 'listAuthors',
        summary: 'List who made objects',
        description:
          'The authors of those objects whose creation is in the audit log. Objects of which it is not known are left out.',
        querystring: AuthorQuery,
        response: { 200: Authors },
      },
      config: { scope: 'read', beyond: true },
    },
    async ({ tenantId, query: { objectIds } }) => ({
      items: await findAuthors(db.read, tenantId, objectIds.split(',')),
    }),
  )
}

/** By the run of an agent that made the object, else by its first event, which is its creation. */
async function findAuthors(db: Reader, tenantId: string, ids: string[]): Promise<Author[]> {
  return await db<Author[]>`
    select distinct on (e.object_id) e.object_id,
      case e.actor_kind when 'user' then (select u.name from users u where u.user_id = e.actor_id)
        else ${nameOfKey(db)} end as name,
      e.actor_kind = 'agent' as is_agent
    from audit_events e left join api_keys k on k.tenant_id = ${tenantId} and k.key_id = e.key_id
    where e.tenant_id = ${tenantId} and e.object_id = any(${ids}) and e.actor_kind in ('user', 'key', 'agent')
    order by e.object_id, e.actor_kind = 'agent' desc, e.event_id`
}
