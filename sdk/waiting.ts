import { type Client, sleep } from './client.ts'
import { bind, type CallOptions, type Noun } from './noun.ts'
import {
  type BatchesCalls,
  batches as batchCalls,
  type ReleasesCalls,
  releases as releaseCalls,
} from './nouns.ts'
import type { Shape } from './shapes.ts'

export type WaitOptions<T> = CallOptions & {
  /** Called with each state that was read. */
  onProgress?: (state: T) => void
  /** The polling interval; half a second by default. */
  everyMs?: number
}

async function poll<T>(
  read: () => Promise<T>,
  isOver: (state: T) => boolean,
  { onProgress, everyMs = 500, signal }: WaitOptions<T>,
): Promise<T> {
  for (;;) {
    const state = await read()
    onProgress?.(state)
    if (isOver(state)) return state
    await sleep(everyMs, signal)
  }
}

/** Waits until a batch has finished or was cancelled. */
async function waitForBatch(
  client: Client,
  batchId: string,
  options: WaitOptions<Shape<'BatchReport'>> = {},
) {
  const { get } = bind(client, batchCalls)
  return await poll(
    () => get(batchId, options),
    ({ finishedAt }) => finishedAt !== null,
    options,
  )
}

/** Waits until a release has finished or was cancelled or undone. */
async function waitForRelease(
  client: Client,
  releaseId: string,
  options: WaitOptions<Shape<'Release'>> = {},
) {
  const { get } = bind(client, releaseCalls)
  return await poll(
    () => get(releaseId, options),
    ({ status }) => ['finished', 'cancelled', 'undone'].includes(status),
    options,
  )
}

export const batches: Noun<BatchesCalls> & { wait: typeof waitForBatch } = {
  ...batchCalls,
  wait: waitForBatch,
}
export const releases: Noun<ReleasesCalls> & { wait: typeof waitForRelease } = {
  ...releaseCalls,
  wait: waitForRelease,
}
