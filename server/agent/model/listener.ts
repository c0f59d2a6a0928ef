import type { FinishReason, ModelMessage, streamText } from 'ai'
import { AgentFailure, type AgentOutput } from '../agent.ts'
import { mostEqualFailures, mostRunTokens, mostText } from '../limits.ts'
import type { WorkingDocument } from '../workingDocument.ts'
import { asksAbout } from './asked.ts'
import type { FailedCall } from './failedCalls.ts'
import { claimsChange, correction, withoutPreamble } from './honesty.ts'
import { brokenCall, cutReasons } from './readText.ts'
import { presentReply, presentSuggestions } from './replyText.ts'
import { reportOf } from './report.ts'
import { Resumption } from './resumption.ts'
import type { Reply } from './tools.ts'

/** Twice the size of the largest document. */
const mostToolInput = 1024 * 1024

type StreamPart = ReturnType<typeof streamText>['stream'] extends AsyncIterable<infer P> ? P : never

/**
 * Converts the stream of the SDK to the agent's output. Operations are passed on at once. Text is held back until the
 * end of the run, because only then it is known whether it is the answer, an announcement or a false claim.
 */
export class ModelListener {
  readonly working: WorkingDocument
  #text = ''
  #reply: Reply | undefined
  /** The text of the last step that had an answer. */
  #answer = ''
  #changes = 0
  #failedCalls = 0
  readonly #failed: FailedCall[] = []
  #toolInput = 0
  #tokens = 0
  /** The failures of the current step, and below, how many steps in a row each has occurred. */
  #stepFailures = new Set<string>()
  #equalFailures = new Map<string, number>()
  #step = new Resumption()
  /** Whether the answer came in the same step as the calls. */
  #hasAnswered = false
  #finish: { reason: FinishReason; raw: string | undefined } | undefined
  fault: unknown

  constructor(working: WorkingDocument) {
    this.working = working
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

  endStep(hasAnswered: boolean): boolean {
    this.#hasAnswered = hasAnswered
    return hasAnswered
  }

  /** Whether the answer claims or announces a change although none was made. */
  get claimsInVain(): boolean {
    const isOver = this.#hasAnswered || this.#finish?.reason === 'stop'
    const isClaim = claimsChange(this.#answer) && !asksAbout(this.working.context.message)
    return isOver && this.#changes === 0 && (isClaim || this.#promises)
  }

  /** Whether the last step contains a call written as text that can't be parsed. */
  get hasBrokenCall(): boolean {
    return this.#text.includes(brokenCall)
  }

  /** Whether the last step was cut off before the model was done. */
  get isCut(): boolean {
    const { reason, raw } = this.#finish ?? { reason: 'other', raw: undefined }
    return (
      reason === 'length' || (raw === undefined && !['stop', 'tool-calls', 'content-filter'].includes(reason))
    )
  }

  /** The messages that let the model continue a step that was cut off. */
  resume(): ModelMessage[] {
    return this.#step.toMessages(this.#text)
  }

  /** Whether the text is only an announcement. */
  get #promises(): boolean {
    return this.#answer === '' && this.#text.trim() !== ''
  }

  *receive(part: StreamPart): Generator<AgentOutput> {
    switch (part.type) {
      case 'start-step':
        this.#text = ''
        this.#reply = undefined
        this.#finish = undefined
        this.#stepFailures.clear()
        this.#step = new Resumption()
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
      case 'tool-result':
        this.#step.add(part, { type: 'text', value: String(part.output) })
        break
      case 'tool-error':
        this.#failedCalls++
        this.#stepFailures.add(`${part.toolName}: ${nameFailure(part.error)}`)
        this.#step.add(part, { type: 'error-text', value: String((part.error as Error).message) })
        break
      case 'finish-step': {
        const { inputTokens = 0, outputTokens = 0 } = part.usage
        this.#finish = readFinish(part.finishReason, part.rawFinishReason)
        this.#tokens += inputTokens + outputTokens
        this.#takeAnswer()
        yield { type: 'usage', inputTokens, outputTokens }
        break
      }
      case 'error':
        throw part.error
    }
    if (this.fault) throw this.fault
    for (const operation of this.working.operations.splice(0)) {
      this.#changes++
      yield { type: 'operation', operation }
    }
  }

  /** Throws if another step would be useless. */
  demandProgress() {
    const counts = [...this.#stepFailures].map(
      (failure) => [failure, (this.#equalFailures.get(failure) ?? 0) + 1] as const,
    )
    this.#equalFailures = new Map(counts)
    const [name] = counts.find(([, count]) => count >= mostEqualFailures) ?? []
    if (name)
      throw new AgentFailure(
        `The language model made the same mistake ${mostEqualFailures} times (${name.split(':', 1)[0]}), so it was stopped. Ask for less at a time, or use another model.`,
        { failure: name.slice(0, 300) },
      )
    if (this.#tokens >= mostRunTokens)
      throw new AgentFailure(
        `The language model used ${this.#tokens.toLocaleString('en')} tokens without finishing, so it was stopped. Ask for less at a time.`,
      )
  }

  /** Text beside a failed call may describe its intended effect as done, so it is not used. */
  #takeAnswer() {
    const text = withoutPreamble(this.#reply?.text || this.#text)
    if (text !== '' && this.#stepFailures.size === 0) this.#answer = text
  }

  /** Returns the answer; throws if the run ended badly. */
  *end(): Generator<AgentOutput> {
    this.#refuseBadEnd()
    const answer = this.claimsInVain ? correction : this.#answer
    if (answer === '' && this.#changes === 0)
      throw new AgentFailure('The language model gave no answer. Send the message again.')
    const text = presentReply(answer, this.working) || tally(this.#changes)
    yield { type: 'text', text: [text, this.#addition(text)].filter((part) => part !== '').join('\n\n') }
    const suggestions = presentSuggestions(this.#reply?.suggestions ?? [], this.working)
    if (suggestions.length > 0) yield { type: 'suggestions', suggestions }
  }

  /** Corrections and omissions of the answer: a model may claim that a refused call succeeded. */
  #addition(text: string): string {
    const { context, document, selected } = this.working
    const { message, document: before } = context
    const after = this.#changes === 0 ? before : document
    const failed = this.#failed
    const report = reportOf({ message, answer: text, before, after, failed, selectedId: selected?.id })
    // An answer that ends with a question already shows that something is still open.
    const isUnchanged =
      text !== correction && this.#changes === 0 && this.#failedCalls > 0 && !/\?\s*$/.test(text)
    return [...(isUnchanged ? ['Nothing on the page was changed.'] : []), report].join(' ').trim()
  }

  #refuseBadEnd() {
    const { reason } = this.#finish ?? { reason: 'other' }
    if (reason === 'length')
      throw new AgentFailure('The language model reached its output limit. Ask for less at a time.')
    if (reason === 'content-filter')
      throw new AgentFailure('The language model declined this request. Try other words.')
    if (this.isCut)
      throw new AgentFailure('The language model’s answer was interrupted. Send the message again.')
    if (this.hasBrokenCall)
      throw new AgentFailure(
        'The language model wrote its calls of tools as text that can’t be read. Use a model that supports tools.',
      )
  }
}

/** The message of unparsable JSON varies, so its error name identifies the failure. */
function nameFailure(error: unknown): string {
  const { name, message } = error as Error
  return name === 'AI_InvalidToolInputError' ? name : message
}

function readFinish(reason: FinishReason, raw: string | undefined) {
  if (raw === cutReasons.length) return { reason: 'length' as const, raw }
  return raw === cutReasons.other ? { reason: 'other' as const, raw: undefined } : { reason, raw }
}

function tally(changes: number): string {
  return changes === 1 ? 'I made one change.' : `I made ${changes} changes.`
}
