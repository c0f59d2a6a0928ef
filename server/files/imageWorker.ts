import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FontFacts } from '../../document/index.ts'
import { Problem } from '../../shared/problem.ts'
import type { Log } from '../log/log.ts'
import { Pool, type PoolMember } from '../threads/pool.ts'
import type { MediaType } from './kinds.ts'

/** An upload to process: the path of its bytes, its declared type, and the output paths. */
export type Task = {
  input: string
  output: string
  preview: string
  name: string
  declaredType: string
  /** The type of a file that is already stored: only its derived forms are created. */
  storedType?: MediaType
}

/** The result of an upload. `path` is the file to store: the output, or the input if it is kept unchanged. */
export type ProcessedFile = {
  path: string
  mediaType: MediaType
  hasPreview: boolean
  width: number | null
  height: number | null
  /** Of a font. */
  font?: FontFacts
  /** Of an image: a tiny placeholder, and the widths of its smaller forms; see `formPath`. */
  placeholder?: string
  widths?: number[]
  /** Of the form without empty margins; see `trimmedPath`. */
  trimmedWidth?: number
  trimmedHeight?: number
}
export type Refusal = { code: 'invalid_file' | 'file_type_unsupported' | 'body_too_large'; detail: string }
/** `memory` is the growth of the process since it was started. */
export type ProcessingOutcome =
  | { made: ProcessedFile; memory: number }
  | { refusal: Refusal | undefined; memory: number }

const program = new URL('./imageProcess.ts', import.meta.url)
/** Limits of the JavaScript heap; the process itself monitors its total memory. */
const programFlags = ['--max-old-space-size=96', '--max-semi-space-size=4']
/** `waiting` applies to each tenant. */
const usualLimits = { workMs: 45_000, waitMs: 20_000, waiting: 50 }
/** How long an idle process is kept for the next upload, and the growth after which it is replaced. */
const keepIdleMs = 60_000
const keepMemory = 50e6

const tooMuchTime = tooMuch('time')
const tooMuchMemory = tooMuch('memory')

function tooMuch(what: 'time' | 'memory'): ProcessingOutcome {
  const detail = `The file takes too much ${what} to process. Upload a smaller file or a simpler format.`
  return { refusal: { code: 'body_too_large', detail }, memory: Number.POSITIVE_INFINITY }
}

/**
 * Sniffs, decodes and re-encodes uploads in child processes, because decoders read hostile bytes. A decoder that hangs,
 * crashes or runs out of memory ends only its process. Two processes limit the memory, and each tenant has one upload
 * at a time: while one tenant's file takes long, the second process serves the others.
 */
export class ImageWorker {
  readonly #log: Log
  readonly #open: () => ImageProcess
  readonly #pool: Pool<ImageProcess>

  /** `cache` is a folder for compiled code, which saves each process 20 MB and half a second. */
  constructor(log: Log, cache: string, limits: Partial<typeof usualLimits> = {}) {
    const { workMs, waitMs, waiting } = { ...usualLimits, ...limits }
    this.#log = log
    this.#open = () => new ImageProcess(cache, workMs)
    const shares = { of: 'uploads', atOnce: 2, ofTenant: 1, waiting, waitMs }
    this.#pool = new Pool({ ...shares, open: this.#open, idleMs: keepIdleMs })
  }

  async make(tenantId: string, task: Task): Promise<ProcessedFile> {
    const outcome = await this.#pool.run(tenantId, (process) => this.#make(process, task))
    // Started early, so that the next upload does not wait for it.
    this.#pool.warmUp(1)
    if ('made' in outcome) return outcome.made
    throw outcome.refusal ? new Problem(outcome.refusal.code, outcome.refusal.detail) : unreachable()
  }

  async close() {
    await this.#pool.close()
  }

  /**
   * Memory left over from earlier files must not count against a file: one that was too large is retried in a fresh
   * process.
   */
  async #make(process: ImageProcess, task: Task): Promise<ProcessingOutcome> {
    const { isFresh } = process
    try {
      const outcome = await process.make(task)
      if (isFresh || outcome !== tooMuchMemory) return outcome
      await process.close()
      const fresh = this.#open()
      return await fresh.make(task).finally(() => fresh.close())
    } catch (error) {
      // Not the file's fault: the process could not be started or reached.
      this.#log.error({ err: error }, 'uploads can not be processed')
      await process.close()
      return { refusal: undefined, memory: Number.POSITIVE_INFINITY }
    }
  }
}

/** A process for one upload at a time. */
class ImageProcess implements PoolMember {
  readonly #child: ChildProcess
  readonly #workMs: number
  #isSmall = true
  isFresh = true

  constructor(cache: string, workMs: number) {
    this.#workMs = workMs
    // The process itself would make the folder readable by everyone.
    mkdirSync(cache, { recursive: true, mode: 0o700 })
    this.#child = fork(program, {
      execArgv: programFlags,
      // Passes none of our secrets, and limits the allocator's arenas.
      env: { MALLOC_ARENA_MAX: '2', NODE_COMPILE_CACHE: cache },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    // The caller gets this error too; without a listener it would end the service.
    this.#child.on('error', () => {})
  }

  /** A process that an upload left large is replaced. */
  get isFit(): boolean {
    return this.#isSmall && this.#child.connected
  }

  async make(task: Task): Promise<ProcessingOutcome> {
    this.isFresh = false
    const ended = new AbortController()
    const { signal } = ended
    try {
      this.#child.send(task)
      const outcome = await Promise.race([
        once(this.#child, 'message', { signal }).then(([outcome]) => outcome as ProcessingOutcome),
        once(this.#child, 'exit', { signal }).then(([, killedBy]) => explain(killedBy)),
        sleep(this.#workMs, tooMuchTime, { signal }),
      ])
      this.#isSmall = outcome.memory <= keepMemory
      return outcome
    } finally {
      ended.abort()
    }
  }

  /** Waits until it has exited, so that its successor does not need memory at the same time. */
  async close() {
    const { pid, exitCode, signalCode } = this.#child
    if (pid === undefined || exitCode !== null || signalCode !== null) return
    const gone = new Promise((resolve) => this.#child.once('exit', resolve))
    this.#child.kill('SIGKILL')
    await gone
  }
}

/** Why a busy process ended: it stopped itself at one of its limits, or a decoder crashed. */
function explain(signal: NodeJS.Signals | null): ProcessingOutcome {
  if (signal === 'SIGKILL' || signal === 'SIGABRT') return tooMuchMemory
  if (signal === 'SIGXCPU') return tooMuchTime
  const detail = 'The file can’t be read.'
  return { refusal: { code: 'invalid_file', detail }, memory: Number.POSITIVE_INFINITY }
}

function unreachable() {
  const retry = { 'retry-after': '10' }
  return new Problem('unavailable', 'Uploads can’t be processed right now. Try again.', {}, retry)
}
