import { writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

/** How long a full pipe is waited for before a line is given up: its reader may be slow, or gone without closing it. */
const mostWaits = 100
const waitMs = 5

type Write = (bytes: Buffer) => number

/**
 * Writes whole lines to a file descriptor, at once. A line that can't be written, as the disk is full or the reader is
 * gone, is dropped and counted; the next one that can be is preceded by how many were lost. Never throws: a request must
 * not fail because of its log line.
 */
export function openLogOutput(write: Write = (bytes) => writeSync(2, bytes)): DestinationStream {
  let lost = 0
  return {
    write(text) {
      if (
        lost > 0 &&
        writeWhole(write, Buffer.from(`{"level":"warn","msg":"${lost} log lines were lost"}\n`))
      )
        lost = 0
      if (lost > 0 || !writeWhole(write, Buffer.from(text))) lost++
    },
  }
}

function writeWhole(write: Write, bytes: Buffer): boolean {
  let rest = bytes
  for (let waits = 0; rest.length > 0; ) {
    try {
      rest = rest.subarray(write(rest))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || ++waits > mostWaits) return false
      Atomics.wait(pause, 0, 0, waitMs)
    }
  }
  return true
}

const pause = new Int32Array(new SharedArrayBuffer(4))
