/** Markup that is safe to send: everything in it was escaped or written by us. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Html | false | undefined | readonly Part[]

/** Builds markup; what is put in is escaped unless it is markup already. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((all, text, i) => all + toText(parts[i - 1]) + text))
}

function toText(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(toText).join('')
  return escapeText(String(part))
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] as string)
}

/** The small markup of descriptions: `code` in backticks, which may be linked. */
export function prose(text: string, hrefOf: (code: string) => string | undefined = () => undefined): Html {
  const parts = text.split('`').map((part, i) => {
    if (i % 2 === 0) return html`${part}`
    const href = hrefOf(part)
    return href ? html`<a href="${href}"><code>${part}</code></a>` : html`<code>${part}</code>`
  })
  return html`${parts}`
}

/** JSON as people read it, its parts told apart by more than position. */
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
