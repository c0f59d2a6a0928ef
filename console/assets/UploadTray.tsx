import { useQueryClient } from '@tanstack/react-query'
import { Check, CircleAlert, RotateCcw, X } from 'lucide-react'
import { numbers } from '../api/locale.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { clearUploads, isUnderWay, retryUpload, stopUpload, type Upload, useUploads } from './uploads.ts'

/** The progress and result of each upload. */
export function UploadTray() {
  const uploads = useUploads()
  if (uploads.length === 0) return null
  const underWay = uploads.filter(isUnderWay).length
  const failed = uploads.filter(({ state }) => state === 'failed').length
  const summary =
    underWay > 0
      ? `Uploading ${underWay} ${underWay === 1 ? 'file' : 'files'}`
      : failed > 0
        ? `${failed} of ${uploads.length} failed`
        : `${uploads.length} uploaded`
  return (
    <section
      aria-label="Uploads"
      className="absolute inset-x-4 bottom-4 z-30 flex max-h-72 animate-rise flex-col overflow-hidden rounded-xl bg-raised shadow-float md:start-6 md:end-auto md:w-92"
    >
      <div className="flex items-center justify-between gap-2 border-b border-line py-2 ps-4 pe-2">
        <h2 className="text-sm font-semibold">
          <span role="status">{summary}</span>
        </h2>
        <Button look="quiet" size="sm" onClick={clearUploads} disabled={underWay === uploads.length}>
          Clear
        </Button>
      </div>
      <ul className="thin-scroll min-h-0 overflow-y-auto py-1">
        {uploads.map((upload) => (
          <Line key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  )
}

function Line({ upload }: { upload: Upload }) {
  const client = useQueryClient()
  const { id, file, state } = upload
  return (
    <li className="flex items-start gap-3 px-4 py-2">
      <StateIcon state={state} />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-2">
          <span className="min-w-0 flex-1 truncate text-sm">{file.name}</span>
          <span className="text-xs text-quiet tabular-nums">{wordsOf(upload)}</span>
        </div>
        {isUnderWay(upload) && <Progress upload={upload} />}
        {upload.state === 'failed' && (
          <p role="alert" className="mt-0.5 text-xs text-danger">
            {upload.why}
          </p>
        )}
      </div>
      {isUnderWay(upload) && (
        <IconButton icon={X} label={`Stop ${file.name}`} size="sm" onClick={() => stopUpload(id)} />
      )}
      {(state === 'failed' || state === 'stopped') && (
        <IconButton
          icon={RotateCcw}
          label={`Try ${file.name} again`}
          size="sm"
          onClick={() => retryUpload(client, id)}
        />
      )}
    </li>
  )
}

function StateIcon({ state }: { state: Upload['state'] }) {
  const Icon = state === 'done' ? Check : state === 'failed' ? CircleAlert : null
  return (
    <span aria-hidden className="grid h-5 w-4 place-items-center">
      {Icon ? (
        <Icon className={cx('size-4', state === 'done' ? 'text-good' : 'text-danger')} />
      ) : (
        <span className={cx('size-2 rounded-full bg-busy', state === 'sending' && 'animate-shimmer')} />
      )}
    </span>
  )
}

const kilobytes = numbers({
  style: 'unit',
  unit: 'kilobyte',
  unitDisplay: 'short',
  maximumFractionDigits: 0,
})
const megabytes = numbers({
  style: 'unit',
  unit: 'megabyte',
  unitDisplay: 'short',
  maximumFractionDigits: 1,
})

function sizeOf({ size }: File): string {
  return size < 1_000_000 ? kilobytes.format(Math.max(size / 1000, 1)) : megabytes.format(size / 1_000_000)
}

function wordsOf({ state, progress, file }: Upload): string {
  if (state === 'waiting') return 'Waiting'
  if (state === 'stopped') return 'Stopped'
  if (state === 'sending') return progress < 1 ? `${Math.floor(progress * 100)}%` : 'Preparing'
  return sizeOf(file)
}

function Progress({ upload: { progress, file } }: { upload: Upload }) {
  return (
    <div
      role="progressbar"
      aria-label={`Upload of ${file.name}`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(progress * 100)}
      className="mt-1.5 h-1 overflow-hidden rounded-full bg-pressed"
    >
      <div
        className={cx(
          'h-full rounded-full bg-accent transition-[width]',
          progress === 1 && 'animate-shimmer',
        )}
        style={{ width: `${progress * 100}%` }}
      />
    </div>
  )
}
