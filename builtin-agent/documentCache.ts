import { LRUCache } from 'lru-cache'
import { type Block, type Document, deepFreeze } from '../document/index.ts'

/** In characters of JSON, per thread. A typical page has 7,000; the data derived from it takes 1 MB. */
const options = { maxSize: 100_000, sizeCalculation: (_: object, json: string) => json.length }
const documents = new LRUCache<string, Document>(options)
const blocks = new LRUCache<string, Block>(options)

/**
 * Returns the same object for equal documents, and for equal blocks of different documents, so that data derived from them
 * can be reused. Audiences of a page often have equal documents, and a message usually changes one block. The objects are
 * frozen, so no message can change them for another.
 */
export function cached(document: Document): Document {
  return getOrAdd(documents, document, () => {
    const shared = document.blocks.map((block) => getOrAdd(blocks, block, () => block))
    return { ...document, blocks: shared }
  })
}

function getOrAdd<T extends object>(cache: LRUCache<string, T>, value: T, make: () => T): T {
  const json = JSON.stringify(value)
  const found = cache.get(json)
  if (found) return found
  const made = deepFreeze(make())
  cache.set(json, made)
  return made
}
