import { namesIn } from './tokens.ts'
import { blockNames, itemNames, metadataNames, partNames, themeNames } from './words/names.ts'

/** Every word that is part of a name of something on a page. */
export const namingWords = new Set(
  [blockNames, itemNames, partNames, themeNames, metadataNames].flatMap((table) =>
    Object.values(table).flatMap((list) => namesIn(list).flatMap((name) => name.split(' '))),
  ),
)
