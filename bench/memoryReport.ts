import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, threadId } from 'node:worker_threads'

// Loaded into every thread of a service (`--import`): reports its memory on request.

export type ThreadMemory = {
  thread: number
  heapUsed: number
  heapTotal: number
  /** Outside of the heap, including buffers. */
  external: number
  arrayBuffers: number
}
export type MemoryReport = { rss: number; threads: ThreadMemory[] }

const channel = new BroadcastChannel('memory report')
const answers: ThreadMemory[] = []

function describeThread(): ThreadMemory {
  const { heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage()
  return { thread: threadId, heapUsed, heapTotal, external, arrayBuffers }
}

channel.onmessage = ({ data }) => {
  if (data === 'ask' && !isMainThread) channel.postMessage(describeThread())
  else if (isMainThread && typeof data === 'object') answers.push(data)
}
// Missing in the types of Node.js.
;(channel as BroadcastChannel & { unref(): void }).unref()

if (isMainThread) {
  process.on('message', async () => {
    answers.length = 0
    channel.postMessage('ask')
    // A busy thread responds after its current task.
    await sleep(1_000)
    const report: MemoryReport = { rss: process.memoryUsage.rss(), threads: [describeThread(), ...answers] }
    process.send?.(report)
  })
  // The channel must not keep the service from exiting.
  process.channel?.unref()
}
