import { violatedConstraint } from '../database/errors.ts'

/** Every way a request can fail: its status, a title for people, and what to do about it. One closed list. */
export const problems = {
  invalid_input: {
    status: 400,
    title: 'The request is not valid',
    help: 'Read `errors`: each names the place (`path`) and what is wrong with it. Nothing was changed.',
  },
  invalid_json: {
    status: 400,
    title: 'The body is not valid JSON',
    help: 'Send one JSON value in UTF-8, at most 64 levels deep.',
  },
  malformed_request: {
    status: 400,
    title: 'This is not an HTTP request',
    help: 'The bytes that came are not HTTP/1.1. Check the client or the proxy in front of it.',
  },
  invalid_cursor: {
    status: 400,
    title: 'The cursor is not valid here',
    help: 'Use `nextCursor` as it came, with the same path, filters and key; or leave it out to begin anew.',
  },
  invalid_file: {
    status: 400,
    title: 'The file is broken',
    help: 'The bytes are damaged, truncated or not what they claim to be. Export the file again and retry.',
  },
  key_missing: {
    status: 401,
    title: 'An API key is needed',
    help: 'Send the key in the `x-api-key` header.',
  },
  key_unknown: {
    status: 401,
    title: 'The API key is not known',
    help: 'The key is mistyped or was revoked. Make a new one with `npx foyer keys create`.',
  },
  session_missing: {
    status: 401,
    title: 'Nobody is signed in to the console',
    help: 'Sign in with an API key, or by a link that `npx foyer console` prints.',
  },
  code_unknown: {
    status: 401,
    title: 'This link does not sign anybody in',
    help: 'Such links work once and for 15 minutes. `npx foyer console` prints a new one.',
  },
  scope_missing: {
    status: 403,
    title: 'The API key may not do this',
    help: 'Use a key with the scope that `detail` names: read, write, publish or admin.',
  },
  forbidden_origin: {
    status: 403,
    title: 'The request does not come from the console',
    help: 'Calls under /console/api are for the console alone. Programs call /v0 with an API key.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    help: 'It does not exist, was removed, or belongs to somebody else.',
  },
  route_not_found: {
    status: 404,
    title: 'No such route',
    help: 'Check the path against the reference at /docs.',
  },
  link_expired: {
    status: 404,
    title: 'This address is no longer valid',
    help: 'Signed addresses expire. Read the asset again for a fresh one.',
  },
  method_not_allowed: {
    status: 405,
    title: 'That method is not offered here',
    help: 'The `Allow` header lists the methods this address takes.',
  },
  expectation_failed: {
    status: 417,
    title: 'That expectation cannot be met',
    help: 'Leave out the `Expect` header, or send `100-continue`.',
  },
  account_exists: {
    status: 409,
    title: 'An account with this domain exists',
    help: 'Use the account named by `accountId`.',
  },
  person_exists: {
    status: 409,
    title: 'A person with this e-mail address exists',
    help: 'Use the person named by `personId`.',
  },
  slug_taken: {
    status: 409,
    title: 'This slug is taken',
    help: 'Choose another slug, or leave it out to have one made.',
  },
  log_not_replaceable: {
    status: 409,
    title: 'This log entry was not written by a person',
    help: 'Only entries that people wrote can be replaced. Add an entry of your own instead.',
  },
  state_conflict: {
    status: 409,
    title: 'That is not possible in its present state',
    help: 'Read the resource again; `detail` says which state stands in the way.',
  },
  check_failed: {
    status: 409,
    title: 'The version is not ready to be published',
    help: 'Read `errors`: each has a `code`, the place and what is wrong. Correct them, or have a key with the scope admin publish it by `force_publish`.',
  },
  source_missing: {
    status: 409,
    title: 'A statement names a source that does not exist',
    help: 'Read `errors`: each names a source in the document. Correct the statement or its source, then publish.',
  },
  block_locked: {
    status: 409,
    title: 'The page has locked this block',
    help: 'Audiences, agents and batches leave locked blocks as they are. Change it in the document of the page, or unlock it there.',
  },
  precondition_failed: {
    status: 412,
    title: 'Somebody else was faster',
    help: 'Read the document again, make your change to it, and send it with its present `etag` in `if-match`.',
  },
  document_changed: {
    status: 409,
    title: 'The document is not the one this operation was made for',
    help: 'Read the document again and make the operation anew with its present hash.',
  },
  subscription_limit: {
    status: 409,
    title: 'There are as many webhook subscriptions as there may be',
    help: 'A tenant has at most 100. Remove one that is no longer needed.',
  },
  batch_limit: {
    status: 409,
    title: 'There are as many unfinished batches as there may be',
    help: 'A tenant has at most 20 under way. Wait until one has finished, or cancel one.',
  },
  release_limit: {
    status: 409,
    title: 'There are as many unfinished releases as there may be',
    help: 'A tenant has at most 50 under way or scheduled. Wait until one has finished, or cancel one.',
  },
  schedule_limit: {
    status: 409,
    title: 'The page has as many schedules as it may have',
    help: 'A page has at most 1,000 that wait for their time. Cancel one, or use a release for many audiences.',
  },
  domain_exists: {
    status: 409,
    title: 'You have added this domain already',
    help: 'Use the domain named by `tenantDomainId`.',
  },
  domain_not_verified: {
    status: 409,
    title: 'The domain is not proven to be yours',
    help: 'Set the TXT record that `detail` names, wait until your DNS provider has published it, and try again.',
  },
  domain_taken: {
    status: 409,
    title: 'The domain is in use elsewhere',
    help: 'Another tenant has verified this host name. It has to remove the domain first.',
  },
  domain_in_use: {
    status: 409,
    title: 'Links use this domain',
    help: 'Delete the links of this domain, or move them to another, first.',
  },
  path_taken: {
    status: 409,
    title: 'Another link has this path',
    help: 'Choose another path or domain, or change the link that has it: list links with this `path`.',
  },
  field_limit: {
    status: 409,
    title: 'There are as many custom fields as there may be',
    help: 'A tenant has at most 100. Delete one that is no longer used.',
  },
  field_exists: {
    status: 409,
    title: 'There is a field with this key already',
    help: 'Choose another key, or change the field that has it.',
  },
  channel_limit: {
    status: 409,
    title: 'There are as many notice channels as there may be',
    help: 'A tenant has at most 20. Remove one that is no longer needed.',
  },
  template_limit: {
    status: 409,
    title: 'There are too many templates',
    help: 'A tenant has at most 100 templates of its own. Delete one first.',
  },
  mail_unavailable: {
    status: 409,
    title: 'The service can’t send e-mail',
    help: 'The operator of the service sets a mail server with SMTP_URL and MAIL_FROM.',
  },
  key_limit: {
    status: 409,
    title: 'There are as many API keys as there may be',
    help: 'A tenant has at most 100. Revoke one that is no longer used.',
  },
  last_key: {
    status: 409,
    title: 'This is the last key that may manage keys',
    help: 'Make another key with the admin scope first.',
  },
  body_too_large: {
    status: 413,
    title: 'The body is too large',
    help: 'JSON bodies may have 1 MiB, uploads 20 MiB, images 40 megapixels.',
  },
  media_type_unsupported: {
    status: 415,
    title: 'That content type is not taken here',
    help: 'Send `application/json`; uploads are `multipart/form-data` with one field `file`.',
  },
  file_type_unsupported: {
    status: 415,
    title: 'That kind of file is not taken',
    help: 'Images (PNG, JPEG, GIF, WebP, AVIF, SVG), video (MP4, WebM), HTML components and CSV are taken.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'That range is not in the file',
    help: 'Ask for a range within the size that `Content-Range` names, or for the whole file.',
  },
  key_reused: {
    status: 422,
    title: 'The idempotency key was used for another request',
    help: 'Repeat a request with its own content, or use a new key for new content.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    help: 'Wait for the seconds that `Retry-After` names.',
  },
  request_too_slow: {
    status: 408,
    title: 'The request took too long to arrive',
    help: 'Send the request head within 10 seconds and the whole request within 30.',
  },
  headers_too_large: {
    status: 431,
    title: 'The request head is too large',
    help: 'Method, address and headers together may have 16 KiB.',
  },
  internal_error: {
    status: 500,
    title: 'Something went wrong on our side',
    help: 'Retry; if it stays, report the `requestId`. Nothing was changed.',
  },
  unavailable: {
    status: 503,
    title: 'The service is not available right now',
    help: 'It is starting, stopping, or has lost its database. Retry after the seconds that `Retry-After` names.',
  },
} as const

export type ProblemCode = keyof typeof problems
export type InputError = { path: string; message: string }

/** The one error that routes, queries and jobs throw for what a caller can see. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly status: number
  /** Further members of the problem document, e.g. the id of the thing that is in the way. */
  readonly members: Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(
    code: ProblemCode,
    detail: string,
    members: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) {
    super(detail)
    this.code = code
    this.status = problems[code].status
    this.members = members
    this.headers = headers
  }

  toDocument(requestId: string) {
    return {
      type: `/docs/errors#${this.code}`,
      title: problems[this.code].title,
      status: this.status,
      detail: this.message,
      code: this.code,
      requestId,
      ...this.members,
    }
  }
}

/** Throws a 404: the thing does not exist or belongs to another tenant. The two are not told apart. */
export function notFound(noun: string, id: string): never {
  throw new Problem('not_found', `There is no ${noun} ${id.slice(0, 100)}.`)
}

export function invalid(path: string, message: string): Problem {
  return new Problem('invalid_input', `${path || 'The body'} ${message}.`, { errors: [{ path, message }] })
}

/** Past this many errors a list helps nobody, and gathering them would let one body cost a lot of memory. */
export const mostErrors = 20

export function invalidInput(errors: InputError[]): Problem {
  const [first] = errors
  return new Problem(
    'invalid_input',
    first ? `${first.path || 'The input'} ${first.message}.` : 'Not valid.',
    {
      errors: errors.slice(0, mostErrors),
    },
  )
}

/** Turns the violation of one named constraint into a problem; anything else stays what it is. */
export function conflictOn(constraints: Record<string, () => Problem>) {
  return (error: unknown): never => {
    const name = violatedConstraint(error)
    throw (name && constraints[name]?.()) || error
  }
}
