import type { FinishReason, streamText } from 'ai'
import { AgentFailure, type AgentOutput } from '../agent.ts'
import { mostSteps, mostText } from '../limits.ts'
import type { WorkingDocument } from '../workingDocument.ts'
import { asksAbout } from './asked.ts'
import type { FailedCall } from './failedCalls.ts'
import { claimsChange, correction, withoutPreamble } from './honesty.ts'
import { presentReply, presentSuggestions } from './replyText.ts'
import { reportOf } from './report.ts'
import type { Reply } from './tools.ts'

/** Twice what the largest document comes to. */
const mostToolInput = 1024 * 1024

type Part = ReturnType<typeof streamText>['stream'] extends AsyncIterable<infer P> ? P : never

/**
 * Makes what an agent says and does of what comes from the SDK. Operations are passed on at once. Words are held back
 * until the end: only then is it known whether they are the answer, an announcement, or a claim that is not true.
 */
export class Listener {
  readonly #working: WorkingDocument
  #text = ''
  #reply: Reply | undefined
  /** The answer of the last step that had one. */
  #answer = ''
  #changes = 0
  #failedCalls = 0
  readonly #failed: FailedCall[] = []
  #toolInput = 0
  #stepFailed = false
  /** Whether the answer came together with the calls. */
  #hasAnswered = false
  #finish: { reason: FinishReason; raw: string | undefined } | undefined
  fault: unknown

  constructor(working: WorkingDocument) {
    this.#working = working
  }

  onFault = (error: unknown) => {
    this.fault ??= error
  }

  onReply = (reply: Reply) => {
    this.#reply = reply
  }

  onFailed = (call: FailedCall) => {
    this.#failed.push(call)
  }

  hearEnd(hasAnswered: boolean): boolean {
    this.#hasAnswered = hasAnswered
    return hasAnswered
  }

  /** Whether it says that it changed the page, or will, and did not. */
  get claimsInVain(): boolean {
    const isOver = this.#hasAnswered || this.#finish?.reason === 'stop'
    const isClaim = claimsChange(this.#answer) && !asksAbout(this.#working.context.message)
    return isOver && this.#changes === 0 && (isClaim || this.#promises)
  }

  /** Whether all it says is an announcement. */
  get #promises(): boolean {
    return this.#answer === '' && this.#text.trim() !== ''
  }

  *hear(part: Part): Generator<AgentOutput> {
    switch (part.type) {
      case 'start-step':
        this.#text = ''
        this.#reply = undefined
        this.#stepFailed = false
        yield { type: 'step' }
        break
      case 'text-delta':
        this.#text += part.text
        if (this.#text.length > mostText) throw new AgentFailure('The language model’s answer was too long.')
        break
      case 'tool-input-delta':
        this.#toolInput += part.delta.length
        if (this.#toolInput > mostToolInput)
          throw new AgentFailure('The language model did not stop answering.')
        break
      case 'tool-error':
        this.#failedCalls++
        this.#stepFailed = true
        break
      case 'finish-step': {
        const { inputTokens = 0, outputTokens = 0 } = part.usage
        this.#finish = { reason: part.finishReason, raw: part.rawFinishReason }
        this.#takeAnswer()
        yield { type: 'usage', inputTokens, outputTokens }
        break
      }
      case 'error':
        throw part.error
    }
    if (this.fault) throw this.fault
    for (const operation of this.#working.operations.splice(0)) {
      this.#changes++
      yield { type: 'operation', operation }
    }
  }

  /** Words beside a call that failed may tell of what it should have done. */
  #takeAnswer() {
    const said = withoutPreamble(this.#reply?.text || this.#text)
    if (said !== '' && !this.#stepFailed) this.#answer = said
  }

  /** The answer, if the run came to a good end; throws why where it did not. */
  *end(): Generator<AgentOutput> {
    this.#refuseBadEnd()
    const answer = this.claimsInVain ? correction : this.#answer
    if (answer === '' && this.#changes === 0)
      throw new AgentFailure('The language model gave no answer. Send the message again.')
    const text = presentReply(answer, this.#working) || tally(this.#changes)
    yield { type: 'text', text: [text, this.#addition(text)].filter((part) => part !== '').join('\n\n') }
    const suggestions = presentSuggestions(this.#reply?.suggestions ?? [], this.#working)
    if (suggestions.length > 0) yield { type: 'suggestions', suggestions }
  }

  /** What the answer leaves out or gets wrong. A model may well call a thing done that was refused. */
  #addition(text: string): string {
    const { context, document, selected } = this.#working
    const { message, document: before } = context
    const after = this.#changes === 0 ? before : document
    const failed = this.#failed
    const report = reportOf({ message, answer: text, before, after, failed, selectedId: selected?.id })
    const isUnchanged = text !== correction && this.#changes === 0 && this.#failedCalls > 0
    return [...(isUnchanged ? ['Nothing on the page was changed.'] : []), report].join(' ').trim()
  }

  #refuseBadEnd() {
    const { reason, raw } = this.#finish ?? { reason: 'other', raw: undefined }
    if (reason === 'tool-calls' && !this.#hasAnswered)
      throw new AgentFailure(`The agent did not finish within ${mostSteps} steps. Ask for less at a time.`)
    if (reason === 'length')
      throw new AgentFailure('The language model reached its output limit. Ask for less at a time.')
    if (reason === 'content-filter')
      throw new AgentFailure('The language model declined this request. Try other words.')
    if (reason !== 'stop' && reason !== 'tool-calls' && raw === undefined)
      throw new AgentFailure('The language model’s answer was interrupted. Send the message again.')
  }
}

function tally(changes: number): string {
  return changes === 1 ? 'I made one change.' : `I made ${changes} changes.`
}
