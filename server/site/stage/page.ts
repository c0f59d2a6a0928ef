import { readFileSync } from 'node:fs'
import { escapeHtml } from '../../documents/render/html.ts'
import { hashSource } from '../../documents/render/scripts.ts'
import { type Answer, makeAnswer } from '../answer.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const script = read('./stage.js')
const style = read('./stage.css')

/**
 * An empty page on the site's own origin that draws what the console hands it. It holds nothing by itself, runs one
 * script, and listens to the console's origin alone; nobody else may show it in a frame. Style sheets of pages come
 * with the messages and are constructed by the script, which a policy does not have to allow.
 */
export async function makeStage(consoleOrigin: string): Promise<Answer> {
  const text = `<!doctype html><html lang="en" data-console="${escapeHtml(consoleOrigin)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>Page</title><link rel="icon" href="data:,"><style>${style}</style></head><body class="plain"><script>${script}</script></body></html>`
  const policy = {
    'default-src': "'none'",
    'style-src': hashSource(style),
    'script-src': hashSource(script),
    'img-src': "'self' data: https:",
    'font-src': "'self'",
    'media-src': "'self'",
    'frame-src': "'self'",
    'form-action': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': consoleOrigin,
  }
  return await makeAnswer({
    status: 200,
    mediaType: 'text/html; charset=utf-8',
    text,
    cacheControl: 'no-store',
    headers: {
      'content-security-policy': Object.entries(policy)
        .map(([name, value]) => `${name} ${value}`)
        .join('; '),
      'x-robots-tag': 'noindex, nofollow',
    },
  })
}
