import { setTimeout as sleep } from 'node:timers/promises'
import type { ToolContext, ToolResult } from '../tool.ts'

const longestRounds = 225
const pollMs = 200

type ReleaseProgress = {
  releaseId: string
  status: string
  dryRun: boolean
  counts: { total: number; waiting: number }
}

/** Waits up to 45 seconds for a release to end; the release continues if the client leaves. */
export async function waitForRelease(
  releaseId: string,
  { call, report, signal }: ToolContext,
): Promise<ToolResult> {
  for (let round = 0; ; round++) {
    const path = { release_id: releaseId }
    const { status, dryRun, counts } = await call<ReleaseProgress>('getRelease', { path })
    const hasEnded = ['finished', 'cancelled', 'undone'].includes(status)
    if (hasEnded || signal.aborted || round >= longestRounds)
      return { result: { releaseId, status, dryRun, counts } }
    const { total, waiting } = counts
    await report({ done: total - waiting, total, message: `${total - waiting} of ${total} audiences` })
    await sleep(pollMs, undefined, { signal }).catch(() => {})
  }
}
