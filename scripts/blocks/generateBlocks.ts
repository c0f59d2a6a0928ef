import { blockCatalogue, blockIndex, readBlockTypes } from './generatedModules.ts'
import { generatedStyles } from './generatedStyles.ts'

/** Generates files from the folders of `document/blocks` and the style sheets of `document`. */
export async function generateBlocks(folder: string, settle: (name: string, text: string) => Promise<void>) {
  const types = await readBlockTypes(folder)
  await settle('document/blocks/index.ts', blockIndex(types))
  await settle('document/catalogue.ts', blockCatalogue(types))
  await settle('document/render/generatedStyles.ts', await generatedStyles(folder, types))
}
