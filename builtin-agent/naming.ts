import { namesIn } from './tokens.ts'
import { blockNames, itemNames, metadataNames, partNames, themeNames } from './words/names.ts'

/** All words that occur in names of nodes. */
export const namingWords = new Set(
  [blockNames, itemNames, partNames, themeNames, metadataNames].flatMap((table) =>
    Object.values(table).flatMap((list) => namesIn(list).flatMap((name) => name.split(' '))),
  ),
)
