import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log/log.ts'
import { Problem } from '../web/problem.ts'
import type { FontFacts } from './fontFacts.ts'
import type { MediaType } from './kinds.ts'

/** An upload to be looked at: where its bytes are, what it calls itself, and where to put what is made of it. */
export type Task = {
  input: string
  output: string
  preview: string
  name: string
  declaredType: string
  /** The type of a file that was stored before: only its derived forms are made. */
  storedType?: MediaType
}

/** What an upload turned out to be. `path` is what to keep: the output, or the input where it is kept as it is. */
export type Made = {
  path: string
  mediaType: MediaType
  hasPreview: boolean
  width: number | null
  height: number | null
  /** Of a font. */
  font?: FontFacts
  /** Of a picture: a tiny form of it, and the widths of its smaller forms; see `formPath`. */
  placeholder?: string
  widths?: number[]
  /** Of the form without empty margins; see `trimmedPath`. */
  trimmedWidth?: number
  trimmedHeight?: number
}
export type Refusal = { code: 'invalid_file' | 'file_type_unsupported' | 'body_too_large'; detail: string }
export type Outcome = { made: Made; memory: number } | { refusal: Refusal | undefined; memory: number }

const program = new URL('./imageProcess.ts', import.meta.url)
/** Limits of JavaScript's part of the memory; the process itself watches over the whole. */
const programFlags = ['--max-old-space-size=96', '--max-semi-space-size=4']
const usualLimits = { workMs: 45_000, waitMs: 20_000, waiting: 200 }
/** A process is kept for the next upload this long, unless the last one left it larger than this. */
const keepIdleMs = 60_000
const keepMemory = 120e6

const tooMuchTime = tooMuch('time')
const tooMuchMemory = tooMuch('memory')

function tooMuch(what: 'time' | 'memory'): Outcome {
  const detail = `The file takes too much ${what} to process. Upload a smaller file or a simpler format.`
  return { refusal: { code: 'body_too_large', detail }, memory: Number.POSITIVE_INFINITY }
}

type Job = {
  task: Task
  resolve: (made: Made) => void
  reject: (problem: Problem) => void
  giveUp: NodeJS.Timeout
}

/**
 * Has uploads sniffed, decoded and made anew in a process of their own: decoders meet hostile bytes there, and one
 * that runs wild, crashes or grows takes nobody with it. One upload at a time, so that memory has a bound; tenants
 * take turns, so that one with many uploads does not hold up the others.
 */
export class ImageWorker {
  readonly #log: Log
  readonly #cache: string
  readonly #limits: typeof usualLimits
  readonly #waiting = new Map<string, Job[]>()
  #count = 0
  #busy = false
  #closed = false
  #process: ChildProcess | undefined
  #idle: NodeJS.Timeout | undefined

  /** `cache` is a folder for what can be compiled ahead, which spares each process 20 MB and half a second. */
  constructor(log: Log, cache: string, limits: Partial<typeof usualLimits> = {}) {
    this.#log = log
    this.#cache = cache
    this.#limits = { ...usualLimits, ...limits }
  }

  make(tenantId: string, task: Task): Promise<Made> {
    if (this.#closed || this.#count >= this.#limits.waiting) return Promise.reject(tooBusy())
    return new Promise((resolve, reject) => {
      const giveUp = setTimeout(() => {
        this.#withdraw(tenantId, job)
        reject(tooBusy())
      }, this.#limits.waitMs)
      const job: Job = { task, resolve, reject, giveUp }
      this.#waiting.set(tenantId, [...(this.#waiting.get(tenantId) ?? []), job])
      this.#count++
      void this.#work()
    })
  }

  async close() {
    this.#closed = true
    await this.#dismiss()
  }

  #withdraw(tenantId: string, job: Job) {
    const left = (this.#waiting.get(tenantId) ?? []).filter((other) => other !== job)
    this.#count--
    if (left.length > 0) this.#waiting.set(tenantId, left)
    else this.#waiting.delete(tenantId)
  }

  /** The first job of the tenant whose turn it is, who then goes to the end of the line. */
  #next(): Job | undefined {
    const [turn] = this.#waiting
    const [tenantId, [job] = []] = turn ?? ['', []]
    if (!job) return undefined
    this.#withdraw(tenantId, job)
    const left = this.#waiting.get(tenantId)
    if (left) {
      this.#waiting.delete(tenantId)
      this.#waiting.set(tenantId, left)
    }
    clearTimeout(job.giveUp)
    return job
  }

  async #work() {
    if (this.#busy) return
    this.#busy = true
    for (let job = this.#next(); job; job = this.#next()) {
      const outcome = await this.#runAfresh(job.task).catch((error) => this.#fail(error))
      if ('made' in outcome) job.resolve(outcome.made)
      else job.reject(outcome.refusal ? new Problem(outcome.refusal.code, outcome.refusal.detail) : tooBusy())
      if (outcome.memory > keepMemory || this.#closed) await this.#dismiss()
      // Started ahead, the next upload does not wait for it.
      if (!this.#closed) this.#open()
    }
    this.#busy = false
    this.#idle = setTimeout(() => void this.#dismiss(), keepIdleMs).unref()
  }

  /** What others left behind must not count against a file: one that was too large is looked at once more. */
  async #runAfresh(task: Task): Promise<Outcome> {
    const used = this.#process !== undefined
    const outcome = await this.#run(task)
    if (!used || outcome !== tooMuchMemory) return outcome
    await this.#dismiss()
    return await this.#run(task)
  }

  async #run(task: Task): Promise<Outcome> {
    const child = this.#open()
    const ended = new AbortController()
    const { signal } = ended
    try {
      child.send(task)
      return await Promise.race([
        once(child, 'message', { signal }).then(([outcome]) => outcome as Outcome),
        once(child, 'exit', { signal }).then(([, killedBy]) => explain(killedBy)),
        sleep(this.#limits.workMs, tooMuchTime, { signal }),
      ])
    } finally {
      ended.abort()
    }
  }

  /** The process that is there, or a new one. */
  #open(): ChildProcess {
    clearTimeout(this.#idle)
    if (this.#process?.connected) return this.#process
    // The process itself would make the folder readable by everyone.
    mkdirSync(this.#cache, { recursive: true, mode: 0o700 })
    const child = fork(program, {
      execArgv: programFlags,
      // None of our secrets, and no more heaps of the allocator than there are threads to feed.
      env: { MALLOC_ARENA_MAX: '2', NODE_COMPILE_CACHE: this.#cache },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    // The caller gets this error too; without a listener it would end the service.
    child.on('error', () => {})
    this.#process = child
    return child
  }

  /** Not the file's fault: the process could not be started or reached. */
  #fail(error: unknown): Outcome {
    this.#log.error({ err: error }, 'uploads can not be processed')
    return { refusal: undefined, memory: Number.POSITIVE_INFINITY }
  }

  /** Waits until it is gone: two of them at once would take the memory of two. */
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

/** Why a process ended that was at work: it stopped itself at one of its own limits, or a decoder crashed. */
function explain(signal: NodeJS.Signals | null): Outcome {
  if (signal === 'SIGKILL' || signal === 'SIGABRT') return tooMuchMemory
  if (signal === 'SIGXCPU') return tooMuchTime
  const detail = 'The file can’t be read.'
  return { refusal: { code: 'invalid_file', detail }, memory: Number.POSITIVE_INFINITY }
}

function tooBusy() {
  const retry = { 'retry-after': '10' }
  return new Problem('unavailable', 'Too many uploads are being processed. Try again.', {}, retry)
}
