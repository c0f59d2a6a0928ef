import type { Fragment, Reader } from '../database/database.ts'

/** Who acts by a key called `k`: the person it belongs to, or the key of a service by its name. */
export function nameOfKey(db: Reader): Fragment {
  return db`case when k.kind = 'service' then k.name
    else coalesce((select u.name from users u where u.user_id = k.user_id), k.name) end`
}
