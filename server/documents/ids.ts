import type { BlockTypeName } from './blocks/index.ts'
import type { Document } from './schema.ts'

/** A free id for a new block, such as `features` or `features-2`: people read them in diffs and conversations. */
export function newBlockId({ blocks }: Document, type: BlockTypeName): string {
  const taken = new Set(blocks.map(({ id }) => id))
  for (let number = 1; ; number++) {
    const id = number === 1 ? type : `${type}-${number}`
    if (!taken.has(id)) return id
  }
}
