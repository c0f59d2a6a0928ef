import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Database, Tx } from '../database/database.ts'
import { hashKey } from '../web/auth.ts'
import { findApp } from './queries.ts'

/** The ids of these records are the secrets themselves, so they are removed from the stored data. */
const secretModels = ['AccessToken', 'RefreshToken', 'AuthorizationCode']

/** Stores the state of the authorisation server; one instance for each of its models. */
export class OauthRecords implements Adapter {
  readonly #db: Database
  readonly #model: string

  constructor(db: Database, model: string) {
    this.#db = db
    this.#model = model
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn = 0): Promise<void> {
    const { jti, ...rest } = payload
    const stored = secretModels.includes(this.#model) ? rest : { ...rest, jti }
    const { uid = null, grantId = null } = payload
    await this.#db.inTransaction(
      (tx) => tx`
        insert into oauth_records (model, hash, payload, uid, grant_id, expires_at)
        values (${this.#model}, ${hashKey(id)}, ${tx.json(stored)}, ${uid}, ${grantId},
          now() + make_interval(secs => ${expiresIn}))
        on conflict (model, hash) do update set payload = excluded.payload, expires_at = excluded.expires_at`,
    )
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    if (this.#model === 'Client') return await findApp(this.#db.read, id)
    const [row] = await this.#db.read<RecordRow[]>`
      select payload, floor(extract(epoch from consumed_at))::int as consumed from oauth_records
      where model = ${this.#model} and hash = ${hashKey(id)} and expires_at > now()`
    return row && { ...toPayload(row), jti: id }
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const [row] = await this.#db.read<RecordRow[]>`
      select payload, floor(extract(epoch from consumed_at))::int as consumed from oauth_records
      where model = ${this.#model} and uid = ${uid} and expires_at > now()`
    return row && toPayload(row)
  }

  async findByUserCode(): Promise<undefined> {}

  async consume(id: string): Promise<void> {
    await this.#db.inTransaction(
      (tx) => tx`
        update oauth_records set consumed_at = now() where model = ${this.#model} and hash = ${hashKey(id)}`,
    )
  }

  async destroy(id: string): Promise<void> {
    await this.#db.inTransaction(
      (tx) => tx`delete from oauth_records where model = ${this.#model} and hash = ${hashKey(id)}`,
    )
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#db.inTransaction((tx) => forgetGrant(tx, grantId))
  }
}

type RecordRow = { payload: AdapterPayload; consumed: number | null }

function toPayload({ payload, consumed }: RecordRow): AdapterPayload {
  return consumed === null ? payload : { ...payload, consumed }
}

/** Deletes all codes and tokens of a grant. */
export async function forgetGrant(tx: Tx, grantId: string): Promise<void> {
  await tx`
    delete from oauth_records
    where grant_id = ${grantId} or model = 'Grant' and hash = ${hashKey(grantId)}`
}

export async function forgetOldOauthRecords(tx: Tx): Promise<void> {
  await tx`delete from oauth_records where expires_at < now()`
}
