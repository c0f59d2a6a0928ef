import type { Database } from './database.ts'
import { withTimeout } from './timeout.ts'

/** Which workers of a Citus cluster are unreachable. Concurrent callers share one check. */
export class WorkerHealth {
  readonly #db: Database
  #check: Promise<string[]> | undefined

  constructor(db: Database) {
    this.#db = db
  }

  /**
   * The addresses of unreachable workers; those of all workers if the check takes longer than `withinMs`. Empty without
   * Citus.
   */
  async findUnreachable(withinMs: number): Promise<string[]> {
    if (!(await this.#db.isDistributed())) return []
    this.#check ??= askWorkers(this.#db).finally(() => {
      this.#check = undefined
    })
    return await withTimeout(withinMs, this.#check).catch(() => listWorkers(this.#db))
  }
}

type Worker = { address: string }

/** Uses a dedicated connection: a worker that does not respond blocks it for some seconds. */
async function askWorkers(db: Database): Promise<string[]> {
  const rows = await db.inTransaction(
    (tx) => tx<Worker[]>`
      select nodename || ':' || nodeport as address from run_command_on_workers('select 1')
      where not success order by address`,
  )
  return rows.map(({ address }) => address)
}

async function listWorkers(db: Database): Promise<string[]> {
  const rows = await db.read<Worker[]>`
    select nodename || ':' || nodeport as address from pg_dist_node
    where shouldhaveshards and noderole = 'primary' order by address`
  return rows.map(({ address }) => address)
}
