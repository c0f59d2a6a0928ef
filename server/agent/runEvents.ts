import type { AppContext } from '../context.ts'
import { type PendingRunEvent, writeRunEvents } from '../messages/queries.ts'

/** Text is buffered this long before it is written: a row per word would cost more than the run. */
const gatherMs = 50

type RunKey = { tenantId: string; audienceId: string; versionId: string }

/** Writes run events for streams, at most a few times a second. */
export class RunEventWriter {
  readonly #context: AppContext
  readonly #run: RunKey
  #events: PendingRunEvent[] = []
  #writing: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  constructor(context: AppContext, run: RunKey) {
    this.#context = context
    this.#run = run
  }

  add(type: 'text' | 'operation' | 'suggestions', data: object) {
    const last = this.#events.at(-1) as { type: string; data: { text?: string } } | undefined
    if (type === 'text' && last?.type === 'text') last.data.text += (data as { text: string }).text
    else this.#events.push({ versionId: this.#run.versionId, type, data: { ...data } })
    this.#timer ??= setTimeout(() => this.#write(), gatherMs)
  }

  /**
   * Waits for the pending write and returns the remaining events: they are written with the end of the run, which saves
   * a commit.
   */
  async finish(): Promise<PendingRunEvent[]> {
    clearTimeout(this.#timer)
    await this.#writing
    return this.#events.splice(0)
  }

  #write() {
    this.#timer = undefined
    const events = this.#events.splice(0)
    const { tenantId, audienceId } = this.#run
    this.#writing = this.#writing
      .then(() =>
        this.#context.db.inTransaction(async (tx) => writeRunEvents(tx, tenantId, audienceId, events)),
      )
      .catch((error) => this.#context.log.warn({ err: error }, 'events of a run could not be written'))
  }
}
