import { Globe, Plus } from 'lucide-react'
import { useMay } from '../api/session.ts'
import { DomainsTab } from '../domains/DomainsTab.tsx'
import { useCommand } from '../shell/commands.ts'
import { PageHeader } from '../shell/PageHeader.tsx'
import { useAddress } from '../ui/address.ts'
import { Button } from '../ui/Button.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { TabPanel, Tabs } from '../ui/Tabs.tsx'
import { LinksTable } from './LinksTable.tsx'
import type { LinksSearch } from './search.ts'

const tabs = [
  { value: 'links', label: 'Links' },
  { value: 'domains', label: 'Domains' },
] as const

/** Links and domains; only admins see the domains. */
export function LinksScreen() {
  const [search, change] = useAddress<LinksSearch>()
  const [mayWrite, mayAdmin] = [useMay('write'), useMay('admin')]
  const isDomains = mayAdmin && search.tab === 'domains'
  const create = () => change(isDomains ? { setup: 'new' } : { link: 'new' })
  const label = isDomains ? 'Add domain' : 'Add link'
  const may = isDomains ? mayAdmin : mayWrite
  useShortcut('c', create, may)
  useCommand(
    may
      ? {
          id: label,
          label: isDomains ? 'Add a domain' : 'Add a link',
          icon: Plus,
          keys: 'c',
          run: create,
        }
      : undefined,
  )
  useCommand(
    mayAdmin && !isDomains
      ? { id: 'domains', label: 'Show domains', icon: Globe, run: () => change({ tab: 'domains' }) }
      : undefined,
  )
  const table = <LinksTable search={search} change={change} />
  return (
    <>
      <PageHeader
        title="Links"
        action={
          may && (
            <Button look="primary" icon={Plus} keys="c" onClick={create}>
              {label}
            </Button>
          )
        }
      />
      {mayAdmin ? (
        <Tabs
          label="Links and domains"
          tabs={tabs}
          value={isDomains ? 'domains' : 'links'}
          onChange={(tab) => change({ tab: tab === 'domains' ? tab : undefined })}
        >
          <TabPanel value="links">{table}</TabPanel>
          <TabPanel value="domains">
            <DomainsTab setup={search.setup} onSetup={(setup) => change({ setup })} />
          </TabPanel>
        </Tabs>
      ) : (
        table
      )}
    </>
  )
}
