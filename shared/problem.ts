/** All problems of the API, as a closed list. */
export const problems = {
  invalid_input: {
    status: 400,
    title: 'The request is not valid',
    help: 'Read `errors`: each names the place (`path`) and what is wrong with it. Nothing was changed.',
  },
  weak_password: {
    status: 400,
    title: 'The password is easy to guess',
    help: 'Choose one of at least 10 characters that is not among the most common ones, or have it generated.',
  },
  invalid_json: {
    status: 400,
    title: 'The body is not valid JSON',
    help: 'Send one JSON value in UTF-8, at most 64 levels deep, with at most 50,000 fields and 50,000 objects and lists.',
  },
  malformed_request: {
    status: 400,
    title: 'This is not an HTTP request',
    help: 'The data received is not HTTP/1.1. Check the client or the proxy in front of it.',
  },
  invalid_cursor: {
    status: 400,
    title: 'The cursor is not valid here',
    help: 'Use `nextCursor` unchanged, with the same path, filters and key, or leave it out to start from the beginning.',
  },
  invalid_file: {
    status: 400,
    title: 'The file can’t be read',
    help: 'The bytes are damaged, truncated or not what they claim to be. Export the file again and retry.',
  },
  key_missing: {
    status: 401,
    title: 'API key required',
    help: 'Send the key in the `x-api-key` header.',
  },
  key_unknown: {
    status: 401,
    title: 'Invalid API key',
    help: 'The key is mistyped or was revoked. Create a new one with `npx foyer keys create`.',
  },
  session_missing: {
    status: 401,
    title: 'You are not signed in',
    help: 'Sign in with an API key, or with a link printed by `npx foyer console`.',
  },
  code_unknown: {
    status: 401,
    title: 'The sign-in link is not valid',
    help: 'Sign-in links work once, within 15 minutes. Create a new one with `npx foyer console`.',
  },
  sign_in_refused: {
    status: 401,
    title: 'E-mail and password don’t go together',
    help: 'Try again, or have a link sent to you by e-mail. Admins can invite you again.',
  },
  step_unknown: {
    status: 401,
    title: 'This step of signing in is no longer valid',
    help: 'Links, codes and challenges work once and for a few minutes. Start again.',
  },
  code_wrong: {
    status: 401,
    title: 'The code is wrong',
    help: 'Enter the code that your authenticator app shows now, or a recovery code that was not used before.',
  },
  provider_refused: {
    status: 403,
    title: 'Single sign-on did not let you in',
    help: 'Ask an admin of the team for an invitation, or sign in another way.',
  },
  confirmation_required: {
    status: 403,
    title: 'Confirm that it’s you',
    help: 'Sign in again within the console: this asks for a proof that is at most ten minutes old.',
  },
  scope_missing: {
    status: 403,
    title: 'The API key lacks a scope',
    help: 'Use a key with the scope that `detail` names: read, write, publish or admin.',
  },
  page_limited: {
    status: 403,
    title: 'The API key is limited to some pages',
    help: 'Name one of its pages, or use a key for all pages.',
  },
  forbidden_origin: {
    status: 403,
    title: 'The request does not come from the console',
    help: 'Calls under /console/api are for the console alone. Programs call /v0 with an API key.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    help: 'It does not exist, was deleted, or belongs to another tenant.',
  },
  invitation_unknown: {
    status: 404,
    title: 'This invitation doesn’t work any more',
    help: 'It was used, withdrawn, or has ended. Whoever sent it can send a new one.',
  },
  route_not_found: {
    status: 404,
    title: 'Route not found',
    help: 'Check the path against the reference at /docs.',
  },
  link_expired: {
    status: 404,
    title: 'This address is no longer valid',
    help: 'Signed addresses expire. Read the asset again for a fresh one.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    help: 'The `Allow` header lists the methods this URL accepts.',
  },
  expectation_failed: {
    status: 417,
    title: 'The expectation can’t be met',
    help: 'Leave out the `Expect` header, or send `100-continue`.',
  },
  account_exists: {
    status: 409,
    title: 'An account with this domain already exists',
    help: 'Use the account named by `accountId`.',
  },
  person_exists: {
    status: 409,
    title: 'A person with this e-mail address already exists',
    help: 'Use the person named by `personId`.',
  },
  slug_taken: {
    status: 409,
    title: 'This slug is taken',
    help: 'Choose another slug, or leave it out to have one generated.',
  },
  log_not_replaceable: {
    status: 409,
    title: 'This log entry was not written by a person',
    help: 'Only entries that people wrote can be replaced. Add an entry of your own instead.',
  },
  state_conflict: {
    status: 409,
    title: 'Not possible in the current state',
    help: 'Read the resource again; `detail` names the state that prevents this.',
  },
  check_failed: {
    status: 409,
    title: 'The version is not ready to be published',
    help: 'Read `errors`: each has a `code`, the place and what is wrong. Correct them, or publish it with `force_publish` and a key with the admin scope.',
  },
  source_missing: {
    status: 409,
    title: 'A statement names a source that does not exist',
    help: 'Read `errors`: each names a source in the document. Correct the statement or its source, then publish.',
  },
  block_locked: {
    status: 409,
    title: 'The page has locked this block',
    help: 'Audiences, agents and batches can’t change locked blocks. Change the block in the document of the page, or unlock it there.',
  },
  precondition_failed: {
    status: 412,
    title: 'The document was changed meanwhile',
    help: 'Read the document again, apply your change to it, and send it with the current `etag` in `if-match`.',
  },
  document_changed: {
    status: 409,
    title: 'The document has changed since this operation was created',
    help: 'Read the document again and create the operation with its current hash.',
  },
  subscription_limit: {
    status: 409,
    title: 'Webhook subscription limit reached',
    help: 'A tenant has at most 100. Remove one that is no longer needed.',
  },
  batch_limit: {
    status: 409,
    title: 'Batch limit reached',
    help: 'A tenant has at most 20 unfinished batches. Wait until one has finished, or cancel one.',
  },
  release_limit: {
    status: 409,
    title: 'Release limit reached',
    help: 'A tenant has at most 50 unfinished or scheduled releases. Wait until one has finished, or cancel one.',
  },
  schedule_limit: {
    status: 409,
    title: 'Schedule limit reached',
    help: 'A page has at most 1,000 pending schedules. Cancel one, or use a release for many audiences.',
  },
  domain_exists: {
    status: 409,
    title: 'You have added this domain already',
    help: 'Use the domain named by `tenantDomainId`.',
  },
  domain_not_verified: {
    status: 409,
    title: 'The domain is not verified',
    help: 'Set the TXT record that `detail` names, wait until your DNS provider has published it, and try again.',
  },
  domain_taken: {
    status: 409,
    title: 'The domain is in use elsewhere',
    help: 'Another tenant has verified this host name and must remove it first.',
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
    title: 'Custom field limit reached',
    help: 'A tenant has at most 100. Delete one that is no longer used.',
  },
  field_exists: {
    status: 409,
    title: 'A field with this key already exists',
    help: 'Choose another key, or change the field that has it.',
  },
  view_limit: {
    status: 409,
    title: 'Saved view limit reached',
    help: 'A tenant has at most 100. Delete one that is no longer used.',
  },
  dictionary_limit: {
    status: 409,
    title: 'Dictionary limit reached',
    help: 'A tenant has at most 2,000 words. Remove some that are no longer used.',
  },
  goal_limit: {
    status: 409,
    title: 'Goal limit reached',
    help: 'A page has at most 10. Change one, or delete one that is no longer used.',
  },
  provider_limit: {
    status: 409,
    title: 'Identity provider limit reached',
    help: 'A tenant has at most 10. Remove one that is no longer needed.',
  },
  channel_limit: {
    status: 409,
    title: 'Notice channel limit reached',
    help: 'A tenant has at most 20. Remove one that is no longer needed.',
  },
  template_limit: {
    status: 409,
    title: 'Template limit reached',
    help: 'A tenant has at most 100 templates of its own. Delete one first.',
  },
  mail_unavailable: {
    status: 409,
    title: 'The service can’t send e-mail',
    help: 'Ask your operator to configure a mail server with SMTP_URL and MAIL_FROM.',
  },
  provider_unavailable: {
    status: 409,
    title: 'The identity provider can’t be used now',
    help: 'Try again in a minute, or sign in another way. Admins can test the provider under Team, Single sign-on.',
  },
  member_exists: {
    status: 409,
    title: 'They are in the team already',
    help: 'Change the role of the member named by `userId` instead.',
  },
  member_limit: {
    status: 409,
    title: 'Member limit reached',
    help: 'A tenant has at most 1,000 members and 1,000 open invitations. Remove or withdraw some that are no longer needed.',
  },
  last_admin: {
    status: 409,
    title: 'This is the last admin',
    help: 'Make somebody else an admin first.',
  },
  user_required: {
    status: 409,
    title: 'This is for people only',
    help: 'Sign in as a member of the team. A key of a service has no profile, password or sessions.',
  },
  email_taken: {
    status: 409,
    title: 'This address belongs to another user',
    help: 'Sign in as that user, or use another address.',
  },
  key_limit: {
    status: 409,
    title: 'API key limit reached',
    help: 'A tenant has at most 100. Revoke one that is no longer used.',
  },
  last_key: {
    status: 409,
    title: 'This is the last key that can manage keys',
    help: 'Create another key with the admin scope first.',
  },
  quota_exceeded: {
    status: 409,
    title: 'A quota of the tenant is used up',
    help: 'Delete files that are no longer needed, or wait a day for revisions. Your operator can raise the quota that `detail` names.',
  },
  body_too_large: {
    status: 413,
    title: 'The body is too large',
    help: 'JSON bodies are limited to 1 MiB, uploads to 20 MiB, images to 40 megapixels.',
  },
  media_type_unsupported: {
    status: 415,
    title: 'Unsupported content type',
    help: 'Send `application/json`; uploads are `multipart/form-data` with one field `file`.',
  },
  file_type_unsupported: {
    status: 415,
    title: 'Unsupported file type',
    help: 'Supported are images (PNG, JPEG, GIF, WebP, AVIF, SVG), video (MP4, WebM), HTML components and CSV.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'Range not satisfiable',
    help: 'Ask for a range within the size that `Content-Range` names, or for the whole file.',
  },
  key_reused: {
    status: 422,
    title: 'The idempotency key was already used for a different request',
    help: 'Repeat the request with the original content, or use a new key.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    help: 'Wait for the number of seconds in `Retry-After`.',
  },
  request_too_slow: {
    status: 408,
    title: 'The request took too long to arrive',
    help: 'Send the request head within 10 seconds and the whole request within 30.',
  },
  headers_too_large: {
    status: 431,
    title: 'The request head is too large',
    help: 'Method, URL and headers together are limited to 16 KiB.',
  },
  internal_error: {
    status: 500,
    title: 'Something went wrong on our side',
    help: 'Try again. If the problem persists, report the `requestId`. Nothing was changed.',
  },
  unavailable: {
    status: 503,
    title: 'The service is not available right now',
    help: 'It is starting, stopping, or can’t reach its database. Try again after the number of seconds in `Retry-After`.',
  },
} as const

export type ProblemCode = keyof typeof problems
export type InputError = { path: string; message: string }

/** The error that is shown to callers. All others become `internal_error`. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly status: number
  /** Additional members of the problem document, such as the id of a conflicting object. */
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

/** Throws a 404, the same for missing objects and those of other tenants. */
export function notFound(noun: string, id: string): never {
  throw new Problem('not_found', `There is no ${noun} ${id.slice(0, 100)}.`)
}

export function invalid(path: string, message: string): Problem {
  return new Problem('invalid_input', `${path || 'The body'} ${message}.`, { errors: [{ path, message }] })
}

/** Limits the memory that the errors of one body can take. */
export const mostErrors = 20

export function invalidInput(errors: InputError[]): Problem {
  const [first] = errors
  return new Problem(
    'invalid_input',
    first ? `${first.path || 'The input'} ${first.message}.` : 'The input is not valid.',
    {
      errors: errors.slice(0, mostErrors),
    },
  )
}
