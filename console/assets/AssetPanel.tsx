import { useQuery } from '@tanstack/react-query'
import { ArchiveRestore, Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../api/session.ts'
import { Status } from '../ui/Badge.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Form } from '../ui/Form.tsx'
import { Select, Switch, TextArea, TextField } from '../ui/fields.tsx'
import { RelativeTime } from '../ui/figures.tsx'
import { notify } from '../ui/notify.tsx'
import { SidePanel } from '../ui/SidePanel.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { FocalPoint } from './FocalPoint.tsx'
import { type AssetPatch, assetQuery, useAssetVerbs, useSaveAsset } from './queries.ts'
import { TagsField } from './TagsField.tsx'
import { Thumbnail } from './Thumbnail.tsx'
import { type Asset, type ImageType, imageTypes, isPicture, needsLight, typeWords } from './words.ts'

const formId = 'asset'

/** The details of an asset. Its URL can be shared and works whatever list the asset is in. */
export function AssetPanel({ assetId, onClose }: { assetId: string | undefined; onClose: () => void }) {
  const {
    data: asset,
    error,
    refetch,
  } = useQuery({
    ...assetQuery(assetId ?? ''),
    enabled: assetId !== undefined,
  })
  const mayWrite = useMay('write')
  return (
    <SidePanel
      open={assetId !== undefined}
      onClose={onClose}
      title={asset ? asset.name || 'Unnamed' : 'Asset'}
      footer={
        asset && mayWrite && asset.lifecycleState !== 'deleted' && <Verbs asset={asset} onClose={onClose} />
      }
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {asset ? (
        <>
          <div className={cx('h-56 border-b border-line bg-sunken', needsLight(asset) && 'scheme-light')}>
            <Thumbnail key={asset.assetId} asset={asset} isLarge />
          </div>
          <Details key={asset.assetId} asset={asset} isEditable={mayWrite} />
        </>
      ) : (
        !error && <PanelSkeleton />
      )}
    </SidePanel>
  )
}

function Verbs({ asset, onClose }: { asset: Asset; onClose: () => void }) {
  const { trash, restore, deleteForGood } = useAssetVerbs()
  const leave = (work: Promise<unknown>) => void work.then((left) => left !== false && onClose())
  if (asset.lifecycleState === 'trashed')
    return (
      <>
        <Button icon={Trash2} className="text-danger!" onClick={() => leave(deleteForGood(asset))}>
          Delete permanently
        </Button>
        <Button look="primary" icon={ArchiveRestore} onClick={() => leave(restore(asset))}>
          Restore
        </Button>
      </>
    )
  return (
    <>
      <Button icon={Trash2} className="me-auto" onClick={() => leave(trash(asset))}>
        Move to trash
      </Button>
      {asset.downloadUrl && (
        <a href={asset.downloadUrl} download className={buttonClass('plain')}>
          <Download aria-hidden className="size-4" />
          Download
        </a>
      )}
      <Button type="submit" form={formId} look="primary" keys="mod+enter">
        Save
      </Button>
    </>
  )
}

function Details({ asset, isEditable }: { asset: Asset; isEditable: boolean }) {
  const save = useSaveAsset(asset.assetId)
  const [name, setName] = useState(asset.name)
  const [purpose, setPurpose] = useState(asset.purpose)
  const [tags, setTags] = useState(asset.tags)
  const [assetType, setAssetType] = useState(asset.data.type)
  const isFixed = !isEditable || asset.lifecycleState !== 'active'
  const submit = () => {
    const patch: AssetPatch = {
      ...(name.trim() !== asset.name && { name: name.trim() }),
      ...(purpose.trim() !== asset.purpose && { purpose: purpose.trim() }),
      ...(tags.join('\n') !== asset.tags.join('\n') && { tags }),
      ...(assetType !== asset.data.type && { assetType: assetType as ImageType }),
    }
    save.mutate(patch, { onSuccess: () => notify('Saved') })
  }
  return (
    <Form id={formId} onSubmit={submit} error={save.error} className="space-y-5 p-5">
      <TextField name="name" label="Name" value={name} disabled={isFixed} onChange={setName} />
      <TextArea
        name="purpose"
        label="Purpose"
        optional
        rows={2}
        className="min-h-16!"
        hint="What this asset is for. The agent uses it to choose assets."
        value={purpose}
        disabled={isFixed}
        onChange={setPurpose}
      />
      <TagsField tags={tags} onChange={setTags} disabled={isFixed} />
      {isPicture(asset) && (
        <Select
          name="assetType"
          label="Type"
          value={assetType as ImageType}
          disabled={isFixed}
          onChange={setAssetType}
          options={imageTypes.map((value) => ({ value, label: typeWords[value].label }))}
        />
      )}
      {asset.data.type === 'image' && <FocalPoint asset={asset} isFixed={isFixed} />}
      <Switch
        label="Hidden"
        hint="It stays on pages that use it, but search and the agent ignore it."
        checked={asset.hidden}
        disabled={isFixed || save.isPending}
        onChange={(hidden) => save.mutate({ hidden })}
      />
      <Facts asset={asset} />
    </Form>
  )
}

function Facts({ asset: { aiDescription, lifecycleState, data, createdAt, updatedAt } }: { asset: Asset }) {
  return (
    <dl className="space-y-3 border-t border-line pt-5 text-sm">
      <div>
        <dt className="text-quiet">Description for the agent</dt>
        <dd className="mt-0.5">{aiDescription ?? <span className="text-faint">Not described yet</span>}</dd>
      </div>
      <div className="flex justify-between gap-4">
        <dt className="text-quiet">State</dt>
        <dd>
          <Status of={lifecycleState} />
        </dd>
      </div>
      <div className="flex justify-between gap-4">
        <dt className="text-quiet">Type</dt>
        <dd>{typeWords[data.type].label}</dd>
      </div>
      <div className="flex justify-between gap-4">
        <dt className="text-quiet">Uploaded</dt>
        <dd>
          <RelativeTime at={createdAt} />
        </dd>
      </div>
      <div className="flex justify-between gap-4">
        <dt className="text-quiet">Changed</dt>
        <dd>
          <RelativeTime at={updatedAt} />
        </dd>
      </div>
    </dl>
  )
}

function PanelSkeleton() {
  return (
    <div aria-hidden>
      <Skeleton className="h-56 rounded-none!" />
      <div className="space-y-5 p-5">
        {['w-16', 'w-20', 'w-12'].map((width) => (
          <div key={width} className="space-y-2">
            <Skeleton className={`h-3 ${width}`} />
            <Skeleton className="h-9" />
          </div>
        ))}
      </div>
    </div>
  )
}
