import type { Database } from './database.ts'
import { withTimeout } from './timeout.ts'

/** Which workers of a Citus cluster can be reached. One check at a time, however many ask. */
export class WorkerHealth {
  readonly #db: Database
  #check: Promise<string[]> | undefined

  constructor(db: Database) {
    this.#db = db
  }

  /**
   * The addresses of workers that can't be reached; of all workers when that takes longer than `withinMs` to find out.
   * None on a PostgreSQL without Citus.
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

/** On a connection of its own: a worker that does not answer at all holds it for some seconds. */
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
