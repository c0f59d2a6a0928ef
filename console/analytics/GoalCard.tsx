import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Pencil, Plus, Target } from 'lucide-react'
import { useState } from 'react'
import { exactNumber } from '../api/locale.ts'
import type { Shape } from '../api/schema.ts'
import { useMay } from '../api/session.ts'
import type { PageSearch } from '../pages/search.ts'
import { useAddress } from '../ui/address.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { percentage, ShortNumber } from '../ui/figures.tsx'
import { Menu, MenuChoice, MenuItem, MenuLine } from '../ui/Menu.tsx'
import { Skeleton } from '../ui/states.tsx'
import { GoalForm } from './GoalForm.tsx'
import { stepWords, usualGoal } from './goalWords.ts'
import { type Breakdown, type Goal, goalsQuery } from './queries.ts'

const usual = 'conversion'

type Props = { page: Shape<'Page'>; breakdown: Breakdown | undefined; before: Breakdown | undefined }

/** How many sessions reach each step of a goal, and where most are lost. */
export function GoalCard({ page, breakdown, before }: Props) {
  const [{ goal: goalId }, change] = useAddress<PageSearch>()
  const { data: goals = [] } = useQuery(goalsQuery(page.pageId))
  const mayWrite = useMay('write')
  const [edited, setEdited] = useState<Goal | 'new'>()
  const goal = goals.find((one) => one.goalId === goalId)
  const options = [
    { value: usual, label: usualGoal.name },
    ...goals.map((one) => ({ value: one.goalId, label: one.name })),
  ]
  return (
    <section aria-label="Goal" className="flex min-w-0 flex-col rounded-xl border border-line p-4">
      <div className="mb-3 flex items-center gap-1">
        <Target aria-hidden className="size-4 shrink-0 text-accent" />
        <Menu
          align="start"
          trigger={
            <button
              type="button"
              className="flex h-7 min-w-0 items-center gap-1 rounded-md px-1.5 text-sm font-semibold hover:bg-hover"
            >
              <span className="truncate">Goal: {goal?.name ?? usualGoal.name}</span>
              <ChevronDown aria-hidden className="size-3.5 shrink-0 text-faint" />
            </button>
          }
        >
          <MenuChoice
            value={goal?.goalId ?? usual}
            onChange={(next) => change({ goal: next === usual ? undefined : next })}
            options={options}
          />
          {mayWrite && (
            <>
              <MenuLine />
              <MenuItem icon={Plus} onSelect={() => setEdited('new')}>
                New goal
              </MenuItem>
            </>
          )}
        </Menu>
        {goal && mayWrite && (
          <IconButton icon={Pencil} size="sm" label={`Change ${goal.name}`} onClick={() => setEdited(goal)} />
        )}
        <Rate breakdown={breakdown} before={before} />
      </div>
      {breakdown ? (
        <Funnel
          steps={(goal ?? usualGoal).steps.map((step) => stepWords(step, page))}
          counts={breakdown.funnel}
        />
      ) : (
        <Skeleton className="h-40" />
      )}
      {goals.length === 0 && mayWrite && (
        <p className="mt-auto flex items-center justify-between gap-3 pt-3 text-sm text-quiet">
          What should visitors do?
          <Button size="sm" icon={Plus} onClick={() => setEdited('new')}>
            Set a goal
          </Button>
        </p>
      )}
      {edited && (
        <GoalForm
          page={page}
          goal={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={(saved) => change({ goal: saved?.goalId })}
        />
      )}
    </section>
  )
}

const rateOf = (breakdown: Breakdown | undefined) =>
  breakdown && breakdown.sessions > 0 ? (breakdown.funnel.at(-1) ?? 0) / breakdown.sessions : undefined

function Rate({ breakdown, before }: Omit<Props, 'page'>) {
  const [now, former] = [rateOf(breakdown), rateOf(before)]
  if (now === undefined) return null
  const points = former === undefined ? undefined : Math.round((now - former) * 1000) / 10
  return (
    <span className="ms-auto flex shrink-0 items-baseline gap-2 tabular-nums">
      <span className="text-lg font-semibold">{percentage(now)}</span>
      {points !== undefined && points !== 0 && (
        <span className={cx('text-xs font-medium', points > 0 ? 'text-good' : 'text-danger')}>
          {points > 0 ? '+' : '−'}
          {Math.abs(points)} points
        </span>
      )}
    </span>
  )
}

function Funnel({ steps, counts }: { steps: string[]; counts: number[] }) {
  const first = Math.max(1, counts[0] ?? 0)
  const lost = counts.map((count, index) => count - (counts[index + 1] ?? count))
  const most = Math.max(...lost)
  return (
    <ol className="space-y-1.5 text-sm">
      {steps.map((words, index) => {
        const count = counts[index] ?? 0
        const isLast = index === steps.length - 1
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a funnel may have the same step twice
          <li key={index}>
            <div className="flex items-baseline gap-3">
              <span className="min-w-0 flex-1 truncate" title={words}>
                {words}
              </span>
              <ShortNumber value={count} className="font-medium" />
              <span className="w-12 text-end text-quiet tabular-nums">{percentage(count / first)}</span>
            </div>
            <div aria-hidden className="mt-1 h-1.5 overflow-hidden rounded-full bg-pressed">
              <div
                className={cx('h-full rounded-full', isLast ? 'bg-accent' : 'bg-accent/55')}
                style={{ width: `${(count / first) * 100}%` }}
              />
            </div>
            {!isLast && (
              <p
                className={cx(
                  'mt-0.5 text-xs',
                  lost[index] === most && most > 0 ? 'text-warn' : 'text-quiet',
                )}
              >
                {exactNumber(lost[index] ?? 0)} left here
                {lost[index] === most && most > 0 && steps.length > 2 && ', most of all'}
              </p>
            )}
          </li>
        )
      })}
    </ol>
  )
}
