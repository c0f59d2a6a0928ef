import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { readQuery } from '../api/lists.ts'
import type { Shape } from '../api/schema.ts'
import { useMay } from '../api/session.ts'
import { notifyProblem } from '../ui/notify.tsx'
import type { Asset } from './words.ts'

type FocusPoint = Shape<'FocalPoint'>

const focalPointQuery = (assetId: string) =>
  readQuery(keys.assets.focalPoint(assetId), (call) => api.assets.getFocalPoint(assetId, call))

/** The point of an image that stays visible when pages crop it, set by a click or with the sliders. */
export function FocalPoint({ asset, isFixed }: { asset: Asset; isFixed: boolean }) {
  const mayPublish = useMay('publish')
  const disabled = isFixed || !mayPublish
  const client = useQueryClient()
  const { data: stored } = useQuery(focalPointQuery(asset.assetId))
  const [point, setPoint] = useState<FocusPoint>()
  useEffect(() => setPoint(stored), [stored])
  const save = useMutation({
    mutationFn: (body: FocusPoint) => api.assets.setFocalPoint(asset.assetId, body),
    onSuccess: (saved) => client.setQueryData(focalPointQuery(asset.assetId).queryKey, saved),
    onError: notifyProblem,
  })
  if (!point || !asset.previewDownloadUrl) return null
  const slider = (name: keyof FocusPoint, label: string) => (
    <label className="flex items-center gap-3 text-sm text-quiet">
      <span className="w-20 shrink-0">{label}</span>
      <input
        type="range"
        min={0}
        max={100}
        value={Math.round(point[name] * 100)}
        disabled={disabled}
        className="min-w-0 flex-1 accent-accent"
        onChange={(event) => setPoint({ ...point, [name]: Number(event.target.value) / 100 })}
        onPointerUp={() => save.mutate(point)}
        onKeyUp={() => save.mutate(point)}
      />
    </label>
  )
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1.5 text-sm font-medium">Focal point</legend>
      <button
        type="button"
        tabIndex={-1}
        disabled={disabled}
        aria-label="Choose the focal point on the image"
        className="relative block w-fit cursor-crosshair overflow-hidden rounded-lg border border-line disabled:cursor-default"
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect()
          const at = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 100) / 100
          const next = {
            x: at((event.clientX - box.left) / box.width),
            y: at((event.clientY - box.top) / box.height),
          }
          setPoint(next)
          save.mutate(next)
        }}
      >
        <img src={asset.previewDownloadUrl} alt="" className="block max-h-44" />
        <span
          aria-hidden
          className="absolute size-5 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-white bg-accent/60 shadow-float"
          style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }}
        />
      </button>
      {slider('x', 'From the left')}
      {slider('y', 'From the top')}
      <p className="text-xs text-quiet">
        The part that stays visible when the image is cropped.
        {!mayPublish && ' Moving it changes live pages at once, so it requires the publish scope.'}
      </p>
    </fieldset>
  )
}
