import { writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

type Write = (bytes: Buffer) => number

/** What waits for a slow reader. Lines beyond it are lost. */
const mostPendingBytes = 1024 * 1024
const retryMs = 20
/** How long the end of the process waits for a reader, in all. */
const mostExitMs = 500

/**
 * Writes whole lines to a file descriptor. Nothing waits: what a full pipe does not take is kept, up to a limit, and
 * tried again. A line that can't be written or kept is dropped and counted; the next one is preceded by how many were
 * lost. Never throws: a request must not fail, or take longer, because of its log line.
 */
export function openLogOutput(write: Write = (bytes) => writeSync(2, bytes)): DestinationStream {
  return new LogOutput(write)
}

/** Those with lines that a reader has not taken yet. One listener serves all, however many there are. */
const unfinished = new Set<LogOutput>()
process.once('exit', () => {
  for (const output of unfinished) output.finish()
})

class LogOutput implements DestinationStream {
  readonly #write: Write
  /** Lines, the first of them perhaps written in part. */
  readonly #pending: Buffer[] = []
  #pendingBytes = 0
  #lost = 0
  #timer: NodeJS.Timeout | undefined

  constructor(write: Write) {
    this.#write = write
  }

  write(text: string): void {
    this.#add(text)
    if (!this.#timer) this.#flush()
  }

  /** Waits a little for a slow reader: nobody is served any more. */
  finish(): void {
    clearTimeout(this.#timer)
    const until = Date.now() + mostExitMs
    while (!this.#drain() && Date.now() < until) Atomics.wait(pause, 0, 0, 5)
  }

  #add(text: string): void {
    const notice = this.#lost > 0 ? `{"level":"warn","msg":"${this.#lost} log lines were lost"}\n` : ''
    const line = Buffer.from(notice + text)
    if (this.#pendingBytes + line.length > mostPendingBytes) {
      this.#lost++
      return
    }
    this.#lost = 0
    this.#pending.push(line)
    this.#pendingBytes += line.length
  }

  #flush(): void {
    this.#timer = undefined
    if (this.#drain()) {
      unfinished.delete(this)
      return
    }
    unfinished.add(this)
    this.#timer = setTimeout(() => this.#flush(), retryMs)
    this.#timer.unref()
  }

  /** Writes what waits; false when the reader takes no more at the moment. */
  #drain(): boolean {
    for (let line = this.#pending[0]; line; line = this.#pending[0]) {
      try {
        const taken = this.#write(line)
        this.#pendingBytes -= taken
        if (taken < line.length) this.#pending[0] = line.subarray(taken)
        else this.#pending.shift()
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return false
        this.#pending.shift()
        this.#pendingBytes -= line.length
        this.#lost += 1 + lostIn(line)
      }
    }
    return true
  }
}

/** How many lines a dropped line itself says were lost. */
function lostIn(line: Buffer): number {
  const [, count = '0'] =
    /^\{"level":"warn","msg":"(\d+) log lines were lost"\}\n/.exec(line.toString()) ?? []
  return Number(count)
}

const pause = new Int32Array(new SharedArrayBuffer(4))
