import { blockTypes, type Document, validateDocument } from '../../document/index.ts'

/** One complete block of every type. */
export const everyBlock: Document = validateDocument({
  theme: {},
  blocks: blockTypes.map(({ name, example }) => ({ id: name, type: name, props: example, sources: [] })),
})

/** The same in one tone. */
export function onTone(tone: 'plain' | 'tint' | 'bold'): Document {
  const blocks = everyBlock.blocks.map((block) => ({ ...block, props: { ...block.props, tone } }))
  return validateDocument({ ...everyBlock, blocks })
}
