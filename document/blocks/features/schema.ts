import { type Static, Type } from 'typebox'
import { closed, Enum } from '../../../shared/typebox.ts'
import { iconNames } from '../../render/icons.ts'
import { Choice, Link, List, opening, Rich, Text } from '../props.ts'

export const FeatureItem = Type.Object(
  {
    title: Rich(100, 'The change or the fact, in a few words; **bold** marks what matters.'),
    body: Type.Optional(Rich(500, 'How it comes about.')),
    figure: Type.Optional(Text(24, 'The figure that leads it, with its unit, such as 4.1%.')),
    source: Type.Optional(Text(120, 'Where it comes from, such as Your call, 14 October.')),
    icon: Type.Optional(Enum(iconNames, { description: 'A small drawing beside the title.' })),
    link: Type.Optional(Link),
  },
  closed,
)
export type FeatureItem = Static<typeof FeatureItem>

export const Props = Type.Object(
  {
    ...opening,
    items: List(FeatureItem, 24, 'The features.'),
    layout: Type.Optional(
      Choice(
        {
          grid: 'columns side by side',
          list: 'one below the other, beside the heading',
          ledger: 'numbered sentences with their sources in the margin, for what was heard',
          bento: 'cards of two sizes, each with a drawing of its figure',
          numbers: 'columns, each led by its figure',
        },
        'How the features are arranged.',
      ),
    ),
  },
  closed,
)
export type Props = Static<typeof Props>
