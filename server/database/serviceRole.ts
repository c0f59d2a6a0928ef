import { hash } from 'node:crypto'
import { DatabaseHosts } from './hosts.ts'

const longestName = 63

/**
 * The role that the service runs as. It owns no tables; migrations run as the owner. Roles are server-wide, so each
 * database has its own: the role of one database has no privileges in another.
 */
export function serviceRoleOf(url: string, database = databaseOf(url)): string {
  const plain = database.toLowerCase().replace(/[^a-z0-9]/g, '_')
  const name = `foyer_service_${plain}`
  if (plain === database && name.length <= longestName) return name
  const digest = hash('sha256', database).slice(0, 8)
  return `${name.slice(0, longestName - digest.length - 1)}_${digest}`
}

function databaseOf(url: string): string {
  const { pathname, username } = new URL(DatabaseHosts.of(url).current)
  // Like PostgreSQL: the database name defaults to the user name.
  return decodeURIComponent(pathname.slice(1) || username)
}
