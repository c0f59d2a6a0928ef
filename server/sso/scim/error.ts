import { toProblem } from '../../web/errors.ts'

type ScimType = 'invalidFilter' | 'invalidPath' | 'invalidSyntax' | 'invalidValue' | 'noTarget' | 'uniqueness'

/** An error response as specified in RFC 7644, section 3.12. */
export class ScimError extends Error {
  readonly status: number
  readonly scimType: ScimType | undefined

  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail)
    this.status = status
    this.scimType = scimType
  }
}

export function notFound(id: string): never {
  throw new ScimError(404, `There is no resource ${id.slice(0, 100)}.`)
}

export function toDocument(error: unknown) {
  const { status, message, scimType } =
    error instanceof ScimError ? error : { ...fromProblem(error), scimType: undefined }
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(scimType && { scimType }),
    detail: message,
  }
}

function fromProblem(error: unknown) {
  const { status, message } = toProblem(error)
  return { status, message }
}
