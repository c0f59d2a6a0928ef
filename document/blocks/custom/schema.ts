import { type Static, Type } from 'typebox'
import { closed, Enum } from '../../../shared/typebox.ts'
import { AssetId, opening, Text } from '../props.ts'

export const Props = Type.Object(
  {
    ...opening,
    assetId: AssetId,
    title: Text(160, 'What it is, for those who do not see it.'),
    height: Type.Integer({ minimum: 80, maximum: 2000, description: 'Height of the frame in pixels.' }),
    width: Type.Optional(Enum(['text', 'wide', 'full'])),
  },
  closed,
)
export type Props = Static<typeof Props>
