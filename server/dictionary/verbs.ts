import { invalid, Problem } from '../../shared/problem.ts'
import type { Tx } from '../database/database.ts'
import { lockTenant } from '../database/tenantLock.ts'
import { deleteWords, insertWords, readDictionary } from './queries.ts'
import { type Dictionary, type DictionaryPatch, longestWord } from './schema.ts'

const mostWords = 2_000

export async function changeDictionary(
  tx: Tx,
  tenantId: string,
  { add = [], remove = [] }: DictionaryPatch,
): Promise<Dictionary> {
  // Serialises changes of a tenant, so that two can't both take the last free place.
  await lockTenant(tx, tenantId)
  const folded = (words: string[]) => [...new Set(words.map((word) => word.toLowerCase()))]
  // “İ” has two characters in lower case.
  if (folded(add).some((word) => [...word].length > longestWord))
    throw invalid('/add', `has a word of more than ${longestWord} characters in lower case`)
  await deleteWords(tx, tenantId, folded(remove))
  await insertWords(tx, tenantId, folded(add))
  const dictionary = await readDictionary(tx, tenantId)
  if (dictionary.words.length > mostWords)
    throw new Problem('dictionary_limit', `There are already ${mostWords} words in the dictionary.`)
  return dictionary
}
