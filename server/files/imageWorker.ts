import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FontFacts } from '../../document/index.ts'
import { Problem } from '../../shared/problem.ts'
import type { Log } from '../log/log.ts'
import { FairQueue } from '../threads/fairQueue.ts'
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
export type ProcessingOutcome =
  | { made: ProcessedFile; memory: number }
  | { refusal: Refusal | undefined; memory: number }

const program = new URL('./imageProcess.ts', import.meta.url)
/** Limits of the JavaScript heap; the process itself monitors its total memory. */
const programFlags = ['--max-old-space-size=96', '--max-semi-space-size=4']
/** `waiting` applies to each tenant. */
const usualLimits = { workMs: 45_000, waitMs: 20_000, waiting: 50 }
/** How long an idle process is kept for the next upload, and the size above which it is replaced. */
const keepIdleMs = 60_000
const keepMemory = 120e6

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
  readonly #open: () => ImageProcess
  readonly #queue: FairQueue
  readonly #idle: ImageProcess[] = []
  readonly #all: ImageProcess[] = []

  /** `cache` is a folder for compiled code, which saves each process 20 MB and half a second. */
  constructor(log: Log, cache: string, limits: Partial<typeof usualLimits> = {}) {
    const { workMs, waitMs, waiting } = { ...usualLimits, ...limits }
    this.#open = () => new ImageProcess(log, cache, workMs)
    this.#queue = new FairQueue({ of: 'uploads', atOnce: 2, ofTenant: 1, waiting, waitMs })
  }

  async make(tenantId: string, task: Task): Promise<ProcessedFile> {
    return await this.#queue.run(tenantId, async () => {
      const free = this.#idle.pop() ?? this.#add()
      try {
        return await free.make(task)
      } finally {
        this.#idle.push(free)
      }
    })
  }

  async close() {
    this.#queue.close()
    await Promise.all(this.#all.map((one) => one.close()))
  }

  #add(): ImageProcess {
    const added = this.#open()
    this.#all.push(added)
    return added
  }
}

/**
 * A process for one upload at a time.
 *
 * stopped → working: an upload
 * working → idle: the upload is done; the process is replaced by a new one if the upload left it large
 * working → stopped: the process crashed or reached a limit
 * idle → stopped: no upload for `keepIdleMs`
 */
class ImageProcess {
  readonly #log: Log
  readonly #cache: string
  readonly #workMs: number
  #isClosed = false
  #process: ChildProcess | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(log: Log, cache: string, workMs: number) {
    this.#log = log
    this.#cache = cache
    this.#workMs = workMs
  }

  async make(task: Task): Promise<ProcessedFile> {
    const outcome = await this.#runAfresh(task).catch((error) => this.#fail(error))
    if (outcome.memory > keepMemory || this.#isClosed) await this.#dismiss()
    // Started early, so that the next upload does not wait for it.
    if (!this.#isClosed) this.#open()
    this.#idle = setTimeout(() => void this.#dismiss(), keepIdleMs).unref()
    if ('made' in outcome) return outcome.made
    throw outcome.refusal ? new Problem(outcome.refusal.code, outcome.refusal.detail) : unreachable()
  }

  async close() {
    this.#isClosed = true
    await this.#dismiss()
  }

  /**
   * Memory left over from earlier files must not count against a file: one that was too large is retried in a fresh
   * process.
   */
  async #runAfresh(task: Task): Promise<ProcessingOutcome> {
    const used = this.#process !== undefined
    const outcome = await this.#run(task)
    if (!used || outcome !== tooMuchMemory) return outcome
    await this.#dismiss()
    return await this.#run(task)
  }

  async #run(task: Task): Promise<ProcessingOutcome> {
    const child = this.#open()
    const ended = new AbortController()
    const { signal } = ended
    try {
      child.send(task)
      return await Promise.race([
        once(child, 'message', { signal }).then(([outcome]) => outcome as ProcessingOutcome),
        once(child, 'exit', { signal }).then(([, killedBy]) => explain(killedBy)),
        sleep(this.#workMs, tooMuchTime, { signal }),
      ])
    } finally {
      ended.abort()
    }
  }

  /** The current process, or a new one. */
  #open(): ChildProcess {
    clearTimeout(this.#idle)
    if (this.#process?.connected) return this.#process
    // The process itself would make the folder readable by everyone.
    mkdirSync(this.#cache, { recursive: true, mode: 0o700 })
    const child = fork(program, {
      execArgv: programFlags,
      // Passes none of our secrets, and limits the allocator's arenas.
      env: { MALLOC_ARENA_MAX: '2', NODE_COMPILE_CACHE: this.#cache },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    // The caller gets this error too; without a listener it would end the service.
    child.on('error', () => {})
    this.#process = child
    return child
  }

  /** Not the file's fault: the process could not be started or reached. */
  #fail(error: unknown): ProcessingOutcome {
    this.#log.error({ err: error }, 'uploads can not be processed')
    return { refusal: undefined, memory: Number.POSITIVE_INFINITY }
  }

  /** Waits until it has exited, so that its successor does not need memory at the same time. */
  async #dismiss() {
    clearTimeout(this.#idle)
    const child = this.#process
    this.#process = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
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
