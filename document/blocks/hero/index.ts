import { findPlace } from '../../pictures/places.ts'
import { defineBlock, type LayoutContext } from '../block.ts'
import { example } from './example.ts'
import { render } from './html.ts'
import { Props } from './schema.ts'
import { starter } from './starter.ts'
import { thumbnail } from './thumbnail.ts'
import { words } from './words.ts'

export const hero = defineBlock({
  name: 'hero',
  purpose: 'The first thing a visitor sees: what this page is to them, and the one thing to do.',
  words,
  thumbnail,
  props: Props,
  starter,
  example,
  tone: 'plain',
  keepsTone: true,
  boldTone: ({ index }) => (index === 0 ? 'deep' : 'bold'),
  opens: true,
  layouts: (props, context) => {
    if (props.picture) return ['split']
    return [...suitable(props, context), 'pattern']
  },
  render,
})

/** The layouts that the page has data for: places, a series, dates, figures, in this order. */
function suitable({ points = [] }: Props, { look, subject }: LayoutContext): string[] {
  const values = points.filter(({ value }) => value !== undefined)
  if (values.length > 2) return [look === 'bold' ? 'ridge' : 'chart']
  if (points.length > 0 && points.every(({ label }) => findPlace(label))) return ['map']
  if (points.length > 0 && points.every(({ note }) => note)) return ['figures']
  const rich = [subject.places.length > 1, subject.dates.length > 2, subject.figures.length > 1]
  const asDevice = look === 'product' && rich.filter(Boolean).length > 1 ? ['device'] : []
  return [
    ...asDevice,
    ...(rich[0] ? ['map'] : []),
    ...(rich[1] ? ['timeline'] : []),
    ...(rich[2] ? ['figures'] : []),
  ]
}
