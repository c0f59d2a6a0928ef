import { Html, htmlAsWritten as html } from '../../../shared/html.ts'

export { Html, html }

/** Inline markup of descriptions: `code` in backticks, which may be linked. */
export function prose(text: string, hrefOf: (code: string) => string | undefined = () => undefined): Html {
  const parts = text.split('`').map((part, i) => {
    if (i % 2 === 0) return html`${part}`
    const href = hrefOf(part)
    return href ? html`<a href="${href}"><code>${part}</code></a>` : html`<code>${part}</code>`
  })
  return html`${parts}`
}

/** Formatted JSON with syntax highlighting. */
export function shownJson(value: unknown): Html {
  const text = JSON.stringify(value, null, 2)
  const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|-?\d[\d.eE+-]*/g
  const parts: Html[] = []
  let at = 0
  for (const match of text.matchAll(token)) {
    const [whole, quoted, colon, word] = match
    const kind = quoted ? (colon ? 'key' : 'str') : word ? 'word' : 'num'
    parts.push(
      html`${text.slice(at, match.index)}<span class="${kind}">${quoted ?? whole}</span>${colon ?? ''}`,
    )
    at = match.index + whole.length
  }
  return html`${parts}${text.slice(at)}`
}
