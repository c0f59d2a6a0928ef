import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Html, htmlAsWritten as html } from '../../../shared/html.ts'
import { drawCode, drawMarkdown } from './markdown.ts'
import type { ListedOperation } from './model.ts'
import { type CodeSample, languages } from './samples.ts'
import { tryForm } from './tryForm.ts'

/** A section of a page with its own anchor. */
export type Section = {
  id: string
  title: string
  text: string
  operation?: ListedOperation
  samples?: () => CodeSample[]
}
/**
 * A page as Markdown. The sections of guides are included in `text`; `sections` is used for search and the list beside
 * the page.
 */
export type DocsPage = { path: string; title: string; text: string; sections: Section[]; isGuide?: true }
export type DocsGroup = { title: string; pages: DocsPage[] }

const style = readFileSync(new URL('../../../browser/docs.min.css', import.meta.url), 'utf8')
const script = readFileSync(new URL('../../../browser/docs.min.js', import.meta.url), 'utf8')

/** Allows scripts, styles, images and requests of the documentation itself, and nothing from other hosts. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${sha256(style)}'`,
  // The inline script loads the search when it is opened.
  `script-src 'sha256-${sha256(script)}' 'strict-dynamic'`,
  "connect-src 'self'; img-src 'self'; font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

function sha256(text: string) {
  return createHash('sha256').update(text).digest('base64')
}

/** A page as Markdown, for programs and language models. */
export function markdownOf({ title, text, sections, isGuide }: DocsPage): string {
  if (isGuide) return `# ${title}\n\n${text}\n`
  const parts = sections.map(({ title, text, operation, samples }) => {
    const address = operation ? `\`${operation.method} ${operation.path}\`\n\n` : ''
    const code = samples?.().map(({ language, code }) => `\`\`\`${language}\n${code}\n\`\`\``) ?? []
    return [`## ${title}`, address + text, ...code].join('\n\n')
  })
  return `${[`# ${title}`, ...(text ? [text] : []), ...parts].join('\n\n')}\n`
}

export function drawPage(groups: DocsGroup[], page: DocsPage, version: string): string {
  const { path, title, text, sections, isGuide } = page
  const hasOperations = sections.some(({ operation }) => operation)
  const content = html`<h1>${title}</h1>
    ${hasOperations && languageChoice()}
    ${text && html`<div class="prose">${drawMarkdown(text, isGuide ? 'guide' : 'reference')}</div>`}
    ${hasOperations && html`<ul class="index">${sections.map(indexEntry)}</ul>`}
    ${!isGuide && sections.map(drawSection)}`
  const beside =
    isGuide &&
    sections.length > 2 &&
    html`<aside><h2>On this page</h2><ul>${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul>
      <p><a href="${path}.md">Markdown</a></p></aside>`
  return frame(
    html`<title>${title} · Foyer</title>${path === '/docs' && html`<meta name="description" content="Guides and API reference of Foyer">`}`,
    navigation(groups, path),
    html`<main id="content" tabindex="-1" class="${isGuide ? 'guide' : 'reference'}${path === '/docs' ? ' landing' : ''}">${content}</main>${beside}`,
    version,
  )
}

function indexEntry({ id, title, operation }: Section): Html {
  return html`<li>${operation && verb(operation.method)} <a href="#${id}">${title}</a> ${operation && html`<code>${breakable(operation.path)}</code>`}</li>`
}

function drawSection({ id, title, text, operation, samples }: Section): Html {
  return html`<section id="${id}" aria-labelledby="${id}-title">
    <div class="prose"><h2 id="${id}-title"><a href="#${id}">${title}</a></h2>
      ${operation && html`<p class="address">${verb(operation.method)} <code>${breakable(operation.path)}</code></p>`}
      ${drawMarkdown(text, 'reference')}</div>
    ${samples && html`<div class="samples">${samples().map(drawCode)}${operation && tryForm(operation)}</div>`}
  </section>`
}

function languageChoice(): Html {
  const choices = Object.entries(languages).map(
    ([language, name]) =>
      html`<label><input type="radio" name="language" value="${language}"${language === 'sh' && new Html(' checked')}>${name}</label>`,
  )
  return html`<fieldset class="languages"><legend>Samples in</legend>${choices}</fieldset>`
}

function verb(method: string): Html {
  return html`<span class="verb ${method.toLowerCase()}">${method}</span>`
}

/** Long paths may break after a slash on a narrow screen. */
function breakable(path: string): Html {
  return html`${path.split('/').map((part, i) => (i === 0 ? html`${part}` : html`/<wbr>${part}`))}`
}

function navigation(groups: DocsGroup[], path: string): Html {
  const link = ({ path: href, title }: DocsPage) =>
    html`<li><a href="${href}"${href === path && new Html(' aria-current="page"')}>${title}</a></li>`
  return html`<nav id="menu" popover aria-label="Documentation">${groups.map(
    ({ title, pages }) => html`<h2>${title}</h2><ul>${pages.map(link)}</ul>`,
  )}</nav>`
}

const mark = new Html(
  '<svg aria-hidden="true" viewBox="0 0 32 32"><rect width="32" height="32" rx="8"/><path d="M9.5 24.5V14a6.5 6.5 0 0 1 13 0v10.5M16 24.5V17"/></svg>',
)

/** A page with the layout of the documentation. */
export function frame(head: Html, menu: Html | false, body: Html, version: string): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${head}
<style>${new Html(style)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
  <a class="brand" href="/docs">${mark} Foyer <span>docs</span></a>
  <button type="button" class="find">Search <kbd>/</kbd></button>
  ${menu && html`<button type="button" class="menu" popovertarget="menu">Menu</button>`}
  <a href="/console">Console</a>
</header>
<div class="page">${menu}${body}</div>
<footer>Version ${version} · <a href="/openapi.json">openapi.json</a> · <a href="/llms.txt">llms.txt</a></footer>
<script>${new Html(script)}</script>
</body>
</html>
`.text
}
