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
