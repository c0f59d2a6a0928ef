import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { checkSync } from 'recheck'
import { parseAst } from 'rolldown/parseAst'
import { times } from './effort.ts'

// The checker as JavaScript in this thread; its default starts a process that not every platform has.
process.env.RECHECK_SYNC_BACKEND = 'pure'

type Expression = { pattern: string; flags: string; place: string }

/** Expressions that are quadratic in theory and read only short text. */
const bounded = new Set([
  // Quotes in an answer of a model, cut to 4,000 characters.
  '“[^”]*”|"[^"]*"|«[^»]*»|„[^“]*“',
  // Names of files in the folder of PostgreSQL.
  String.raw`^(?:postmaster\.(?:pid|opts)|pg_internal\.init|pgsql_tmp.*|t\d+_\d+.*)$`,
  // The console's own index.html.
  String.raw`<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>`,
])

/** All expressions that run on the serving thread. The built-in agent has threads with a limit of CPU time. */
function findExpressions(): Expression[] {
  const isServed = (path: string) =>
    !/\.test\.ts$|\.d\.ts$|^server\/(?:test|agent\/(?:builtin|eval))\//.test(path)
  return globSync(['server/**/*.ts', 'shared/**/*.ts', 'browser/**/*.ts'])
    .filter(isServed)
    .flatMap((path) => expressionsIn(readFileSync(path, 'utf8'), path))
}

function expressionsIn(code: string, path: string): Expression[] {
  const found: Expression[] = []
  const visit = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return
    const { regex, start } = node as { regex?: { pattern: string; flags: string }; start?: number }
    if (regex) found.push({ ...regex, place: `${path}:${code.slice(0, start).split('\n').length}` })
    for (const part of Object.values(node)) visit(part)
  }
  visit(parseAst(code, { lang: 'ts' }))
  return found
}

/** Those that an automaton proves slow. Gives up on the hardest, which the test of linear time measures instead. */
function findSlow(expressions: Expression[]): string[] {
  const options = { checker: 'automaton', timeout: times(3_000, 300) } as const
  return expressions.flatMap(({ pattern, flags, place }) => {
    if (bounded.has(pattern)) return []
    // The checker does not know the flag `v`; without set operations `u` means the same.
    const result = checkSync(pattern, flags.replace('v', 'u'), options)
    return result.status === 'vulnerable'
      ? [`${place} /${pattern}/${flags}: ${result.complexity.summary}`]
      : []
  })
}

test('no regular expression of the serving thread takes more than linear time', () => {
  const expressions = findExpressions()
  assert.ok(expressions.length > 200)
  assert.deepEqual(findSlow(expressions), [])
})

test('the check finds quadratic and exponential expressions in code', () => {
  const code = String.raw`const a: RegExp = /\s+$/; f(text.replace(/^(a+)+$/u, ''), /^[a-z]+$/)`
  const slow = findSlow(expressionsIn(code, 'a.ts'))
  assert.equal(slow.length, 2, slow.join('\n'))
})
