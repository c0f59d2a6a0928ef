import { Archive } from 'lucide-react'
import { useMay } from '../api/session.ts'
import { useCommand } from '../shell/commands.ts'
import type { PageStanding } from '../status/queries.ts'
import { HeadStepsCell, usePageStep } from '../status/StepCell.tsx'
import { pageStatus } from '../status/words.ts'
import { useShortcut } from '../ui/shortcuts.ts'
import { usePageVerbs } from './queries.ts'
import type { Page } from './words.ts'

type Props = { page: Page; standing: PageStanding | undefined; isAtAudiences: boolean }

/** The next step of a page, with the same label as in its row. */
export function MainAction({ page, standing, isAtAudiences }: Props) {
  const mayPublish = useMay('publish')
  const { archive } = usePageVerbs()
  const take = usePageStep()
  useCommand(
    mayPublish && page.status === 'published'
      ? {
          id: 'archive page',
          label: `Take ${page.name} offline`,
          icon: Archive,
          run: () => void archive(page),
        }
      : undefined,
  )
  const status = standing && pageStatus(standing)
  const isReleased = mayPublish && status?.next === 'publishChanges'
  useShortcut('r', () => standing && take('publishChanges', standing), isReleased)
  if (!standing || !status || (isAtAudiences && status.next === 'seeAudiences')) return null
  return (
    <HeadStepsCell
      status={status}
      onStep={(step) => take(step, standing)}
      {...(isReleased && { keys: 'r' })}
    />
  )
}
