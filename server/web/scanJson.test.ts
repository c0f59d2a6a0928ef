import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Problem } from '../../shared/problem.ts'
import { hostileTexts, pathologicalTexts } from '../test/pathological.ts'
import { threadCpuMs } from '../test/processor.ts'
import { scanJson } from './scanJson.ts'
import { parseJson, refuseBadText } from './validation.ts'

const most = 1024 * 1024
const fill = (unit: (nth: number) => string, bytes: number): string => {
  const parts: string[] = []
  for (let left = bytes, nth = 0; left > 0; nth++) {
    const part = unit(nth)
    left -= part.length + 1
    parts.push(part)
  }
  return parts.join()
}

/** Bodies of the largest size. Parsing the first five takes 30 to 200 ms. */
const bodies: Record<string, string> = {
  lists: `${'['.repeat(most / 2)}${']'.repeat(most / 2)}`,
  'nested objects': `${'{"a":'.repeat(most / 6)}1${'}'.repeat(most / 6)}`,
  'lists of lists': `[${fill(() => '['.repeat(60) + ']'.repeat(60), most)}]`,
  objects: `[${fill(() => '{}', most)}]`,
  fields: `{${fill((nth) => `"k${nth}":1`, most)}}`,
  texts: `[${fill(() => '""', most)}]`,
  'texts and one escape': `["\\ud83d\\ude00",${fill(() => '""', most)}]`,
  numbers: `[${fill(() => '1', most)}]`,
  escapes: `["${'\\u00e9'.repeat(most / 6)}"]`,
}

/** The least of several runs, as load and garbage collection only add to it. */
function fastest(work: () => void): number {
  return Math.min(
    ...Array.from({ length: 5 }, () => {
      const began = threadCpuMs()
      work()
      return threadCpuMs() - began
    }),
  )
}

test('the largest body of any kind costs about as much to parse as one of short texts', () => {
  const texts = bodies.texts as string
  const usual = fastest(() => void JSON.parse(texts))
  for (const [name, body] of Object.entries(bodies)) {
    const bytes = Buffer.from(body)
    const ms = fastest(() => {
      try {
        parseJson(bytes)
      } catch {
        // Refusing the body is a valid result.
      }
    })
    assert.ok(ms < 6 * usual + 3, `${name}: ${ms.toFixed(1)} ms; parsing texts takes ${usual.toFixed(1)} ms`)
  }
})

test('too many objects and fields are refused, and the largest valid document is not', () => {
  const refused = (body: string) => {
    try {
      scanJson(Buffer.from(body))
    } catch (error) {
      return (error as Problem).code
    }
  }
  for (const name of ['lists', 'nested objects', 'lists of lists', 'objects', 'fields'])
    assert.equal(refused(bodies[name] as string), 'invalid_json', name)
  const item = { id: 'item', question: 'Q?', answer: 'A.' }
  assert.equal(refused(JSON.stringify(new Array(12_000).fill(item))), undefined)
  assert.equal(refused(`${'['.repeat(64)}${']'.repeat(64)}`), undefined)
  assert.equal(refused(`"${'[{:'.repeat(60_000)}\\"${'[{:'.repeat(60_000)}"`), undefined)
})

test('the scan lets no text pass that is refused after parsing', () => {
  const texts = [
    ...hostileTexts(40),
    ...pathologicalTexts(40),
    ...['\0', '\u{10ffff}', '\u{1fffe}', '\ufdef', '\ufffd', '😀', 'é', '__proto__', '__proto', '\\u0000'],
  ]
  const escaped = (text: string) =>
    `"${Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`
  let found = 0
  for (const text of texts)
    for (const written of [
      JSON.stringify(text),
      escaped(text),
      escaped(text).toUpperCase().replaceAll('\\U', '\\u'),
    ])
      for (const body of [`[${written}]`, `{${written}:1}`]) {
        const bytes = Buffer.from(body)
        let isRefused = false
        try {
          refuseBadText(JSON.parse(bytes.toString()), '')
        } catch {
          isRefused = true
          found++
        }
        if (isRefused) assert.equal(scanJson(bytes), true, body)
      }
  assert.ok(found > 100, `${found}`)
  for (const plain of ['a', 'é', '\n', '"', 'a_b', '日本', '\\u0000', '_a'])
    assert.equal(scanJson(Buffer.from(JSON.stringify([plain, { [plain]: plain }]))), false, plain)
})
