import type { Reader } from '../database/database.ts'
import { toMilliseconds } from '../time.ts'
import { hashRow } from './chain.ts'
import { type AuditRow, type ChainHead, listChained, listLate, readHead } from './queries.ts'
import type { ChainFault } from './schema.ts'
import { digestDetails } from './write.ts'

const chunk = 2_000
const mostFaults = 100
/** A row joins the chain soon after its time. One that joins it later than this was inserted by someone. */
const latestMs = 3_600_000

export type Verification = {
  firstNumber: number
  lastNumber: number
  hash: string | null
  erased: number
  faults: ChainFault[]
  /** The hash of the row with the expected number, for comparison with a copy stored elsewhere. */
  hashAt(number: number): Promise<string | null>
}

/**
 * Verifies the chain of a tenant. After a fault it continues with the hash stored in that row, so that each fault is
 * reported separately and later rows are still checked against each other.
 */
export async function verifyChain(db: Reader, tenantId: string): Promise<Verification> {
  const head = await readHead(db, tenantId)
  const verifier = new ChainVerifier(tenantId, head)
  for (let after = head.removedNumber; ; ) {
    const rows = await listChained(db, tenantId, after, chunk)
    for (const row of rows) verifier.take(row)
    const last = rows.at(-1)
    if (!last || verifier.faults.length >= mostFaults) break
    after = last.number as number
  }
  verifier.end()
  for (const row of await listLate(db, tenantId)) verifier.report('inserted', row)
  return {
    firstNumber: head.removedNumber + 1,
    lastNumber: head.number,
    hash: head.number > 0 ? head.hash.toString('hex') : null,
    erased: verifier.erased,
    faults: verifier.faults.slice(0, mostFaults),
    async hashAt(number) {
      const [row] = await listChained(db, tenantId, number - 1, 1)
      return row?.number === number ? (row.hash as Buffer).toString('hex') : null
    },
  }
}

class ChainVerifier {
  readonly #tenantId: string
  readonly #head: ChainHead
  readonly faults: ChainFault[] = []
  erased = 0
  #number: number
  #hash: Buffer
  #latest = 0

  constructor(tenantId: string, head: ChainHead) {
    this.#tenantId = tenantId
    this.#head = head
    this.#number = head.removedNumber
    this.#hash = head.removedHash
  }

  take(row: AuditRow): void {
    const number = row.number as number
    const at = toMilliseconds(row.at)
    const isNext = number === this.#number + 1
    this.#reportMissing(number)
    if (row.salt === null) this.erased++
    // After a missing row the previous hash is unknown, so only the details can be checked.
    const isSame = !isNext || hashRow(this.#hash, this.#tenantId, number, row).equals(row.hash as Buffer)
    if (number > this.#head.number || at < this.#latest - latestMs) this.report('inserted', row)
    else if (!isSame || !hasOwnDetails(row)) this.report('changed', row)
    this.#number = number
    this.#hash = row.hash as Buffer
    this.#latest = Math.max(this.#latest, at)
  }

  end(): void {
    this.#reportMissing(this.#head.number + 1)
    const { number, hash } = this.#head
    const isLast = this.#number === number && this.faults.length === 0
    if (isLast && number > 0 && !hash.equals(this.#hash))
      this.faults.push({ kind: 'changed', number, eventId: null, createdAt: null })
  }

  report(kind: ChainFault['kind'], { number, eventId, at }: AuditRow): void {
    this.faults.push({ kind, number, eventId, createdAt: at })
  }

  #reportMissing(before: number): void {
    for (let number = this.#number + 1; number < before && this.faults.length < mostFaults; number++)
      this.faults.push({ kind: 'removed', number, eventId: null, createdAt: null })
  }
}

function hasOwnDetails({ details, salt, detailsDigest }: AuditRow): boolean {
  if (details === null || salt === null) return details === null && salt === null
  return digestDetails(salt, details).equals(detailsDigest)
}
