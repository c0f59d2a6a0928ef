import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useMay } from '../api/session.ts'
import { useCommand } from '../shell/commands.ts'
import { PageHeader } from '../shell/PageHeader.tsx'
import { useAddress } from '../ui/address.ts'
import { Button } from '../ui/Button.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { TabPanel, Tabs } from '../ui/Tabs.tsx'
import { RolloutsTab } from './RolloutsTab.tsx'
import { countsOf, rolloutsQuery } from './rollouts.ts'
import { stageWords } from './rolloutWords.ts'
import { type ReleasesSearch, stages } from './search.ts'

/** Releases, schedules and batches: scheduled, running and finished. */
export function ReleasesScreen() {
  const [search, change] = useAddress<ReleasesSearch>()
  const { kind, pageId, query, stage } = search
  const counts = countsOf(useInfiniteQuery(rolloutsQuery({ kind, pageId, query })).data?.pages)
  const mayWrite = useMay('write')
  const navigate = useNavigate()
  const start = () => void navigate({ to: '/batches/new', search: pageId ? { pageId } : {} })
  useShortcut('c', start, mayWrite)
  useCommand(
    mayWrite
      ? { id: 'start batch', label: 'Start a batch', icon: Plus, keys: 'c', words: 'csv import', run: start }
      : undefined,
  )
  const all = counts && counts.underWay + counts.scheduled + counts.finished
  const tab = stage ?? 'all'
  return (
    <>
      <PageHeader
        title="Releases"
        action={
          mayWrite && (
            <Button look="primary" icon={Plus} keys="c" onClick={start}>
              New batch
            </Button>
          )
        }
      />
      <Tabs
        label="Stages"
        tabs={[
          { value: 'all', label: 'All', count: all },
          ...stages.map((value) => ({ value, label: stageWords[value], count: counts?.[value] })),
        ]}
        value={tab}
        onChange={(next) => change({ stage: next === 'all' ? undefined : next })}
      >
        <TabPanel value={tab}>
          <RolloutsTab />
        </TabPanel>
      </Tabs>
    </>
  )
}
