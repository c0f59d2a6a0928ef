/** A text that is still to be written: editors see the question, visitors nothing. */
export function ask(question: string): string {
  return `{{prompt|${question}}}`
}
