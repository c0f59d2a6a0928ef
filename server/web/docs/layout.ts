import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Html, html } from './html.ts'
import type { Chapter, Reference } from './model.ts'

const style = readFileSync(new URL('./style.css', import.meta.url), 'utf8')
const script = readFileSync(new URL('./copy.js', import.meta.url), 'utf8')

/** Allows only our own styles and scripts, and no requests to other hosts. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${sha256(style)}'`,
  `script-src 'sha256-${sha256(script)}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

function sha256(text: string) {
  return createHash('sha256').update(text).digest('base64')
}

export function layout(reference: Reference, title: string, path: string, content: Html): string {
  const { info } = reference.document
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${info.title}</title>
<style>${new Html(style)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
  <a class="brand" href="/docs">${info.title}</a>
  <span class="version">${info.version}</span>
  <a class="file" href="/openapi.json">openapi.json</a>
</header>
<div class="page">
<nav aria-label="Reference">
  <ul>
    ${link('/docs', 'Overview', path)}
    ${reference.chapters.map((chapter) => chapterLink(chapter, path))}
    ${reference.events.length > 0 && link('/docs/events', 'Events', path)}
    ${link('/docs/errors', 'Errors', path)}
  </ul>
</nav>
<main id="content" tabindex="-1">${content}</main>
</div>
<script>${new Html(script)}</script>
</body>
</html>
`.text
}

function chapterLink({ tag, slug, operations }: Chapter, path: string): Html {
  const href = `/docs/${slug}`
  if (path !== href) return link(href, tag, path)
  const inside = operations.map(
    ({ operationId, summary }) => html`<li><a href="#${operationId}">${summary ?? operationId}</a></li>`,
  )
  return html`<li><a href="${href}" aria-current="page">${tag}</a><ul>${inside}</ul></li>`
}

function link(href: string, text: string, path: string): Html {
  return html`<li><a href="${href}"${path === href && new Html(' aria-current="page"')}>${text}</a></li>`
}
