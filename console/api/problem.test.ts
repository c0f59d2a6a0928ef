import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ProblemError } from '../../sdk/index.ts'
import { inPlainWords } from './problem.ts'

test('a field error is shown in plain words instead of the terms of its schema', () => {
  for (const [path, message, plain] of [
    ['/name', 'must match pattern "\\S"', 'Fill this in.'],
    ['/name', 'must NOT have fewer than 1 characters', 'Fill this in.'],
    ['/name', 'is required', 'Fill this in.'],
    ['/email', 'must match format "email"', 'This is not an e-mail address.'],
    ['/key', 'must match pattern "^[a-z][a-z0-9_]{0,39}$"', 'This can’t be used here.'],
    ['/password', 'must NOT have fewer than 8 characters', 'At least 8 characters.'],
    ['/title', 'must NOT have more than 80 characters', 'At most 80 characters.'],
    ['/visitLimit', 'must be >= 1', 'At least 1.'],
    ['/visitLimit', 'must be of type integer or null', 'This is not a whole number.'],
    ['/domain', 'must be a domain such as acme.com', 'must be a domain such as acme.com'],
  ] as const) {
    const problem = inPlainWords(
      new ProblemError({
        ...{ status: 400, code: 'invalid_input', title: 'The request is not valid' },
        ...{ detail: `${path} ${message}.`, errors: [{ path, message }] },
      }),
    )
    assert.deepEqual(problem.errors, [{ path, message: plain }])
    const detail = plain === message ? `${path} ${message}.` : `${path.slice(1)}: ${plain}`
    assert.equal(problem.detail, detail)
  }
})
