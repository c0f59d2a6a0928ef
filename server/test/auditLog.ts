import { unrecorded } from '../audit/words.ts'
import type { Client } from './client.ts'
import type { AnsweredCall } from './everyOperation.ts'
import type { World } from './world.ts'

type Row = {
  requestId: string
  action: string
  actorId: string
  keyId: string
  objectId: string
  way: string
}

/** Here there is no sample data to remove. */
const doesNothing = ['removeDemo']

/** Ids are made of a prefix and 26 characters. */
const id = /[a-z_]+_[0-7][0-9a-hjkmnp-tv-z]{25}/g

/**
 * What is wrong with the audit log after these calls: every operation that is not a read has exactly one row with its
 * operation, key and object, a read has none. An answer `{ success: false }` says that there was nothing to do.
 */
export async function findWrongAudit(
  { db, document }: World,
  { tenantId }: Client,
  answered: AnsweredCall[],
): Promise<string[]> {
  const rows = await db.read<Row[]>`
    select request_id, action, actor_id, key_id, object_id, way from audit_events
    where tenant_id = ${tenantId} and request_id is not null`
  const byRequest = Map.groupBy(rows, ({ requestId }) => requestId)
  const wrong: string[] = []
  const actors = new Set<string>()
  for (const { method, path, answer } of answered.filter(({ path }) => path.startsWith('/v0/'))) {
    const operationId = findOperation(document, method, path)
    const found = byRequest.get(answer.headers.get('x-request-id') as string) ?? []
    const isRecorded =
      method !== 'get' &&
      !(operationId in unrecorded) &&
      !doesNothing.includes(operationId) &&
      answer.body.success !== false
    const expected = isRecorded ? [operationId] : []
    if (String(found.map(({ action }) => action)) !== String(expected))
      wrong.push(`${method} ${path}: ${found.length} rows`)
    for (const { objectId, actorId, keyId, way } of found) {
      actors.add(actorId).add(keyId)
      if (!objectsOf(path, answer.body, tenantId).includes(objectId) || way !== 'api')
        wrong.push(`${method} ${path}: ${objectId}, ${way}`)
    }
  }
  const [actor = ''] = actors
  if (actors.size !== 1 || !actor.startsWith('key_')) wrong.push(`actors: ${[...actors]}`)
  return wrong
}

/** What a call can be about: what its path names last, what it made, or the tenant. */
function objectsOf(path: string, body: object, tenantId: string): string[] {
  const named: string[] = path.match(id) ?? []
  const made = Object.entries(body).find(
    ([name, value]) => name.endsWith('Id') && typeof value === 'string' && !named.includes(value),
  )?.[1] as string | undefined
  return [named.at(-1), made, named.length === 0 ? tenantId : undefined].filter((one) => one !== undefined)
}

function findOperation(document: World['document'], method: string, path: string): string {
  const [plain = ''] = path.split('?', 1)
  for (const [pattern, methods] of Object.entries(document.paths)) {
    const expression = new RegExp(`^${pattern.replaceAll(/\{[^}]+\}/g, '[a-z_]*\\d[^/]*')}$`)
    const operation = methods[method] as { operationId?: string } | undefined
    if (expression.test(plain) && operation?.operationId) return operation.operationId
  }
  throw new Error(`${method} ${path} is no operation`)
}
