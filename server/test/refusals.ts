import assert from 'node:assert/strict'
import { validateDocument } from '../../document/index.ts'
import { Problem } from '../../shared/problem.ts'

type Errors = { path: string; message: string }[]

/** The errors of a document; empty if it is valid. */
export function errorsOf(value: unknown): Errors {
  try {
    validateDocument(value)
    return []
  } catch (problem) {
    assert.ok(problem instanceof Problem, String(problem))
    assert.equal(problem.status, 400)
    return problem.members.errors as Errors
  }
}

export const hero = (props: object, more: object = {}) => ({
  id: 'hero',
  type: 'hero',
  props,
  sources: [],
  ...more,
})
export const withHero = (props: object, more: object = {}) => ({ theme: {}, blocks: [hero(props, more)] })
export const pathsOf = (value: unknown) => errorsOf(value).map(({ path }) => path)
