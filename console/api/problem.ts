import { isProblem, ProblemError } from '../../sdk/index.ts'

export { ProblemError }

export function noAnswer(): ProblemError {
  return new ProblemError({
    status: 0,
    code: 'unreachable',
    title: 'Foyer can’t be reached',
    detail: 'What you entered is still here. Try again when the connection is back.',
  })
}

export function isUnreachable(error: unknown): boolean {
  return isProblem(error, 'unreachable')
}

/** Whether a retry may succeed: there was no response, or the service failed. */
export function isTransient(error: unknown): boolean {
  return !isProblem(error) || error.status === 0 || error.status >= 500
}

const plainTexts: [RegExp, (...found: string[]) => string][] = [
  [/^is required$|^must match pattern "\\S"|^must NOT have fewer than 1 characters/, () => 'Fill this in.'],
  [/^must match format "email"/, () => 'This is not an e-mail address.'],
  [/^must match format "uri"/, () => 'This is not a full web address.'],
  [/^must match (pattern|format) /, () => 'This can’t be used here.'],
  [/^must NOT have fewer than (\d+) (characters|items)/, (_, number, of) => `At least ${number} ${of}.`],
  [/^must NOT have more than (\d+) (characters|items)/, (_, number, of) => `At most ${number} ${of}.`],
  [/^must NOT have duplicate items/, () => 'Each only once.'],
  [/^must be >= (\S+)/, (_, number) => `At least ${number}.`],
  [/^must be <= (\S+)/, (_, number) => `At most ${number}.`],
  [/^must be of type integer/, () => 'This is not a whole number.'],
  [/^must be of type number/, () => 'This is not a number.'],
]

/** What the service's check of a schema says, in plain words; other messages are written for people already. */
export function plainMessage(message: string): string {
  for (const [expression, write] of plainTexts) {
    const found = expression.exec(message)
    if (found) return write(...found)
  }
  return message
}

/** An error with the field it is about: `name: Fill this in.`, or `name is not a known field`. */
export function withPath(path: string, message: string): string {
  const name = path.replace(/^\//, '')
  return /^[A-Z]/.test(message) && name ? `${name}: ${message}` : `${name} ${message}`.trimStart()
}

/** The error of something that needs no name: `At most 80 characters.`, or `It is not a known field.` */
export function errorSentence(message: string, subject = 'It'): string {
  return /^[A-Z]/.test(message) ? message : `${subject} ${message}.`
}

/** A problem whose messages are in plain words. */
export function inPlainWords(problem: ProblemError): ProblemError {
  const errors = problem.errors.map(({ path, message }) => ({ path, message: plainMessage(message) }))
  const isSame = errors.every(({ message }, at) => message === problem.errors[at]?.message)
  if (isSame) return problem
  const detail = errors.map(({ path, message }) => withPath(path, message)).join(' ')
  const { status, code, title, requestId, more } = problem
  return new ProblemError({ ...more, status, code, title, detail, errors, ...(requestId && { requestId }) })
}

/** A user-readable title and detail for any error. */
export function describe(error: unknown): { title: string; detail: string; requestId?: string } {
  if (isProblem(error)) {
    const { title, detail, requestId, status } = error
    return { title, detail, ...(status >= 500 && requestId && { requestId }) }
  }
  return {
    title: 'Something went wrong',
    detail: 'Reload the page and try again.',
  }
}

/** The id of the existing object, if a new one was rejected because of it. */
export function existingId(error: unknown, code: string, name: string): string | undefined {
  const id = isProblem(error) && error.code === code && error.more[name]
  return typeof id === 'string' ? id : undefined
}
