import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { EyeOff, Images, type LucideIcon, Trash2, Upload } from 'lucide-react'
import { useRef } from 'react'
import { useList } from '../api/lists.ts'
import { useMay } from '../api/session.ts'
import { useCommand } from '../shell/commands.ts'
import { ListScreen } from '../shell/ListScreen.tsx'
import { PageHeader } from '../shell/PageHeader.tsx'
import { useAddress } from '../ui/address.ts'
import { Button } from '../ui/Button.tsx'
import { FilterChip } from '../ui/filters.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { TabPanel, Tabs } from '../ui/Tabs.tsx'
import { AssetGrid } from './AssetGrid.tsx'
import { AssetPanel } from './AssetPanel.tsx'
import { DropZone } from './DropZone.tsx'
import { assetsQuery } from './queries.ts'
import type { AssetsSearch } from './search.ts'
import { UploadTray } from './UploadTray.tsx'
import { startUploads } from './uploads.ts'
import { type Asset, type AssetState, acceptedFiles, assetTypes, typeWords } from './words.ts'

const typeOptions = assetTypes.map((value) => ({ value, label: typeWords[value].label }))
const stateTabs = [
  { value: 'active', label: 'Library' },
  { value: 'hidden', label: 'Hidden' },
  { value: 'trashed', label: 'Trash' },
] as const

export function AssetsScreen() {
  const [search, change] = useAddress<AssetsSearch>()
  const { state = 'active' } = search
  const mayWrite = useMay('write')
  const client = useQueryClient()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const pick = () => input.current?.click()
  useShortcut('u', pick, mayWrite)
  useCommand(
    mayWrite ? { id: 'upload', label: 'Upload files', icon: Upload, keys: 'u', run: pick } : undefined,
  )
  // A separate history entry, so that going back closes the panel.
  const open = ({ assetId }: Asset) => void navigate({ to: '/assets', search: { ...search, asset: assetId } })
  const take = (files: File[]) => {
    if (state !== 'active') change({ state: undefined, query: undefined, type: undefined })
    startUploads(client, files)
  }
  return (
    <DropZone isOn={mayWrite} onFiles={take}>
      <PageHeader
        title="Assets"
        action={
          mayWrite && (
            <Button look="primary" icon={Upload} keys="u" onClick={pick}>
              Upload
            </Button>
          )
        }
      />
      <input
        ref={input}
        type="file"
        multiple
        accept={acceptedFiles}
        aria-label="Files to upload"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          take([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <Tabs
        label="Asset location"
        tabs={stateTabs}
        value={state}
        onChange={(next) => change({ state: next === 'active' ? undefined : next })}
      >
        <TabPanel value={state}>
          <Shelf search={search} change={change} onOpen={open} onPick={mayWrite ? pick : undefined} />
        </TabPanel>
      </Tabs>
      <AssetPanel assetId={search.asset} onClose={() => change({ asset: undefined })} />
      <UploadTray />
    </DropZone>
  )
}

type ShelfProps = {
  search: AssetsSearch
  onOpen: (asset: Asset) => void
  change: (change: Partial<AssetsSearch>) => void
  onPick: (() => void) | undefined
}

function Shelf({ search, change, onOpen, onPick }: ShelfProps) {
  const list = useList(assetsQuery(search))
  const { type, state = 'active' } = search
  return (
    <ListScreen
      title="Assets"
      words={['asset', 'assets']}
      isPart
      list={list}
      rowKey={({ assetId }) => assetId}
      draw={(empty) => <AssetGrid list={list} onOpen={onOpen} empty={empty} />}
      search={{ label: 'Search assets' }}
      filters={
        <FilterChip label="Type" options={typeOptions} value={type} onChange={(type) => change({ type })} />
      }
      filterNames={['type']}
      exportPath="/v0/exports/assets"
      none={{
        ...nothing[state],
        action: onPick && state === 'active' && (
          <Button look="primary" icon={Upload} keys="u" onClick={onPick}>
            Upload your first files
          </Button>
        ),
      }}
      noMatch={{ text: 'Try a different name, purpose or tag.' }}
    />
  )
}

const nothing: Record<AssetState, { icon: LucideIcon; title: string; text: string }> = {
  active: {
    icon: Images,
    title: 'No assets yet',
    text: 'Images, logos, videos and components for your pages. Drop files anywhere here, up to 20 MB each.',
  },
  hidden: {
    icon: EyeOff,
    title: 'No hidden assets',
    text: 'Hidden assets stay on pages that use them, but search and the agent ignore them.',
  },
  trashed: {
    icon: Trash2,
    title: 'The trash is empty',
    text: 'Assets in the trash stay here until you restore or delete them.',
  },
}
