import { type Static, Type } from 'typebox'
import { closed, Enum, NamedObject } from '../../shared/typebox.ts'
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
const example = { steps: [{ kind: 'opened' }, { kind: 'read', atLeast: 50 }, { kind: 'submittedForm' }] }

export const GoalInput = NamedObject('GoalInput', fields, example)
export type GoalInput = Static<typeof GoalInput>

export const Goal = NamedObject(
  'Goal',
  { goalId: Id('goal'), pageId: Id('page'), ...fields, createdAt: Timestamp },
  example,
)
export type Goal = Static<typeof Goal>

export const Goals = NamedObject('Goals', { items: Type.Array(Goal, { description: 'Oldest first.' }) })
