import { type Static, Type } from 'typebox'
import { exampleId } from '../../shared/ids.ts'
import { closed, Enum } from '../../shared/typebox.ts'
import { Id, Timestamp } from '../web/schema.ts'

export const mostGoals = 10

export const GoalStep = Type.Object(
  {
    kind: Enum(['opened', 'read', 'stayed', 'clickedAction', 'clickedLink', 'submittedForm'], {
      description:
        '`opened`: every session; `read`: scrolled to `atLeast` percent; `stayed`: looked at it for `atLeast` seconds; `clickedAction` and `clickedLink`: the one that `value` names, or any; `submittedForm`: any form.',
    }),
    atLeast: Type.Optional(Type.Integer({ minimum: 1, maximum: 3_600 })),
    value: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
  },
  { ...closed, title: 'GoalStep' },
)
export type GoalStep = Static<typeof GoalStep>

const fields = {
  name: Type.String({ minLength: 1, maxLength: 80, pattern: '\\S', examples: ['Picked a time'] }),
  steps: Type.Array(GoalStep, {
    minItems: 1,
    maxItems: 5,
    description: 'A session reaches a step if it did this and all before it. The last one is the goal.',
  }),
}
const example = {
  name: 'Picked a time',
  steps: [{ kind: 'opened' }, { kind: 'read', atLeast: 50 }, { kind: 'submittedForm' }],
}

export const GoalInput = Type.Object(fields, { ...closed, title: 'GoalInput', examples: [example] })
export type GoalInput = Static<typeof GoalInput>

const goalExample = {
  goalId: exampleId('goal'),
  pageId: exampleId('page'),
  ...example,
  createdAt: '+1794614400000',
}
export const Goal = Type.Object(
  { goalId: Id('goal'), pageId: Id('page'), ...fields, createdAt: Timestamp },
  { ...closed, title: 'Goal', examples: [goalExample] },
)
export type Goal = Static<typeof Goal>

export const Goals = Type.Object(
  { items: Type.Array(Goal, { description: 'Oldest first.' }) },
  { ...closed, title: 'Goals', examples: [{ items: [goalExample] }] },
)
