import type { BlockType, LayoutContext, Tone } from '../blocks/block.ts'
import { blockTypes } from '../blocks/index.ts'
import { hashText } from '../pictures/random.ts'
import type { Block } from '../schema.ts'

/** The tone and layout of a section (empty for a type without layouts). */
export type Arrangement = { tone: Tone; layout: string }

const types = new Map<string, BlockType>(blockTypes.map((type) => [type.name, type]))
/** Types that can be the page's dark section, most suitable first. */
const darkest = [...types.values()]
  .flatMap(({ name, dark }) => (dark ? [{ name, ...dark }] : []))
  .sort((a, b) => a.rank - b.rank)

/**
 * Chooses the tone and layout of each section that doesn't set its own: adjacent blocks of one type look different, one
 * section of the page is dark, and the others alternate. The seed breaks ties.
 */
export function arrange(blocks: Block[], context: LayoutContext, seed: string): Arrangement[] {
  const dark = darkSection(blocks, context)
  const arranged: Arrangement[] = []
  for (const [index, block] of blocks.entries()) {
    const before = arranged.at(-1)
    const isRepeated = blocks[index - 1]?.type === block.type
    arranged.push({
      tone: toneOf(block, index, { ...context, blocks, dark, before, seed }),
      layout: layoutOf(block, context, isRepeated ? before?.layout : undefined),
    })
  }
  return arranged
}

function layoutOf(block: Block, context: LayoutContext, avoid: string | undefined): string {
  if ('layout' in block.props && block.props.layout) return block.props.layout
  const suitable = types.get(block.type)?.layouts?.(block.props, context) ?? []
  return suitable.find((layout) => layout !== avoid) ?? suitable[0] ?? ''
}

function darkSection(blocks: Block[], { look }: LayoutContext): number {
  const hasOwn = blocks.some(
    ({ props }) => 'tone' in props && (props.tone === 'deep' || props.tone === 'bold'),
  )
  if (hasOwn || look === 'bold' || blocks.length < 4) return -1
  const isFree = ({ props }: Block) => !('tone' in props && props.tone)
  for (const { name, from } of darkest) {
    const at = blocks.findIndex((block, index) => block.type === name && index > 0 && isFree(block))
    if (at >= from) return at
  }
  return -1
}

type Neighbours = LayoutContext & {
  blocks: Block[]
  dark: number
  before: Arrangement | undefined
  seed: string
}

function toneOf(block: Block, index: number, { look, blocks, dark, before, seed }: Neighbours): Tone {
  if ('tone' in block.props && block.props.tone) return block.props.tone
  if (index === dark) return 'deep'
  const type = types.get(block.type)
  const usual = type?.tone ?? 'plain'
  if (look === 'bold') {
    const followsOpening = index === 1 && types.get(blocks[0]?.type ?? '')?.opens === true
    const tone = type?.boldTone?.({ index, above: before?.tone, followsOpening })
    if (tone) return tone
  }
  if (type?.keepsTone) return usual
  const isTwin = before?.tone === usual && (usual === 'tint' || blocks[index - 1]?.type === block.type)
  if (isTwin && !type?.continues) return usual === 'tint' ? 'plain' : 'tint'
  // Of three plain sections in a row, one gets another tone, chosen by the seed.
  const isThird =
    usual === 'plain' && index > 2 && before?.tone === 'plain' && hashText(seed + block.id) % 3 === 0
  return isThird ? 'tint' : usual
}
