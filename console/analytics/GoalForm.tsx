import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import type { Shape } from '../api/schema.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { FormPanel } from '../ui/FormPanel.tsx'
import { Select, TextField } from '../ui/fields.tsx'
import { attempt } from '../ui/notify.tsx'
import { stepWords } from './goalWords.ts'
import type { Goal, GoalStep } from './queries.ts'

const mostSteps = 5
const usualSteps: GoalStep[] = [{ kind: 'opened' }, { kind: 'read', atLeast: 50 }, { kind: 'submittedForm' }]

type Props = {
  page: Shape<'Page'>
  goal: Goal | undefined
  onClose: () => void
  /** Undefined once the goal was deleted. */
  onSaved: (goal: Goal | undefined) => void
}

/** A goal of up to five steps; visitors reach it with the last one. */
export function GoalForm({ page, goal, onClose, onSaved }: Props) {
  const client = useQueryClient()
  const [name, setName] = useState(goal?.name ?? '')
  const [steps, setSteps] = useState<GoalStep[]>(goal?.steps ?? usualSteps)
  const offered = stepsOf(page)
  const done = async (saved: Goal | undefined) => {
    await client.invalidateQueries({ queryKey: keys.analytics.goals(page.pageId) })
    onSaved(saved)
    onClose()
  }
  const save = useMutation({
    mutationFn: () => {
      const body = { name: name.trim() || stepWords(steps.at(-1) ?? { kind: 'opened' }, page), steps }
      return goal ? api.goals.update(goal.goalId, body) : api.goals.create(page.pageId, body)
    },
    onSuccess: done,
  })
  const remove = ({ goalId, name }: Goal) =>
    attempt(() => api.goals.delete(goalId).then(() => done(undefined)), `Goal “${name}” deleted`)
  const change = (index: number, step: GoalStep) =>
    setSteps(steps.map((one, place) => (place === index ? step : one)))
  return (
    <FormPanel
      title={goal ? 'Change the goal' : 'What should visitors do?'}
      description="A session reaches a step if it did this and everything before it. Past sessions count, too."
      verb={goal ? 'Save goal' : 'Set goal'}
      onClose={onClose}
      onSubmit={() => save.mutate()}
      save={save}
    >
      <TextField
        name="name"
        label="Name"
        optional
        maxLength={80}
        placeholder={stepWords(steps.at(-1) ?? { kind: 'opened' }, page)}
        value={name}
        onChange={setName}
      />
      <ol className="space-y-3">
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are identified by their position alone
          <li key={index} className="flex items-end gap-2">
            <div className="min-w-0 flex-1">
              <Select
                name={`steps/${index}`}
                label={index === steps.length - 1 ? 'Goal' : `Step ${index + 1}`}
                value={JSON.stringify(step)}
                onChange={(next) => change(index, JSON.parse(next) as GoalStep)}
                options={withOwn(offered, step).map((one) => ({
                  value: JSON.stringify(one),
                  label: stepWords(one, page),
                }))}
              />
            </div>
            {steps.length > 1 && (
              <IconButton
                icon={Trash2}
                label={`Remove step ${index + 1}`}
                onClick={() => setSteps(steps.filter((_, place) => place !== index))}
              />
            )}
          </li>
        ))}
      </ol>
      <div className="flex justify-between gap-2">
        {steps.length < mostSteps && (
          <Button icon={Plus} onClick={() => setSteps([...steps, { kind: 'clickedAction' }])}>
            Add step
          </Button>
        )}
        {goal && (
          <Button look="quiet" icon={Trash2} onClick={() => void remove(goal)}>
            Delete goal
          </Button>
        )}
      </div>
    </FormPanel>
  )
}

/** The steps that a page offers, including its own actions. */
function stepsOf(page: Shape<'Page'>): GoalStep[] {
  return [
    { kind: 'opened' },
    { kind: 'read', atLeast: 25 },
    { kind: 'read', atLeast: 50 },
    { kind: 'read', atLeast: 75 },
    { kind: 'read', atLeast: 100 },
    { kind: 'stayed', atLeast: 10 },
    { kind: 'stayed', atLeast: 60 },
    { kind: 'clickedAction' },
    ...(page.actions ?? []).map(({ actionId }) => ({ kind: 'clickedAction' as const, value: actionId })),
    { kind: 'clickedLink' },
    { kind: 'submittedForm' },
  ]
}

/** Keeps a step that isn't among those offered, such as one set through the API. */
function withOwn(offered: GoalStep[], own: GoalStep): GoalStep[] {
  return offered.some((one) => JSON.stringify(one) === JSON.stringify(own)) ? offered : [own, ...offered]
}
