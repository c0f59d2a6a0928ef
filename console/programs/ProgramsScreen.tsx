import { useQuery } from '@tanstack/react-query'
import { BookOpen } from 'lucide-react'
import { useList } from '../api/lists.ts'
import { KeysTab } from '../keys/KeysTab.tsx'
import { keysQuery } from '../keys/queries.ts'
import { PageHeader } from '../shell/PageHeader.tsx'
import { useAddress } from '../ui/address.ts'
import { buttonClass } from '../ui/Button.tsx'
import { TabPanel, Tabs } from '../ui/Tabs.tsx'
import { McpTab } from './McpTab.tsx'
import { connectionsQuery } from './queries.ts'
import type { ProgramsSearch } from './search.ts'

export function ProgramsScreen() {
  const [search, change] = useAddress<ProgramsSearch>()
  const { total } = useList(keysQuery())
  const { data } = useQuery(connectionsQuery)
  return (
    <>
      <PageHeader
        title="Programs"
        more={
          <a href="/docs" target="_blank" rel="noreferrer" className={buttonClass()}>
            <BookOpen aria-hidden className="size-4" /> Reference
          </a>
        }
      />
      <Tabs
        label="Programs"
        tabs={[
          { value: 'keys', label: 'Keys', count: total ?? undefined },
          { value: 'mcp', label: 'Assistants, MCP', count: data?.connections.length },
        ]}
        value={search.tab ?? 'keys'}
        onChange={(tab) => change({ tab: tab === 'mcp' ? tab : undefined })}
      >
        <TabPanel value="keys">
          <KeysTab />
        </TabPanel>
        <TabPanel value="mcp">
          <McpTab />
        </TabPanel>
      </Tabs>
    </>
  )
}
