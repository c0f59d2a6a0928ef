import { hash } from 'node:crypto'
import { attributes, Html, html } from '../../shared/html.ts'
import { isWebAddress } from '../../shared/links.ts'
import type { PageSource } from './view.ts'

export type InlineScript = { code: string; module: boolean }

/**
 * Parses the tenant's enabled scripts. The content is JavaScript, or the `<script>` tags of vendors, of which only code,
 * URL and `type="module"` are used. URLs are loaded by an inline script, so that the policy allows every script by its
 * hash.
 */
export function readScripts(scripts: PageSource['page']['scripts']): InlineScript[] {
  return scripts.filter(({ enabled }) => enabled).flatMap(({ content }) => readScript(content))
}

/**
 * The `<script>` elements of a text. Each search continues after the previous element: one pattern for whole elements
 * would take quadratic time on unclosed tags.
 */
function* scriptElements(content: string): Generator<{ named: string; code: string }> {
  const opening = /<script\b/gi
  const closing = /<\/script\s*>/gi
  for (let start = opening.exec(content); start; start = opening.exec(content)) {
    const head = start.index + start[0].length
    const headEnd = content.indexOf('>', head)
    closing.lastIndex = headEnd
    const end = headEnd < 0 ? null : closing.exec(content)
    if (!end) return
    yield { named: content.slice(head, headEnd), code: content.slice(headEnd + 1, end.index) }
    opening.lastIndex = closing.lastIndex
  }
}

function readScript(content: string): InlineScript[] {
  if (!/^\s*<script\b/i.test(content))
    return content.trim() === '' ? [] : [{ code: harmless(content), module: false }]
  return [...scriptElements(content)].flatMap(({ named, code }) => {
    const module = /\btype\s*=\s*["']?module\b/i.test(named)
    const src = /\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(named)
    const url = (src?.[1] ?? src?.[2] ?? src?.[3])?.replaceAll('&amp;', '&')
    if (url !== undefined)
      return isWebAddress(url) ? [loader({ src: url, ...(module ? { type: 'module' } : {}) })] : []
    return code.trim() === '' ? [] : [{ code: harmless(code), module }]
  })
}

/** A script that loads another one. */
export function loader(attributes: Record<string, string>): InlineScript {
  const code = `(function(a){var s=document.createElement("script");for(var n in a)s.setAttribute(n,a[n]);document.head.append(s)})(${JSON.stringify(attributes)})`
  return { code: harmless(code), module: false }
}

/**
 * Escapes sequences that would end the script element or hide its end. They only occur in strings, where the escaped
 * form means the same.
 */
function harmless(code: string): string {
  return code.replace(/<(?=\/script|!--)/gi, '\\x3C')
}

/** The visit script is a script element, or loaded by an inline script if the policy has `strict-dynamic`. */
export function scriptsOf({ page, visitScript }: PageSource): { inline: InlineScript[]; tags: Html } {
  const own = readScripts(page.scripts)
  const data = Object.entries(visitScript?.data ?? {}).map(([name, value]) => [`data-${name}`, value])
  const visit = visitScript && { src: visitScript.url, ...Object.fromEntries(data) }
  const inline = visit && own.length > 0 ? [loader(visit), ...own] : own
  const tags = html`
    ${visit && own.length === 0 && html`<script defer${attributes(visit)}></script>`}
    ${inline.map(({ code, module }) => html`<script${attributes({ type: module ? 'module' : undefined })}>${new Html(code)}</script>`)}`
  return { inline, tags }
}

export function hashSource(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`
}
