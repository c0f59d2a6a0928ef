import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { hashSource } from '../../../document/index.ts'
import { escapeHtml } from '../../../shared/html.ts'
import { makeScript, makeUnlistedPage, type PreparedResponse } from '../answer.ts'

const root = new URL('../../../', import.meta.url)
const script = readFileSync(new URL('browser/stage.min.js', root), 'utf8')
const style = readFileSync(new URL('browser/stage/stage.css', root), 'utf8')
const textEditorFile = new URL('console/dist/textEditor.js', root)
let textEditor: { path: string; answer: PreparedResponse } | undefined

/** The script that the stage loads for text editing; undefined if the console was not built. */
export async function loadTextEditor(): Promise<{ path: string; answer: PreparedResponse } | undefined> {
  if (textEditor) return textEditor
  const text = await readFile(textEditorFile, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const answer = await makeScript(text)
  textEditor = { path: `/_stage/text-editor.${hash('sha256', text).slice(0, 16)}.js`, answer }
  return textEditor
}

/**
 * An empty page on the site's origin that renders what the console sends it. It contains no content, runs its own
 * script and the one for text editing, and accepts messages from the console's origin only, which alone may frame it.
 * Style sheets of pages arrive in messages and are constructed by the script, so the policy need not allow them.
 */
export async function makeStage(siteOrigin: string, consoleOrigin: string): Promise<PreparedResponse> {
  const editorPath = (await loadTextEditor())?.path
  const text = `<!doctype html><html lang="en" data-console="${escapeHtml(consoleOrigin)}" data-text-editor="${editorPath ?? ''}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>Page</title><link rel="icon" href="data:,"><style>${style}</style></head><body class="plain"><script>${script}</script></body></html>`
  const policy = {
    'default-src': "'none'",
    'style-src': hashSource(style),
    'script-src': editorPath ? `${hashSource(script)} ${siteOrigin}${editorPath}` : hashSource(script),
    'img-src': "'self' data: https:",
    'font-src': "'self'",
    'media-src': "'self'",
    'frame-src': "'self'",
    'form-action': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': consoleOrigin,
  }
  const directives = Object.entries(policy).map(([name, value]) => `${name} ${value}`)
  return await makeUnlistedPage(200, text, directives.join('; '))
}
