import { Type } from 'typebox'
import { closed, Enum } from '../../http/schema.ts'
import { defineBlock } from './block.ts'
import { AssetId, opening, Text } from './props.ts'

export const custom = defineBlock({
  name: 'custom',
  purpose: 'A custom component of your own, shown in a frame that can reach nothing outside itself.',
  props: Type.Object(
    {
      ...opening,
      assetId: AssetId,
      title: Text(160, 'What it is, for those who do not see it.'),
      height: Type.Integer({ minimum: 80, maximum: 2000, description: 'Height of the frame in pixels.' }),
      width: Type.Optional(Enum(['text', 'wide', 'full'])),
    },
    closed,
  ),
})
