import type { Shape } from '../api/schema.ts'
import type { GoalStep } from './queries.ts'

/** The goal that is counted if none is set. */
export const usualGoal: { name: string; steps: ConversionStep[] } = {
  name: 'Conversion',
  steps: [{ kind: 'opened' }, { kind: 'converted' }],
}
type ConversionStep = GoalStep | { kind: 'converted'; value?: undefined; atLeast?: undefined }

export function stepWords({ kind, atLeast, value }: ConversionStep, page: Shape<'Page'>): string {
  switch (kind) {
    case 'opened':
      return 'Opened the page'
    case 'read':
      return atLeast === 100
        ? 'Read it to the end'
        : atLeast === 50
          ? 'Read half of it'
          : `Read ${atLeast}% of it`
    case 'stayed':
      return `Looked at it for ${atLeast} s`
    case 'clickedAction': {
      const title = page.actions?.find(({ actionId }) => actionId === value)?.buttonTitle
      return value === undefined ? 'Clicked an action' : `Clicked “${title ?? value}”`
    }
    case 'clickedLink':
      return value === undefined ? 'Clicked a link' : `Clicked ${value}`
    case 'submittedForm':
      return 'Sent a form'
    default:
      return 'Clicked an action or sent a form'
  }
}
