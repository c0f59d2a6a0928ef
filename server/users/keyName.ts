import type { Fragment, Reader } from '../database/database.ts'

/** The name of a key called `k`: of the user it belongs to, or of the key of a service. */
export function nameOfKey(db: Reader): Fragment {
  return db`case when k.kind = 'service' then k.name
    else coalesce((select u.name from users u where u.user_id = k.user_id), k.name) end`
}
