import { daysBetween } from '../../pictures/dates.ts'
import { bare } from '../../render/parts.ts'
import { defineBlock } from '../block.ts'
import { example } from './example.ts'
import { render } from './html.ts'
import { Props, type StepItem } from './schema.ts'
import { starter } from './starter.ts'
import { thumbnail } from './thumbnail.ts'
import { words } from './words.ts'

export const steps = defineBlock({
  name: 'steps',
  purpose: 'What happens next, in order.',
  words,
  thumbnail,
  props: Props,
  starter,
  example,
  tone: 'tint',
  subject: ({ items }) => {
    const dated = items.filter(({ when }) => when !== undefined)
    const days = daysBetween(dated.map(({ when = '' }) => when))
    const dateOf = ({ when = '', title }: StepItem, index: number) => ({
      ...{ when: bare(when), title: bare(title), day: days?.[index] ?? 0 },
    })
    return { dates: days ? dated.map(dateOf) : [] }
  },
  layouts: ({ items }, { look }) => {
    const isDated =
      items.length > 1 && items.length < 7 && daysBetween(items.map(({ when = '' }) => when)) !== undefined
    const isNamed = items.length > 1 && items.length < 6 && items.every(({ when }) => when)
    if (look === 'bold') return isNamed ? ['chevrons', 'list'] : ['list']
    if (!isDated) return ['list']
    return look === 'product' ? ['gantt', 'list'] : ['scale', 'list']
  },
  render,
})
