import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { checkSync } from 'recheck'
import { parseAst } from 'rolldown/parseAst'
import { times } from './effort.ts'
import { threadCpuMs } from './processor.ts'

// The JavaScript checker in this thread; the default is a native program that some platforms lack.
process.env.RECHECK_SYNC_BACKEND = 'pure'

const root = join(import.meta.dirname, '..', '..')

type Expression = { pattern: string; flags: string; place: string }

/** Expressions that are quadratic in theory but only applied to short text. */
const bounded = new Set([
  // Quotes in a model's answer, truncated to 4,000 characters.
  '“[^”]*”|"[^"]*"|«[^»]*»|„[^“]*“',
  // File names in PostgreSQL's data folder.
  String.raw`^(?:postmaster\.(?:pid|opts)|pg_internal\.init|pgsql_tmp.*|t\d+_\d+.*)$`,
  // The console's own index.html.
  String.raw`<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>`,
])

/**
 * Code whose expressions process text from outside. The built-in agent runs in threads with a CPU time limit, and
 * linear.test.ts measures it with whole messages.
 */
function servedFiles(): string[] {
  return globSync(['document/**/*.ts', 'server/**/*.ts', 'shared/**/*.ts', 'browser/**/*.ts'], {
    cwd: root,
  }).filter((path) => !/\.test\.ts$|\.d\.ts$|^server\/(?:test|agent\/eval)\//.test(path))
}

function readCode(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

type Found = {
  expressions: Expression[]
  /** Where code constructs expressions from strings. */
  constructions: string[]
}

function findIn(code: string, path: string): Found {
  const found: Found = { expressions: [], constructions: [] }
  const walk = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return
    const { type, regex, callee, start } = node as Record<string, unknown>
    const place = () => `${path}:${code.slice(0, start as number).split('\n').length}`
    const isCall = type === 'NewExpression' || type === 'CallExpression'
    if (regex) found.expressions.push({ ...(regex as { pattern: string; flags: string }), place: place() })
    if (isCall && (callee as { name?: string }).name === 'RegExp') found.constructions.push(place())
    for (const part of Object.values(node)) walk(part)
  }
  walk(parseAst(code, { lang: 'ts' }))
  return found
}

let served: Found[] | undefined

/** All files are parsed once. */
function findServed(): Found[] {
  served ??= servedFiles().map((path) => findIn(readCode(path), path))
  return served
}

/** Records the expressions that modules construct from strings while they are loaded. */
async function recordConstructed(paths: string[]): Promise<Expression[]> {
  const recorded: Expression[] = []
  const original = globalThis.RegExp
  const record = ({ source, flags }: RegExp) => {
    const stack = (new Error().stack ?? '').replaceAll(pathToFileURL(root).href, '')
    const places = stack.matchAll(/\/((?:document|server|shared|browser)\/[\w./]+)(?:\?recorded)?(:\d+):\d+/g)
    const [, path, line] = places.find(([, path]) => !path?.startsWith('server/test/')) ?? []
    if (path) recorded.push({ pattern: source, flags, place: path + line })
  }
  const make = (Target: RegExpConstructor, given: unknown[]) => {
    const made = Reflect.construct(Target, given) as RegExp
    record(made)
    return made
  }
  globalThis.RegExp = new Proxy(original, {
    construct: make,
    apply: (target, _this, given) => make(target, given),
  })
  try {
    // The query makes it a new module, which is loaded even if it was imported before.
    for (const path of paths) await import(`${pathToFileURL(join(root, path)).href}?recorded`)
  } finally {
    globalThis.RegExp = original
  }
  return recorded
}

/** The patterns of the API's schemas. */
function schemaPatterns(): Expression[] {
  const found = new Map<string, Expression>()
  JSON.parse(readCode('openapi.json'), (name, value) => {
    if (name === 'pattern' && typeof value === 'string')
      found.set(value, { pattern: value, flags: 'u', place: 'openapi.json' })
    return value
  })
  return [...found.values()]
}

/** Without an unbounded quantifier, an expression reads a bounded part of the text at each position. */
const isUnbounded = ({ pattern }: Expression) => /[*+]|\{\d+,\}/.test(pattern)

/**
 * The expressions that an automaton proves slow, or, if the automaton takes too long to build, those that an attack
 * makes slow.
 */
function findSlow(expressions: Expression[]): string[] {
  const distinct = new Map(expressions.map((one) => [`/${one.pattern}/${one.flags}`, one]))
  const options = { checker: 'automaton', timeout: times(3_000, 20) } as const
  return [...distinct].flatMap(([shown, expression]) => {
    const { pattern, flags, place } = expression
    if (bounded.has(pattern) || !isUnbounded(expression)) return []
    // The checker doesn't support the flag `v`; without set operations, `u` is equivalent.
    const result = checkSync(pattern, flags.replace('v', 'u'), options)
    if (result.status === 'vulnerable') return [`${place} ${shown}: ${result.complexity.summary}`]
    const attack = result.status === 'safe' ? undefined : findAttack(expression)
    return attack === undefined ? [] : [`${place} ${shown}: slow for ${JSON.stringify(attack.slice(0, 20))}…`]
  })
}

/**
 * Exponential expressions are slow for the short attack, cubic ones for the middle one; both would never end for the
 * long one.
 */
const attackLengths = { short: 24, middle: 300, long: 10_000 }
/** A linear expression takes less than a millisecond for an attack, a quadratic one 50 ms or more. */
const mostMs = 20

/** Repetitions of an expression's characters after its beginning, with an end that doesn't match. */
function findAttack({ pattern, flags }: Expression): string | undefined {
  const expression = new RegExp(pattern, flags)
  const plain = pattern.replaceAll(/\\[sd]|\\[wSp](?:\{\w+\})?|\\(.)/g, (escaped, character) =>
    escaped === '\\s' ? ' ' : escaped === '\\d' ? '1' : (character ?? 'a'),
  )
  const units = new Set([...plain, 'a', ' ', '1'])
  const words = plain.match(/[\w"'<>=:/-]{2,}/g) ?? []
  const cpuMsOf = (text: string) => {
    const began = threadCpuMs()
    expression.lastIndex = 0
    expression.test(text)
    return threadCpuMs() - began
  }
  const parts = ['', ...words].flatMap((prefix) =>
    [...units, ...words].map((unit) => [prefix, unit] as const),
  )
  const { short, ...longer } = attackLengths
  const texts = [
    ...parts.map(([prefix, unit]) => `${prefix}${unit.repeat(short)}\0`),
    ...Object.values(longer).flatMap((length) =>
      parts.map(([prefix, unit]) => `${prefix}${unit.repeat(Math.ceil(length / unit.length))}\0`),
    ),
  ]
  // Once more, as the first time may compile it or collect garbage.
  return texts.find((text) => cpuMsOf(text) > mostMs && cpuMsOf(text) > mostMs)
}

test('no regular expression of the serving thread takes more than linear time', () => {
  const expressions = findServed().flatMap(({ expressions }) => expressions)
  assert.ok(expressions.length > 200)
  assert.deepEqual(findSlow(expressions), [])
})

test('no expression constructed from strings takes more than linear time, and all are constructed while a module loads', async () => {
  const made = findServed().flatMap(({ constructions }) => constructions)
  const recorded = await recordConstructed([...new Set(made.map((place) => place.split(':')[0] as string))])
  const places = new Set(recorded.map(({ place }) => place))
  // Expressions constructed at run time could not be checked.
  assert.deepEqual(
    made.filter((place) => !places.has(place)),
    [],
  )
  assert.ok(recorded.length > 20, `${recorded.length}`)
  assert.deepEqual(findSlow(recorded), [])
})

test('no pattern of a schema takes more than linear time', () => {
  const patterns = schemaPatterns()
  assert.ok(patterns.length > 20, `${patterns.length}`)
  assert.deepEqual(findSlow(patterns), [])
})

test('the check finds quadratic and exponential expressions in code', () => {
  const code = String.raw`const a: RegExp = /\s+$/; f(text.replace(/^(a+)+$/u, ''), /^[a-z]+$/)`
  const slow = findSlow(findIn(code, 'a.ts').expressions)
  assert.equal(slow.length, 2, slow.join('\n'))
  assert.deepEqual(findIn('a\nnew RegExp(b + c)', 'a.ts').constructions, ['a.ts:2'])
  const slowInPractice = ['\\s+$', '(\\w+)\\s*=', '^(?:a|b|ab)*$']
  for (const pattern of slowInPractice) assert.ok(findAttack({ pattern, flags: '', place: '' }), pattern)
  assert.equal(findAttack({ pattern: '^\\s+$', flags: 'g', place: '' }), undefined)
})
