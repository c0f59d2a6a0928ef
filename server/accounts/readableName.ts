import type { Fragment, Reader } from '../database/database.ts'

/** A domain that says the name of its company: `nameOfDomain` in SQL, for the domains that accounts have. */
const telling = '^[a-z0-9-]+[.](?:(?:ac|co|com|edu|gov|ne|net|or|org)[.][a-z]{2}|[a-z0-9-]{2,})$'

/** What visitors read as the name of an account: its own, or else the words of its domain. */
export function readableName(db: Reader, account: Fragment): Fragment {
  return db`coalesce(${account}.name,
    case when ${account}.domain ~ ${telling} and ${account}.domain not like 'xn--%'
      then initcap(regexp_replace(split_part(${account}.domain, '.', 1), '-+', ' ', 'g')) else ${account}.domain end)`
}
