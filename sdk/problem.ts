import type { Shape } from './shapes.ts'

/**
 * `unreachable`: there was no response. `unexpected_answer`: the response is not Foyer's, such as a proxy's error
 * page.
 */
export type ProblemCode = Shape<'Problem'>['code'] | 'unreachable' | 'unexpected_answer'

type ProblemFields = Partial<Omit<Shape<'Problem'>, 'code'>> & {
  status: number
  title: string
  code?: string
}

/** Why a call failed. `code` is from a closed list; `title` and `detail` are written for people. */
export class ProblemError extends Error {
  override name = 'ProblemError'
  /** The HTTP status; 0 without a response. */
  readonly status: number
  readonly code: ProblemCode
  readonly title: string
  readonly detail: string
  /** Identifies the request in the log of the service. */
  readonly requestId: string | undefined
  /** The errors of single fields, by their JSON Pointer. */
  readonly errors: { path: string; message: string }[]
  /** Further data of the problem, such as the id of an account that exists already. */
  readonly more: Record<string, unknown>

  constructor(problem: ProblemFields) {
    const { status, title, detail = '', code, requestId, errors = [], type: _, ...more } = problem
    super(detail || title)
    this.status = status
    this.code = (code ?? 'unexpected_answer') as ProblemCode
    this.title = title
    this.detail = detail
    this.requestId = requestId
    this.errors = errors
    this.more = more
  }
}

/** Whether an error is a problem of the API, and if codes are given, has one of them. */
export function isProblem<C extends ProblemCode>(
  error: unknown,
  ...codes: C[]
): error is ProblemError & { code: C } {
  return error instanceof ProblemError && (codes.length === 0 || codes.some((code) => code === error.code))
}

export function noAnswer(url: string, cause?: unknown): ProblemError {
  const problem = new ProblemError({
    status: 0,
    code: 'unreachable',
    title: 'Foyer can’t be reached',
    detail: `${url} doesn’t answer.`,
  })
  problem.cause = cause
  return problem
}

/** Reads an error response. A proxy in between may return something other than a problem. */
export async function readProblem(response: Response): Promise<ProblemError> {
  const { status, headers, type } = response
  const location = headers.get('location')
  if (type === 'opaqueredirect' || location !== null)
    return new ProblemError({
      status,
      title: 'The service redirects',
      detail: `Use the address that it redirects to${location ? `: ${location}` : ''}. The key was not sent there.`,
    })
  const problem = (await response.json().catch(() => null)) as Partial<Shape<'Problem'>> | null
  if (problem && typeof problem.title === 'string')
    return new ProblemError({ ...problem, status, title: problem.title })
  return new ProblemError({
    status,
    title: status >= 500 ? 'The service failed' : 'The request was refused',
    detail: `The answer with status ${status} is not from Foyer. Check the address.`,
    requestId: headers.get('x-request-id') ?? undefined,
  })
}
