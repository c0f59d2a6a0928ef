import type { AssistantModelMessage, ModelMessage, ToolModelMessage } from 'ai'

type CompleteCall = { toolCallId: string; toolName: string; input: unknown }
type CallOutput = { type: 'text' | 'error-text'; value: string }

const continuePrompt =
  'Your answer was cut off. The calls above were carried out, nothing else. Do what is missing with fewer calls at a time, and then answer.'

/** The complete calls of a step that were executed before it was cut off. */
export class Resumption {
  readonly #done: { call: CompleteCall; output: CallOutput }[] = []

  add({ toolCallId, toolName, input }: CompleteCall, output: CallOutput) {
    // A call that was cut off itself has no readable input.
    if (typeof input === 'object' && input !== null)
      this.#done.push({ call: { toolCallId, toolName, input }, output })
  }

  /** Empty if nothing was received; the request is then simply repeated. */
  toMessages(text: string): ModelMessage[] {
    if (this.#done.length === 0 && text.trim() === '') return []
    const texts = text.trim() === '' ? [] : [{ type: 'text' as const, text }]
    const calls = this.#done.map(({ call }) => ({ type: 'tool-call' as const, ...call }))
    const assistant: AssistantModelMessage = { role: 'assistant', content: [...texts, ...calls] }
    const results: ToolModelMessage = {
      role: 'tool',
      content: this.#done.map(({ call: { toolCallId, toolName }, output }) => ({
        type: 'tool-result',
        toolCallId,
        toolName,
        output,
      })),
    }
    const user: ModelMessage = { role: 'user', content: continuePrompt }
    return [assistant, ...(this.#done.length > 0 ? [results] : []), user]
  }
}
