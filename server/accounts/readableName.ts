import type { Fragment, Reader } from '../database/database.ts'

/** Domains whose first label is the name of the company: `nameOfDomain` in SQL, for the domains that accounts have. */
const telling = '^[a-z0-9-]+[.](?:(?:ac|co|com|edu|gov|ne|net|or|org)[.][a-z]{2}|[a-z0-9-]{2,})$'

/** The name of an account that visitors see: its own, or else one derived from its domain. */
export function readableName(db: Reader, account: Fragment): Fragment {
  return db`coalesce(${account}.name,
    case when ${account}.domain ~ ${telling} and ${account}.domain not like 'xn--%'
      then initcap(regexp_replace(split_part(${account}.domain, '.', 1), '-+', ' ', 'g')) else ${account}.domain end)`
}
