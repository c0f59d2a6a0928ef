import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { minify } from 'terser'

/** The visit script as browsers get it: `visit.ts` without its types, made small. */
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
