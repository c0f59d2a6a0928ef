import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Html, html } from './html.ts'

const style = readFileSync(new URL('./welcome.css', import.meta.url), 'utf8')

/** Allows only our own styles, and no other requests. */
export const welcomePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The page at the root URL of the service. */
export function welcomePage(version: string, samplePageUrl: string | undefined): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Foyer</title>
<style>${new Html(style)}</style>
</head>
<body>
<main>
  <svg class="mark" aria-hidden="true" viewBox="0 0 32 32">
    <rect width="32" height="32" rx="8"/>
    <path d="M9.5 24.5V14a6.5 6.5 0 0 1 13 0v10.5M16 24.5V17" fill="none" stroke-width="2.6" stroke-linecap="round"/>
  </svg>
  <h1>Welcome to Foyer</h1>
  <p>Personalised pages for every company and person you want to reach.</p>
  <ul>
    ${entry('/console', 'Open the console', 'Create pages, personalise them and see who reads them.')}
    ${samplePageUrl && entry(samplePageUrl, 'See a sample page', 'A page made for one person at one company.')}
    ${entry('/docs', 'Read the API reference', 'Every operation, with examples.')}
  </ul>
  <footer>Version ${version}</footer>
</main>
</body>
</html>
`.text
}

function entry(href: string, title: string, text: string): Html {
  return html`<li><a href="${href}"><span><strong>${title}</strong>${text}</span>
      <svg aria-hidden="true" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.5"
        stroke-linecap="round" stroke-linejoin="round"><path d="M6 3.5 10.5 8 6 12.5"/></svg></a></li>`
}
