import { labelOf } from '../../label.ts'
import { schemaAt } from '../../places.ts'
import { Refusal } from '../../refusal.ts'
import { presentOf } from './blocks.ts'
import { defineIntents } from './intent.ts'

/** Choices a block may have, as people say them: the prop, its value, the words. */
const choices: [string, string, string][] = [
  ['tone', 'plain', 'plain|white|without_background|without_a_background'],
  ['tone', 'tint', 'tinted|tint|subtle|lightly_tinted'],
  ['tone', 'bold', 'bold|stand_out|in_the_brand_color|in_the_brand_colour|in_our_color|in_our_colour|louder'],
  ['layout', 'centered', 'centered|centred|center|centre|in_the_middle|in_the_center'],
  ['layout', 'left', 'left|left_aligned|aligned_left|to_the_left|on_the_left'],
  ['layout', 'split', 'split|side_by_side|in_two_columns'],
  ['layout', 'list', 'a_list|list|as_a_list|as_list|one_below_the_other'],
  ['layout', 'grid', 'a_grid|grid|as_a_grid|in_columns|in_a_grid'],
  ['width', 'full', 'full_width|as_wide_as_the_window'],
  ['width', 'wide', 'wide|wider'],
  ['width', 'text', 'narrow|narrower'],
]

export const settingIntents = choices.flatMap(([prop, value, words]) =>
  defineIntents({
    name: 'set the layout or tone of a block',
    patterns: [
      `make|set|turn|show|align|display|put|have|move {block} [to|as|into] ${words} [background|tone|layout]`,
      `center|centre|align {block} ${words}`,
      `{block} should|must [be] ${words}`,
      ...(value === 'centered' ? ['center|centre {block}'] : []),
    ],
    act: ({ block: reference }, desk) => {
      const [block] = reference ? presentOf([reference]) : []
      if (!block) return undefined
      const allowed = (schemaAt(block.type, prop) as { enum?: string[] } | undefined)?.enum
      if (!allowed?.includes(value))
        throw new Refusal(`${labelOf(block, desk.document).replace(/^t/, 'T')} has no such ${prop}.`)
      desk.change({ type: 'updateBlock', blockId: block.id, props: { [prop]: value } })
      return `set the ${prop} of ${labelOf(block, desk.document)} to ${value}`
    },
  }),
)
