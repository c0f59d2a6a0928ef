import { writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

type Write = (bytes: Buffer) => number

/** Buffer for a slow reader. Lines beyond it are dropped. */
const mostPendingBytes = 1024 * 1024
const retryMs = 20
/** How long an exiting process waits for slow readers, in total. */
const mostExitMs = 500

/**
 * Writes whole lines to a file descriptor without blocking: what a full pipe doesn't accept is buffered, up to a limit,
 * and retried. A line that can't be written or buffered is dropped; a line with the number of dropped ones follows.
 * Never throws: a request must not fail or take longer because of its log line.
 */
export function openLogOutput(write: Write = (bytes) => writeSync(2, bytes)): DestinationStream {
  return new LogOutput(write)
}

/** Outputs with buffered lines, for one exit listener. */
const unfinished = new Set<LogOutput>()
process.once('exit', () => {
  for (const output of unfinished) output.finish()
})

class LogOutput implements DestinationStream {
  readonly #write: Write
  /** The first line may be written in part. */
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

  /** Blocks briefly for a slow reader; the process no longer serves requests. */
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

  /** Writes buffered lines; false if the reader currently accepts no more. */
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

/** The count in a line that reports dropped lines, if it is dropped itself. */
function lostIn(line: Buffer): number {
  const [, count = '0'] =
    /^\{"level":"warn","msg":"(\d+) log lines were lost"\}\n/.exec(line.toString()) ?? []
  return Number(count)
}

const pause = new Int32Array(new SharedArrayBuffer(4))
