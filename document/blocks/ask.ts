/** A prompt: editors see the question, visitors the default, or nothing without one. */
export function ask(question: string, preset?: string): string {
  return preset === undefined ? `{{prompt|${question}}}` : `{{prompt|${question}|${preset}}}`
}
