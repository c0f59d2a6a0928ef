import { type Static, Type } from 'typebox'
import { closed } from '../../../shared/typebox.ts'
import { Button, Choice, Eyebrow, List, Picture, Rich, Text, Tone } from '../props.ts'

const layouts = {
  left: 'text at the start, a chosen picture below',
  centered: 'text in the middle, a chosen picture below',
  split: 'text beside a chosen picture',
  map: 'a drawn map of the cities that the points or the page name',
  route: 'the same map with a line from the first city to each other one',
  chart: 'a line through the values of the points',
  ridge: 'the values of the points as a mountain range along the bottom',
  timeline: 'the page’s dated steps, as far apart as they are in time',
  figures: 'the figures of the points or of the page, set large',
  device: 'a window that shows the page’s plan, facts and places',
  pattern: 'a drawn pattern, where nothing is known yet',
} as const

export const Props = Type.Object(
  {
    eyebrow: Type.Optional(Eyebrow),
    headline: Rich(
      160,
      'The one sentence only this visitor would recognise. Words in *italics* take the brand colour.',
    ),
    subheadline: Type.Optional(Rich(400, 'What it means for them.')),
    primaryAction: Type.Optional(Button),
    secondaryAction: Type.Optional(Button),
    note: Type.Optional(Rich(160, 'A reassurance under the button, such as how long it takes.')),
    picture: Type.Optional(Picture),
    layout: Type.Optional(
      Choice(layouts, 'What stands beside the text; leave it out to have it chosen by what the page knows.'),
    ),
    points: Type.Optional(
      List(
        Type.Object(
          {
            label: Text(80, 'A city for a map, a time or place for a chart, what is counted for figures.'),
            value: Type.Optional(Type.Number({ description: 'The value, for a chart or ridge.' })),
            note: Type.Optional(
              Text(80, 'A few words beside it; for figures the figure itself, such as 4.1%.'),
            ),
            highlighted: Type.Optional(Type.Boolean({ description: 'The one to notice.' })),
          },
          closed,
        ),
        40,
        'What is drawn, where it should not be read from the page. Only what a source says.',
      ),
    ),
    unit: Type.Optional(Text(12, 'Unit of the values.')),
    limit: Type.Optional(Type.Number({ description: 'A line that the values should stay below.' })),
    limitLabel: Type.Optional(Text(60, 'What the limit is.')),
    caption: Type.Optional(Rich(240, 'What the drawing shows and where its data come from.')),
    tone: Type.Optional(Tone),
  },
  closed,
)
export type Props = Static<typeof Props>
