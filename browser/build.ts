import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { compile } from 'tailwindcss'
import { minify } from 'terser'
import { minifyCss } from '../scripts/blocks/styleSheets.ts'

export async function buildVisitScript(): Promise<string> {
  const source = await readFile(new URL('./visit.ts', import.meta.url), 'utf8')
  const { code } = await minify(stripTypeScriptTypes(source), {
    ecma: 2020,
    toplevel: true,
    compress: { passes: 3 },
    format: { comments: false },
  })
  return `${code}\n`
}

/** Bundles the script of the stage, which shows pages to editors. */
export async function buildStage(): Promise<string> {
  return await bundle('./stage/main.ts', 'iife')
}

/** Bundles the script that the stage loads when a text is edited. */
export async function buildTextEditor(): Promise<string> {
  return await bundle('./stage/textEditor.ts', 'esm')
}

/** Bundles the script of the documentation. */
export async function buildDocs(): Promise<string> {
  return await bundle('./docs/main.ts', 'iife')
}

/** Compiles and minifies the style sheet of the documentation, which uses the colours of the console. */
export async function buildDocsStyle(): Promise<string> {
  const file = new URL('./docs/style.css', import.meta.url)
  const compiler = await compile(await readFile(file, 'utf8'), {
    base: fileURLToPath(new URL('.', file)),
    async loadStylesheet(id, base) {
      const isPackage = !id.startsWith('.')
      const path = isPackage ? fileURLToPath(import.meta.resolve(`${id}/index.css`)) : join(base, id)
      return { path, base: dirname(path), content: await readFile(path, 'utf8') }
    },
  })
  // The parser rejects Tailwind's nested conditions of @supports, so it leaves the conditions of at-rules as they are.
  return `${minifyCss(compiler.build([]), 'browser/docs/style.css', { parseAtrulePrelude: false })}\n`
}

/** Bundles the search of the documentation, which is loaded when it is opened. */
export async function buildDocsSearch(): Promise<string> {
  return await bundle('./docs/search.ts', 'esm')
}

async function bundle(entry: string, format: 'iife' | 'esm'): Promise<string> {
  const built = await rolldown({ input: fileURLToPath(new URL(entry, import.meta.url)), platform: 'browser' })
  const { output } = await built.generate({ format, minify: true, comments: false, codeSplitting: false })
  await built.close()
  return output[0].code.endsWith('\n') ? output[0].code : `${output[0].code}\n`
}
