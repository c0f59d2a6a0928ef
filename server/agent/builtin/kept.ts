import { freeze } from '../../documents/frozen.ts'
import type { Block, Document } from '../../documents/schema.ts'

/** What was used last, up to a number of characters of its text. */
class Recent<T> {
  readonly #most: number
  readonly #known = new Map<string, T>()
  #size = 0

  constructor(most: number) {
    this.#most = most
  }

  get(text: string, make: () => T): T {
    const found = this.#known.get(text) ?? make()
    if (this.#known.delete(text)) this.#size -= text.length
    this.#known.set(text, found)
    this.#size += text.length
    for (const [oldest] of this.#known) {
      if (this.#size <= this.#most) break
      this.#known.delete(oldest)
      this.#size -= oldest.length
    }
    return found
  }
}

/** Characters in each thread. A usual page has 7,000, and what is made of it takes 1 MB. */
const most = 100_000
const documents = new Recent<Document>(most)
const blocks = new Recent<Block>(most)

/**
 * A document that says the same as the one given, and is the same object where it was worked on before; so are the blocks
 * of one that has changed since. What is known of them can be used again then: audiences of a page often have the same
 * document, and a conversation changes a block at a time. They are frozen: one message must not change them for another.
 */
export function kept(document: Document): Document {
  return documents.get(JSON.stringify(document), () => {
    const shared = document.blocks.map((block) => blocks.get(JSON.stringify(block), () => freeze(block)))
    return freeze({ ...document, blocks: shared })
  })
}
