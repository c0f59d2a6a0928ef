import { Type } from 'typebox'
import { closed } from '../../http/schema.ts'
import { defineBlock } from './block.ts'
import { AssetId, opening, Paragraphs, Picture, Rich, Text } from './props.ts'

export const video = defineBlock({
  name: 'video',
  purpose: 'A film of your own, played on the page.',
  props: Type.Object(
    {
      ...opening,
      assetId: AssetId,
      title: Text(160, 'What the film is about.'),
      poster: Type.Optional(Picture),
      caption: Type.Optional(Rich(300, 'A line under the film.')),
      transcript: Type.Optional(Paragraphs(20_000, 'What is said in it, for those who do not hear it.')),
    },
    closed,
  ),
})
