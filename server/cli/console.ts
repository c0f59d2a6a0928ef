import type { Command } from 'commander'
import { Problem } from '../../shared/problem.ts'
import { publicUrlOf } from '../config/publicUrl.ts'
import { issueLink, linkMinutes } from '../console/links.ts'
import { findAddress } from '../console/queries.ts'
import type { Reader } from '../database/database.ts'
import { firstSlug } from '../tenants/first.ts'
import { findKey, listAdminKeys } from '../tenants/keyQueries.ts'
import { withDatabase } from './database.ts'
import { getNamedTenant } from './namedTenant.ts'
import { notice, paint, print } from './output.ts'
import { recordCommand } from './record.ts'

export function consoleCommand(program: Command) {
  program
    .command('console')
    .argument('[tenant]', 'slug or id', firstSlug)
    .description('print a one-time sign-in link for the console')
    .option('--key <key_id>', 'sign in with this key (default: the oldest key with the admin scope)')
    .action(async (tenant: string, { key }: { key?: string }) => {
      await withDatabase(async (db, config) => {
        const { tenantId, slug } = await getNamedTenant(db.read, tenant)
        const keyId = await chooseKey(db.read, tenantId, slug, key)
        const address = config.publicUrl ?? (await findAddress(db.read)) ?? publicUrlOf(config, config.port)
        const url = await db.inTransaction(async (tx) => {
          recordCommand(tx, tenantId, 'sign_in_link.created', keyId)
          return await issueLink(tx, address, tenantId, keyId)
        })
        if (!(await answers(address)))
          notice(`Foyer is not running at ${address}. Start it with \`npm start\`.`)
        print(
          { url, tenantId, keyId, minutes: linkMinutes },
          `  ${paint('cyan', url)}\n\nSigns you in to ${slug} once, within ${linkMinutes} minutes.`,
        )
      })
    })
}

async function chooseKey(db: Reader, tenantId: string, slug: string, keyId: string | undefined) {
  if (keyId !== undefined) {
    const found = await findKey(db, tenantId, keyId)
    if (!found)
      throw new Problem(
        'not_found',
        `${slug} has no key ${keyId}. List its keys with \`npx foyer keys list ${slug}\`.`,
      )
    return found.keyId
  }
  const [oldest] = await listAdminKeys(db, tenantId)
  if (oldest === undefined)
    throw new Problem(
      'not_found',
      `${slug} has no key with the admin scope. Choose another key with --key, or create one: \`npx foyer keys create ${slug} --name console --scopes admin\`.`,
    )
  return oldest
}

async function answers(address: string): Promise<boolean> {
  try {
    return (await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(2_000) })).ok
  } catch {
    return false
  }
}
