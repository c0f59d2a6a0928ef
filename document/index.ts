export { best, contrast, fromHex, toHex } from '../shared/color.ts'
export { tones } from './blocks/block.ts'
export { honeypotField, sentAnchor } from './blocks/form/html.ts'
export { form } from './blocks/form/index.ts'
export { type BlockTypeName, blockTypes } from './blocks/index.ts'
export { Choice } from './blocks/props.ts'
export type { ShownAsset } from './blocks/view.ts'
export { isUnseen, sharedFields } from './blocks/words.ts'
export { diffDocuments } from './diff.ts'
export {
  type CustomValues,
  type Facts,
  fillForAudience,
  fillLine,
  fillPlaceholders,
  placeholderValues,
  sourcesOfFacts,
} from './fill.ts'
export type { FontFacts, FontKind, FontMetrics } from './fontFacts.ts'
export { fontMetrics } from './fontMetrics.ts'
export type { FontCut, FontSubset, FontUrl } from './fonts.ts'
export {
  type BundledFont,
  type BundledFontName,
  bundledFontNames,
  bundledFonts,
  type FontName,
  fontNames,
  isBundled,
  isFontName,
  type OwnFont,
} from './fonts.ts'
export { deepFreeze } from './frozen.ts'
export { hashDocument, hashPart, joinHashes } from './hash.ts'
export { completeBlock, completeDocument, type Item, itemsOf, listsOf, newBlockId } from './ids.ts'
export { findLocked, refuseLocked } from './locks.ts'
export { cornerStyles, defaultLook, type LookName, lookNames, looks } from './looks.ts'
export { type Decision, type MergeConflict, mergeDocuments } from './merge.ts'
export { agentMetadata, effectiveMetadata, Metadata, MetadataPatch } from './metadata.ts'
export {
  applyChanges,
  applyOperation,
  applyOperations,
  Change,
  Operation,
  operationKinds,
} from './operations.ts'
export { movedIds } from './order.ts'
export { findPlaces } from './pictures/places.ts'
export { randomFrom } from './pictures/random.ts'
export { resolverOf } from './render/drawing.ts'
export { rangeTest, usualCharacters } from './render/fontFaces.ts'
export { detectLanguage, textOf } from './render/language.ts'
export { drawMarked, showPlaceholders } from './render/marked.ts'
export { renderPage } from './render/page.ts'
export { paletteOf } from './render/palette.ts'
export { bare, paragraphs, plain } from './render/parts.ts'
export { hashSource, readScripts } from './render/scripts.ts'
export type { BrandTokens, PageAction, PageParts, PageSource } from './render/view.ts'
export {
  Block,
  Color,
  Document,
  DocumentBody,
  mostSources,
  Source,
  type SourceKind,
  sourceKinds,
  Theme,
} from './schema.ts'
export { block } from './templates/blocks.ts'
export {
  type ExampleName,
  exampleNames,
  examples,
  isExampleName,
  startOf,
} from './templates/examples/index.ts'
export { type TemplateName, templateList, templateNames, templates } from './templates/index.ts'
export { blockErrors, documentErrors, validateDocument } from './validate.ts'
export { withoutPrompts } from './withoutPrompts.ts'
