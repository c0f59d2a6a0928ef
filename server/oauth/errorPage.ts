import { createHash } from 'node:crypto'
import { Html, html } from '../../shared/html.ts'

const style =
  ':root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;box-sizing:border-box;' +
  'font:14px/1.5 system-ui,sans-serif;background:light-dark(#faf9f7,#1c1a17);color:light-dark(#1f1d19,#f3f1ec)}' +
  'main{max-width:384px}h1{font-size:20px;line-height:1.3;margin:0 0 8px}p{margin:0 0 8px;color:light-dark(#5c574d,#b5afa3)}'

/** The page loads and sends nothing. */
export const errorPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'`

/** Shown if an app's request is invalid in a way that can't be reported to the app's redirect URL. */
export function drawErrorPage({ error, description }: { error: string; description?: string }): string {
  const page = html`<html lang="en"><head><meta charset="utf-8"><title>Not connected</title>
    <meta name="viewport" content="width=device-width"><style>${new Html(style)}</style></head>
    <body><main><h1>The app could not be connected</h1>
    <p>Go back to the app and start again. If this stays, tell whoever makes the app:</p>
    <p>${description ?? 'no description'} (${error})</p></main></body></html>`
  return `<!doctype html>${page}`
}
