import type { Reader, Tx } from '../database/database.ts'
import type { Dictionary } from './schema.ts'

export async function readDictionary(db: Reader, tenantId: string): Promise<Dictionary> {
  const rows = await db<{ word: string }[]>`
    select word from dictionary_words where tenant_id = ${tenantId} order by word`
  return { words: rows.map(({ word }) => word) }
}

export async function deleteWords(tx: Tx, tenantId: string, words: string[]): Promise<void> {
  await tx`delete from dictionary_words where tenant_id = ${tenantId} and word = any(${words}::text[])`
}

export async function insertWords(tx: Tx, tenantId: string, words: string[]): Promise<void> {
  await tx`
    insert into dictionary_words (tenant_id, word)
    select ${tenantId}, word from unnest(${words}::text[]) as word
    on conflict do nothing`
}
