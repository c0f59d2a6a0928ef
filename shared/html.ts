/** Escaped HTML. Only `html` creates it, so all other values are escaped. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString() {
    return this.text
  }
}

export type HtmlContent = Html | string | number | false | null | undefined | readonly HtmlContent[]

export const nothing = new Html('')

/** A template that escapes its values; line breaks and indentation of the template are removed. */
export function html(parts: TemplateStringsArray, ...values: HtmlContent[]): Html {
  let text = squeeze(parts[0] ?? '')
  for (const [index, value] of values.entries()) text += contentOf(value) + squeeze(parts[index + 1] ?? '')
  return new Html(text)
}

/** Attributes; `true` gives one without a value. Names are not escaped, so they must be constants. */
export function attributes(list: Record<string, string | number | boolean | undefined>): Html {
  const text = Object.entries(list).map(([name, value]) => {
    if (value === undefined || value === false) return ''
    return value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`
  })
  return new Html(text.join(''))
}

export function escapeHtml(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`) : text
}

/** The same without removing whitespace. */
export function htmlAsWritten(parts: TemplateStringsArray, ...values: HtmlContent[]): Html {
  return new Html(parts.reduce((all, part, nth) => all + contentOf(values[nth - 1]) + part))
}

function contentOf(value: HtmlContent): string {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(contentOf).join('')
  return value === false || value === null || value === undefined ? '' : escapeHtml(String(value))
}

const squeezed = new Map<string, string>()

function squeeze(part: string): string {
  let text = squeezed.get(part)
  if (text === undefined) {
    text = part.replace(/\n\s*/g, '')
    squeezed.set(part, text)
  }
  return text
}
