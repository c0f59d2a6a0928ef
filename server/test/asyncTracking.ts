import { type AsyncHook, createHook } from 'node:async_hooks'

// Imported first by every test process, see scripts/test.ts. Node's test runner enables a hook that follows every promise,
// to tell which test an uncaught error belongs to. Without it, such an error fails the process instead of the test, and hooks
// and tests that a test registers belong to the process: use those of its context, `t.after` and `t.test`.
const prototype: AsyncHook = Object.getPrototypeOf(createHook({}))
const { enable } = prototype
prototype.enable = function () {
  prototype.enable = enable
  return this
}
