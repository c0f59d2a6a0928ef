import type { Shape } from './schema.ts'

type Refusal = Partial<Omit<Shape<'Problem'>, 'code'>> & { status: number; title: string; code?: string }

/** What the service answers when something can't be done, as an error that says what happened and what to do. */
export class ProblemError extends Error {
  override name = 'ProblemError'
  readonly status: number
  readonly code: string
  readonly title: string
  readonly detail: string
  readonly requestId: string | undefined
  /** What is wrong with single fields, by their JSON Pointer. */
  readonly errors: { path: string; message: string }[]
  /** Whatever else the problem says, such as the id of the thing that is there already. */
  readonly more: Record<string, unknown>

  constructor(problem: Refusal) {
    const { status, title, detail = '', code = '', requestId, errors = [], type: _, ...more } = problem
    super(detail || title)
    this.status = status
    this.code = code
    this.title = title
    this.detail = detail
    this.requestId = requestId
    this.errors = errors
    this.more = more
  }
}

/** The service did not answer at all. */
export const unreachable = 'unreachable'

export function noAnswer(): ProblemError {
  return new ProblemError({
    status: 0,
    code: unreachable,
    title: 'Foyer can’t be reached',
    detail: 'What you entered is still here. Try again when the connection is back.',
  })
}

export function isUnreachable(error: unknown): boolean {
  return error instanceof ProblemError && error.code === unreachable
}

/** Whether the same request may succeed later: it got no answer, or the service failed. */
export function isTransient(error: unknown): boolean {
  return !(error instanceof ProblemError) || error.status === 0 || error.status >= 500
}

/** Reads an error response. A proxy in between may answer with something else than a problem. */
export async function readProblem(response: Response): Promise<ProblemError> {
  const problem = (await response.json().catch(() => null)) as Partial<Shape<'Problem'>> | null
  if (problem && typeof problem.title === 'string')
    return new ProblemError({ ...problem, status: response.status, title: problem.title })
  return new ProblemError({
    status: response.status,
    title: response.status >= 500 ? 'Something went wrong on our side' : 'The request was refused',
    detail: 'Try again in a moment.',
    requestId: response.headers.get('x-request-id') ?? undefined,
  })
}

/** Words for any error, fit for a person. */
export function describe(error: unknown): { title: string; detail: string; requestId?: string } {
  if (error instanceof ProblemError) {
    const { title, detail, requestId, status } = error
    return { title, detail, ...(status >= 500 && requestId && { requestId }) }
  }
  return {
    title: 'Something went wrong',
    detail: 'Reload the page and try again.',
  }
}
