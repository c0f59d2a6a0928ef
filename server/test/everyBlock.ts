import { blockTypes, type Document, validateDocument } from '../../document/index.ts'

/** One block of every type, with nothing left out that it can have. */
export const everyBlock: Document = validateDocument({
  theme: {},
  blocks: blockTypes.map(({ name, example }) => ({ id: name, type: name, props: example, sources: [] })),
})

/** The same on one ground: plain, tint or bold. */
export function onTone(tone: 'plain' | 'tint' | 'bold'): Document {
  const blocks = everyBlock.blocks.map((block) => ({ ...block, props: { ...block.props, tone } }))
  return validateDocument({ ...everyBlock, blocks })
}
