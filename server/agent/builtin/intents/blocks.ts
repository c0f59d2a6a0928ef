import { newBlockId } from '../../../documents/ids.ts'
import type { Block } from '../../../documents/schema.ts'
import { labelOf, listed } from '../../label.ts'
import { Refusal } from '../../refusal.ts'
import type { BlockReference } from '../blockSlots.ts'
import type { Desk } from '../desk.ts'
import { afterIdFor, type Position } from '../positionSlots.ts'
import { defineIntents } from './intent.ts'

/** Before texts, as “swap the quote with the stats” gives the quote no new words. */
export const swapIntents = defineIntents({
  name: 'swap two blocks',
  patterns: [
    'swap|switch|exchange|flip [order_of|the_order_of|the_places_of|places_of] {block} and|with|for {otherBlock} [around]',
  ],
  act: ({ block, otherBlock }, desk) =>
    block && otherBlock && swapBlocks(presentOf([block]), presentOf([otherBlock]), desk),
})

export const blockIntents = defineIntents(
  {
    name: 'keep only some blocks',
    patterns: [
      'keep|leave|show only|just|nothing_but {blocks}',
      'only|just keep|leave|show {blocks}',
      '<remove> everything|all|anything except|but|other_than|apart_from|besides [for] {blocks}',
    ],
    act: ({ blocks = [] }, desk) => keepOnly(presentOf(blocks), desk),
  },
  {
    name: 'remove what stands above or below a block',
    patterns: ['<remove> everything|all|anything [that] [is|comes] {position}'],
    act: ({ position }, desk) => {
      if (!position || !('block' in position) || !position.block) return undefined
      const at = desk.blocks.indexOf(position.block)
      return removeBlocks(
        position.where === 'after' ? desk.blocks.slice(at + 1) : desk.blocks.slice(0, at),
        desk,
      )
    },
  },
  {
    name: 'remove blocks',
    patterns: [
      '<remove> {blocks} [from|off|on] [the|this] [page]',
      'no|without {blocks} [please]',
      'no_more {blocks}',
      'dont|do_not|not|never show|include|display|have {blocks}',
      '{blocks} can|should|must|has_to|have_to|needs_to|need_to|could|may [go|be_removed|be_dropped|be_deleted|disappear]',
      'take|cut|throw|leave {blocks} out|away|off|down [of|from] [the|this] [page]',
      '[i|we] [do|really] [dont|not] need|want|like {blocks} [anymore|any_more|on_there|on_here|there|here]',
      '{blocks} [is|are] not|isnt|arent needed|necessary',
    ],
    act: ({ blocks = [] }, desk) => removeBlocks(presentOf(blocks), desk),
  },
  {
    name: 'move a block',
    patterns: [
      '<move> {block} [up|down|so_it_comes|so_that_it_comes] {position}',
      '<move> {block} up|down {position}',
      '<move> {block} [up|down] so|so_that it [comes|goes|is|stands|sits] {position}',
      '{block} should|must|has_to|needs_to|ought_to|belongs|goes|comes|could|can [go|come|be|stand|sit|move|appear|right] {position}',
      '{block} {position}',
      '[i] want|like|prefer {block} [to] [be|go|come] {position}',
      '{position} [should|must] [be|come|goes|go] {block}',
    ],
    act: ({ block, position }, desk) => block && position && moveBlock(block, position, desk),
  },
  {
    name: 'open or close with a block',
    patterns: ['start|open|begin|lead [the_page] with {block}'],
    act: ({ block }, desk) => block && moveBlock(block, { where: 'top' }, desk),
  },
  {
    name: 'open or close with a block',
    patterns: ['end|close|finish|conclude [the_page] with|on {block}'],
    act: ({ block }, desk) => block && moveBlock(block, { where: 'end' }, desk),
  },
  {
    name: 'duplicate a block',
    patterns: [
      'duplicate|copy|clone|repeat|double {block} [{position}]',
      '[<add>] [make] [a] copy|duplicate of {block} [{position}]',
      '<add> [the] [same] {block} once_more|twice|a_second_time',
    ],
    act: ({ block, position }, desk) => block && duplicateBlock(block, position, desk),
  },
  {
    name: 'put the blocks in order',
    patterns: [
      'reorder|order|arrange|sort|rearrange|reorganise|reorganize [the] [page|blocks|sections|everything|them|it] [in] [this|the] [following] [order] [as_follows|like_this|to|as|by|so|:] {blocks}',
      'put [the] [page|blocks|sections|everything|them|it] in [this|the] [following] order [:] {blocks}',
      '[the] [new|block|section|page] order [of] [the] [blocks|sections] [is|should_be|:] {blocks}',
    ],
    act: ({ blocks = [] }, desk) => (blocks.length < 2 ? undefined : orderBlocks(presentOf(blocks), desk)),
  },
)

/** The blocks meant; a wish about one that the page does not have ends here. */
export function presentOf(references: BlockReference[]): Block[] {
  const missing = references.find(({ block }) => !block)
  if (missing)
    throw new Refusal(`There is no ${missing.said.replace(/ (?:block|section)$/, '')} block on this page.`)
  return [...new Set(references.flatMap(({ block }) => block ?? []))]
}

function removeBlocks(blocks: Block[], desk: Desk): string | undefined {
  if (blocks.length === 0) return undefined
  const names = blocks.map((block) => labelOf(block, desk.document))
  for (const block of blocks) desk.change({ type: 'removeBlock', blockId: block.id })
  return `removed ${listed(names)}`
}

function keepOnly(kept: Block[], desk: Desk): string | undefined {
  const others = desk.blocks.filter((block) => !kept.includes(block))
  if (others.length === 0) throw new Refusal('Nothing else is on this page.')
  return removeBlocks(others, desk)
}

function moveBlock(reference: BlockReference, position: Position, desk: Desk): string {
  const [block] = presentOf([reference])
  if (!block) throw new Refusal('There is no such block.')
  const afterId = afterIdFor(position, desk.blocks, block)
  if (afterId === undefined)
    throw new Refusal(
      'said' in position && !position.block
        ? `There is no ${position.said} block on this page.`
        : 'It can’t stand beside itself.',
    )
  desk.change({ type: 'moveBlock', blockId: block.id, afterId })
  return `moved ${labelOf(block, desk.document)} ${placeName(position, desk)}`
}

export function placeName(position: Position, desk: Desk): string {
  if (position.where === 'top') return 'to the top'
  if (position.where === 'end') return 'to the end'
  if (position.where === 'place') return `to place ${position.number}`
  if (position.where === 'before' || position.where === 'after')
    return `${position.where === 'before' ? 'above' : 'below'} ${labelOf(position.block, desk.document)}`
  return position.where
}

function swapBlocks([one]: Block[], [other]: Block[], desk: Desk): string | undefined {
  if (!one || !other || one === other) return undefined
  const [first, second] = [one, other].sort((a, b) => desk.blocks.indexOf(a) - desk.blocks.indexOf(b)) as [
    Block,
    Block,
  ]
  const above = desk.blocks[desk.blocks.indexOf(first) - 1]?.id ?? null
  const beforeSecond = desk.blocks[desk.blocks.indexOf(second) - 1]
  desk.change({ type: 'moveBlock', blockId: second.id, afterId: above })
  if (beforeSecond && beforeSecond !== first)
    desk.change({ type: 'moveBlock', blockId: first.id, afterId: beforeSecond.id })
  return `swapped ${labelOf(one, desk.document)} and ${labelOf(other, desk.document)}`
}

function duplicateBlock(reference: BlockReference, position: Position | undefined, desk: Desk): string {
  const [block] = presentOf([reference])
  if (!block) throw new Refusal('There is no such block.')
  const copy = { ...block, id: newBlockId(desk.document, block.type) }
  const afterId = position ? afterIdFor(position, desk.blocks) : block.id
  const name = labelOf(block, desk.document)
  desk.change({ type: 'addBlock', block: copy, afterId: afterId ?? null })
  desk.mention(copy.id)
  return `duplicated ${name}`
}

/** The named blocks take the order they are named in, from where the first of them stands; the others stay. */
function orderBlocks(wanted: Block[], desk: Desk): string {
  const places = wanted.map((block) => desk.blocks.indexOf(block)).sort((a, b) => a - b)
  const order = desk.blocks.map(({ id }) => id)
  for (const [index, place] of places.entries()) order[place] = wanted[index]?.id ?? ''
  let afterId: string | null = null
  let moved = 0
  for (const id of order) {
    if (desk.changeIfNeeded({ type: 'moveBlock', blockId: id, afterId })) moved++
    afterId = id
  }
  if (moved === 0) throw new Refusal('The blocks are in that order already.')
  return `put ${listed(wanted.map((block) => labelOf(block, desk.document)))} in that order`
}
