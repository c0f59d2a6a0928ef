/** A prompt: editors see the question, visitors nothing. */
export function ask(question: string): string {
  return `{{prompt|${question}}}`
}
