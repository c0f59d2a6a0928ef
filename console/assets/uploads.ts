import type { QueryClient } from '@tanstack/react-query'
import type { UploadOptions } from '../../sdk/index.ts'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { refreshLists } from '../api/lists.ts'
import { describe, ProblemError } from '../api/problem.ts'
import { createStore } from '../ui/store.ts'
import { type Asset, type AssetType, mostBytes, typeOfMedia } from './words.ts'

export type Upload = {
  id: number
  file: File
  /** From 0 to 1; at 1 the service is processing the file. */
  progress: number
} & (
  | { state: 'waiting' | 'sending' | 'stopped' }
  | { state: 'done'; asset: Asset }
  | { state: 'failed'; why: string }
)

/** More parallel uploads would only slow each other down. */
const mostAtOnce = 3

/** Module state, so that uploads continue when the user leaves the screen. */
const uploads = createStore<readonly Upload[]>([])
const stops = new Map<number, AbortController>()
let lastId = 0

function update(id: number, change: Partial<Upload>) {
  uploads.set(
    uploads.get().map((upload) => (upload.id === id ? ({ ...upload, ...change } as Upload) : upload)),
  )
}

export const useUploads = uploads.use

export function isUnderWay({ state }: Upload): boolean {
  return state === 'waiting' || state === 'sending'
}

export function startUploads(client: QueryClient, files: readonly File[]): void {
  const added = files.map((file): Upload => ({ id: ++lastId, file, progress: 0, state: 'waiting' }))
  uploads.set([...added, ...uploads.get()])
  startNext(client)
}

export function stopUpload(id: number): void {
  stops.get(id)?.abort()
  update(id, { state: 'stopped' })
}

export function retryUpload(client: QueryClient, id: number): void {
  update(id, { state: 'waiting', progress: 0 })
  startNext(client)
}

/** Removes finished uploads from the list. */
export function clearUploads(): void {
  uploads.set(uploads.get().filter(isUnderWay))
}

function startNext(client: QueryClient): void {
  const free = mostAtOnce - uploads.get().filter(({ state }) => state === 'sending').length
  // Uploads start in the order in which they were added.
  const next = uploads
    .get()
    .filter(({ state }) => state === 'waiting')
    .slice(-Math.max(free, 0))
  if (free > 0) for (const upload of next) void run(client, upload)
}

async function run(client: QueryClient, { id, file }: Upload): Promise<void> {
  const stop = new AbortController()
  stops.set(id, stop)
  update(id, { state: 'sending' })
  try {
    const asset = await take(file, {
      onProgress: (progress) => update(id, { progress }),
      signal: stop.signal,
    })
    update(id, { state: 'done', progress: 1, asset })
    void refreshLists(client, keys.assets.all)
  } catch (error) {
    if (!stop.signal.aborted) update(id, { state: 'failed', why: whyNot(error) })
  } finally {
    stops.delete(id)
    startNext(client)
  }
}

class RejectedUpload extends Error {}

/** Uploads an image as an asset of this type, such as a logo or favicon. */
export async function uploadPicture(file: File, type: AssetType): Promise<Asset> {
  return await take(file, {}, (found) => {
    if (found !== 'image')
      throw new RejectedUpload('This file is not an image. Use PNG, JPEG, GIF, WebP, AVIF or SVG.')
    return type
  })
}

async function take(
  file: File,
  options: UploadOptions,
  choose = (found: AssetType) => found,
): Promise<Asset> {
  if (file.size > mostBytes) throw new RejectedUpload('The file is larger than 20 MB.')
  if (file.size === 0) throw new RejectedUpload('The file is empty.')
  const sent = await api.files.upload(file, options)
  const type = typeOfMedia(sent.mediaType)
  if (!type) throw new RejectedUpload('Spreadsheets can’t be assets. Use them to start a batch.')
  const name = file.name.replace(/\.[^.]+$/, '') || file.name
  return await api.assets.registerFile(sent.fileId, { assetType: choose(type), name, purpose: '' })
}

/** Advice for the most frequent errors. */
const advice: Record<string, string> = {
  file_type_unsupported: 'Unsupported file type. Use PNG, JPEG, GIF, WebP, AVIF, SVG, MP4, WebM or HTML.',
  invalid_file: 'The file is damaged or has the wrong extension. Export it again and retry.',
  body_too_large: 'The file is larger than 20 MB or 40 megapixels.',
  scope_missing: 'You need write access to upload files.',
}

export function whyNot(error: unknown): string {
  if (error instanceof RejectedUpload) return error.message
  const { title, detail } = describe(error)
  return (error instanceof ProblemError && advice[error.code]) || detail || title
}
