import type { Command } from 'commander'
import { Problem } from '../../shared/problem.ts'
import type { ChainFault } from '../audit/schema.ts'
import { type Verification, verifyChain } from '../audit/verify.ts'
import type { Reader } from '../database/database.ts'
import { listTenants, type Tenant } from '../tenants/queries.ts'
import { readAll, withDatabase } from './database.ts'
import { getNamedTenant } from './namedTenant.ts'
import { print, shownTime } from './output.ts'

const exitCodes = { faults: 3 }

export function auditCommands(program: Command) {
  program
    .command('audit')
    .description('check the audit log')
    .command('verify')
    .argument('[tenant]', 'slug or id (default: all tenants)')
    .description('find rows of the audit log that were changed, removed or inserted')
    .option('--head <number:hash>', 'a place in the chain that was noted elsewhere, such as 48207:9f3c…')
    .action(async (name: string | undefined, { head }: { head?: string }) => {
      const noted = head === undefined ? undefined : readRecordedHead(head)
      if (noted && name === undefined)
        throw new Problem('invalid_input', '--head belongs to one tenant: name it.')
      await withDatabase(async ({ read }) => {
        const tenants = name === undefined ? await readTenants(read) : [await getNamedTenant(read, name)]
        const results = []
        for (const tenant of tenants) results.push(await verify(read, tenant, noted))
        print(
          { tenants: results.map(({ text: _, ...result }) => result) },
          results.map(({ text }) => text).join('\n'),
        )
        if (results.some(({ faults }) => faults.length > 0)) process.exitCode = exitCodes.faults
      })
    })
}

type RecordedHead = { number: number; hash: string }

function readRecordedHead(text: string): RecordedHead {
  const [, number, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  if (number === undefined || hash === undefined)
    throw new Problem(
      'invalid_input',
      '--head must be a number, a colon and a hash of 64 hexadecimal digits.',
    )
  return { number: Number(number), hash }
}

async function readTenants(read: Reader): Promise<Tenant[]> {
  return await readAll(
    (page) => listTenants(read, page),
    ({ tenantId }) => tenantId,
  )
}

async function verify(read: Reader, { tenantId, slug }: Tenant, noted: RecordedHead | undefined) {
  const { hashAt, ...result } = await verifyChain(read, tenantId)
  const faults = [...result.faults]
  if (noted && (await hashAt(noted.number)) !== noted.hash)
    faults.push({ kind: 'changed', number: noted.number, eventId: null, createdAt: null })
  return { slug, tenantId, ...result, faults, text: describe(slug, result, faults) }
}

function describe(
  slug: string,
  { firstNumber, lastNumber, hash, erased }: Omit<Verification, 'hashAt'>,
  faults: ChainFault[],
): string {
  const rows = lastNumber - firstNumber + 1
  if (faults.length === 0)
    return hash === null
      ? `${slug}: no rows yet.`
      : `${slug}: all ${rows} rows fit together, ${erased} of them erased. Head: ${lastNumber}:${hash}`
  const lines = faults.map(({ kind, number, eventId, createdAt }) => {
    const which = number === null ? `row ${eventId}` : `row ${number}`
    return `  ${which} was ${kind}${createdAt === null ? '' : ` (${shownTime(createdAt)})`}`
  })
  return [`${slug}: ${faults.length} of ${rows} rows don't fit.`, ...lines].join('\n')
}
