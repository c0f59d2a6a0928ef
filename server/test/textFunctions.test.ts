import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseAst } from 'rolldown/parseAst'
import {
  blockTypes,
  type Document,
  diffDocuments,
  drawMarked,
  fillForAudience,
  fillPlaceholders,
  mergeDocuments,
  renderPage,
  showPlaceholders,
  validateDocument,
  withoutPrompts,
} from '../../document/index.ts'
import { mapStrings } from '../../shared/strings.ts'
import { times } from './effort.ts'
import { everyBlock } from './everyBlock.ts'
import { somePage } from './pages.ts'
import { hostileTexts } from './pathological.ts'
import { threadCpuMs } from './processor.ts'
import { asset } from './shownPage.ts'

const root = join(import.meta.dirname, '..', '..')

/** The longest message that the API accepts. */
const longestText = 50_000
/** Reading a document takes 50 ms. */
const mostMs = 250
/** Linear functions take a few milliseconds, quadratic ones seconds; of half the text in usual runs, a quarter of that. */
const ofFunctions = { length: times(longestText, longestText / 2), mostMs: times(250, 62) }

/** Functions with side effects on the machine or the browser's document. */
const acting = /^(?:browser\/stage|server\/(?:cli|embedded|start|log))\//

type TextFunction = { path: string; name: string; parameters: string[] }
type Node = { type: string; start: number; end: number } & Record<string, unknown>

/** The exported functions that take only texts, numbers and booleans, at least one text among them. */
function findTextFunctions(): TextFunction[] {
  return globSync(['document/**/*.ts', 'server/**/*.ts', 'shared/**/*.ts', 'browser/**/*.ts'], { cwd: root })
    .filter((path) => !/\.test\.ts$|\.d\.ts$|^server\/(?:test|agent\/eval)\//.test(path))
    .filter((path) => !acting.test(path))
    .flatMap((path) => textFunctionsIn(readFileSync(join(root, path), 'utf8'), path))
}

function textFunctionsIn(code: string, path: string): TextFunction[] {
  const { body } = parseAst(code, { lang: 'ts' }) as unknown as { body: Node[] }
  return body.flatMap(({ type, declaration }) => {
    const exported = declaration as (Node & { id: { name: string }; params: Node[] }) | undefined
    if (type !== 'ExportNamedDeclaration' || exported?.type !== 'FunctionDeclaration') return []
    const parameters = exported.params
      .filter((parameter) => parameter.type !== 'AssignmentPattern' && !parameter.optional)
      .map((parameter) => typeOf(parameter, code))
    const isText = parameters.some((type) => type.startsWith('string'))
    const isCallable = parameters.every((type) => /^(?:string|number|boolean)(?: \| \w+)*$|^'/.test(type))
    return isText && isCallable ? [{ path, name: exported.id.name, parameters }] : []
  })
}

function typeOf({ typeAnnotation }: Node, code: string): string {
  const { start, end } = (typeAnnotation as { typeAnnotation?: Node } | undefined)?.typeAnnotation ?? {}
  return code.slice(start ?? 0, end ?? 0)
}

/** The text for text parameters, and ordinary values for others. */
function argumentsFor(parameters: string[], text: string): unknown[] {
  return parameters.map((type) => {
    if (type.startsWith('string')) return text
    return type.startsWith("'") ? type.slice(1, type.indexOf("'", 1)) : type.startsWith('number') ? 10 : true
  })
}

async function cpuMsOf(work: () => unknown): Promise<number> {
  const began = threadCpuMs()
  try {
    await work()
  } catch {
    // Refusing the text is a valid result.
  }
  return threadCpuMs() - began
}

/** Repeated if it was slow, as garbage of earlier calls may have been collected meanwhile. */
async function leastCpuMsOf(work: () => unknown, mostMs: number): Promise<number> {
  const first = await cpuMsOf(work)
  return first < mostMs ? first : Math.min(first, await cpuMsOf(work))
}

test('every exported text function processes the longest hostile text quickly', async () => {
  const functions = findTextFunctions()
  assert.ok(functions.length > 100, `${functions.length}`)
  const texts = hostileTexts(ofFunctions.length)
  const slow: string[] = []
  for (const [nth, { path, name, parameters }] of functions.entries()) {
    const module = (await import(join(root, path))) as Record<string, (...given: unknown[]) => unknown>
    // In usual runs, every other text.
    for (const text of texts.filter((_, index) => (index + nth) % times(1, 2) === 0)) {
      const call = () => module[name]?.(...argumentsFor(parameters, text))
      const ms = await leastCpuMsOf(call, ofFunctions.mostMs)
      if (ms > ofFunctions.mostMs)
        slow.push(`${path} ${name}(${JSON.stringify(text.slice(0, 12))}…): ${Math.round(ms)} ms`)
    }
  }
  assert.deepEqual(slow, [])
})

test('the search for text functions finds one that is exported and slow', async () => {
  const code = 'export function slow(text: string, most = 3) { return / +$/.test(text) }'
  assert.deepEqual(textFunctionsIn(code, 'a.ts'), [{ path: 'a.ts', name: 'slow', parameters: ['string'] }])
  assert.ok((await cpuMsOf(() => / +$/.test(`${' '.repeat(ofFunctions.length / 2)}!`))) > ofFunctions.mostMs)
})

/** A document whose texts have maximum length and hostile characters, as an earlier version may have stored it. */
function filledWith(text: string): Document {
  const schemas = new Map<string, object>(blockTypes.map(({ name, props }) => [name, props]))
  const blocks = everyBlock.blocks.map((block) => ({
    ...block,
    props: mapStrings(schemas.get(block.type) ?? {}, block.props, (old, { kind, maxLength }) =>
      kind === undefined ? old : text.slice(0, kind === 'link' ? 2_000 : Math.min(maxLength, longestText)),
    ),
  }))
  return { ...everyBlock, blocks } as Document
}

const facts = {
  person: { personId: 'person_00000000000000000000000000', name: 'Jane Doe', email: 'jane@acme.example' },
  account: undefined,
  brand: { name: 'Northwind' },
  page: { title: 'Hello' },
}

/** Everything that reads the texts of a document on the serving thread. */
const readers: Record<string, (document: Document) => unknown> = {
  validateDocument: (document) => validateDocument(document),
  fillPlaceholders: (document) => fillPlaceholders(document, facts as never),
  fillForAudience: (document) => fillForAudience(document, facts as never),
  withoutPrompts,
  renderPage: (document) => renderPage(somePage(document, { asset })),
  'renderPage with prompts': (document) => renderPage(somePage(document, { asset, showsPrompts: true })),
  drawMarked: (document) => drawMarked(somePage(document, { asset })),
  showPlaceholders: (document) => drawMarked(somePage(showPlaceholders(document), { asset })),
  diffDocuments: (document) => diffDocuments(everyBlock, document),
  mergeDocuments: (document) => mergeDocuments({ was: everyBlock, base: document, audience: document }),
}

test('a document full of hostile texts of maximum length is read and drawn quickly', async () => {
  const slow: string[] = []
  for (const text of hostileTexts(longestText)) {
    const document = filledWith(text)
    for (const [name, read] of Object.entries(readers)) {
      const ms = await leastCpuMsOf(() => read(document), mostMs)
      if (ms > mostMs) slow.push(`${name} of ${JSON.stringify(text.slice(0, 12))}…: ${Math.round(ms)} ms`)
    }
  }
  assert.deepEqual(slow, [])
})
