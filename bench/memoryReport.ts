import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, threadId } from 'node:worker_threads'

// Loaded into every thread of a service (`--import`): says on request how much memory each of them takes.

export type ThreadMemory = {
  thread: number
  heapUsed: number
  heapTotal: number
  /** Outside of the heap, buffers included. */
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
// The types of Node.js lack it.
;(channel as BroadcastChannel & { unref(): void }).unref()

if (isMainThread) {
  process.on('message', async () => {
    answers.length = 0
    channel.postMessage('ask')
    // A thread answers between two tasks.
    await sleep(1_000)
    const report: MemoryReport = { rss: process.memoryUsage.rss(), threads: [describeThread(), ...answers] }
    process.send?.(report)
  })
  // Listening to the bench must not keep the service from stopping.
  process.channel?.unref()
}
