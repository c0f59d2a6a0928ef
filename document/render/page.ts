import { attributes, Html, html } from '../../shared/html.ts'
import { contentSecurityPolicy } from './csp.ts'
import { drawPage } from './drawing.ts'
import { head } from './head.ts'
import { drawHinted } from './marked.ts'
import { scriptsOf } from './scripts.ts'
import type { PageSource } from './view.ts'

/**
 * Renders a complete page; deterministic. Texts and URLs are escaped and checked here, whatever checks they passed
 * before. `csp` is its Content-Security-Policy header, `fonts` the URLs of its fonts. `sources` of blocks are not part
 * of the input.
 */
export function renderPage(input: PageSource): { html: string; csp: string; fonts: string[] } {
  const { language, palette, words, style, preload, urls, ...parts } = input.showsPrompts
    ? drawHinted(input)
    : drawPage(input)
  const scripts = scriptsOf(input)
  const page = html`<!doctype html><html${attributes(language)}><head>
    ${head(input, palette, language)}
    ${preload.map((href) => html`<link rel="preload" as="font" type="font/woff2" href="${href}" crossorigin>`)}
    <style>${new Html(style)}</style>
    </head><body class="plain">
    <a class="skip" href="#main">${words.skip}</a>
    ${parts.header}
    <main id="main">
      ${parts.heading}
      ${parts.blocks.map((block) => block.html)}
      ${parts.cards}
    </main>
    ${parts.footer}
    ${scripts.tags}
    </body></html>`
  const csp = contentSecurityPolicy(input, { style, scripts: scripts.inline, urls })
  return { html: page.text, csp, fonts: preload }
}
