import { Marked, type RendererThis, type Tokens } from 'marked'
import { escapeHtml, Html, htmlAsWritten as html } from '../../../shared/html.ts'
import { slugOf } from './model.ts'

/** Renders Foyer's own Markdown as HTML. In the reference, headings have no anchors and nested lists can be folded. */
export function drawMarkdown(text: string, kind: 'guide' | 'reference'): Html {
  return new Html((kind === 'guide' ? guide : reference).parse(text, { async: false }))
}

const titles: Record<string, string> = { sh: 'Shell', ts: 'TypeScript', json: 'JSON', csv: 'CSV', sql: 'SQL' }

const shared = {
  code: ({ text, lang = '' }: Tokens.Code) => {
    // Words after the language are read by the tests that run samples.
    const [language = ''] = lang.split(' ')
    return drawCode({ title: titles[language] ?? language, language, code: text }).text
  },
  html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
  link(this: RendererThis, { href, tokens }: Tokens.Link): string {
    const to = addressOf(href)
    const inside = this.parser.parseInline(tokens)
    return to ? `<a href="${escapeHtml(to)}">${inside}</a>` : inside
  },
  image: ({ href, text }: Tokens.Image) =>
    html`<img src="/docs/${href}" alt="${text}" loading="lazy" width="1440" height="900">`.text,
}

const guide = new Marked({
  renderer: {
    ...shared,
    heading({ depth, tokens, text }) {
      const id = slugOf(text)
      const inside = this.parser.parseInline(tokens)
      return `<h${depth} id="${id}"><a href="#${id}">${inside}</a></h${depth}>`
    },
    table({ header, rows }) {
      const row = (cells: Tokens.TableCell[], tag: string) =>
        `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`
      const [head, body] = [row(header, 'th'), rows.map((cells) => row(cells, 'td')).join('')]
      return `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>${head}${body}</table></div>`
    },
  },
})

const reference = new Marked({
  renderer: {
    ...shared,
    listitem({ tokens }) {
      const parts = tokens.map((token) => {
        if (token.type !== 'list') return this.parser.parse([token])
        const { length } = (token as Tokens.List).items
        const count = `${length} field${length === 1 ? '' : 's'}`
        return `<details><summary>${count}</summary>${this.parser.parse([token])}</details>`
      })
      return `<li>${parts.join('')}</li>`
    },
  },
})

/** The page that a link between files of `docs/` leads to; other files of the repository are not served. */
function addressOf(href: string): string | undefined {
  if (/^(?:https?:|#|\/)/.test(href)) return href
  const [, name, anchor = ''] = /^(?:\.\.\/(?=CHANGELOG))?([\w-]+)\.md(#.*)?$/.exec(href) ?? []
  return name && `/docs/${name.toLowerCase()}${anchor}`
}

/** A code block with a title, and a copy button if scripts run. */
export function drawCode({ title, language, code }: { title: string; language: string; code: string }): Html {
  return html`<figure data-language="${language}"><figcaption>${title}
    <button type="button" class="copy" aria-live="polite">Copy</button></figcaption>
    <pre tabindex="0" role="group" aria-label="${title} ${language}"><code>${highlight(code)}</code></pre></figure>`
}

const token =
  /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\]|\\.)*')(?=(\s*:)?)|((?:^|\s)(?:#|\/\/)\s.*)|\b(true|false|null|True|None|const|await|import|export|function|async|return|for|if|func|package|new|echo)\b/gm

function highlight(code: string): Html {
  const parts: Html[] = []
  let at = 0
  for (const match of code.matchAll(token)) {
    const [whole, quoted, colon, comment] = match
    const kind = quoted ? (colon ? 'key' : 'string') : comment ? 'comment' : 'word'
    parts.push(html`${code.slice(at, match.index)}<span class="${kind}">${whole}</span>`)
    at = match.index + whole.length
  }
  return html`${parts}${code.slice(at)}`
}
