import type { BlockType, Tone } from '../blocks/block.ts'
import { formAnchor } from '../blocks/form.ts'
import { blockTypes } from '../blocks/index.ts'
import { fillPlaceholders } from '../fill.ts'
import { actionOf, safeHref } from '../links.ts'
import type { Block, Document } from '../schema.ts'
import { contentSecurityPolicy } from './csp.ts'
import { actionCards, footer, header } from './frame.ts'
import { head } from './head.ts'
import { attributes, Html, html } from './html.ts'
import { guessLanguage } from './language.ts'
import { paletteOf } from './palette.ts'
import { scriptsOf } from './scripts.ts'
import { styleSheet } from './styles.ts'
import type { BlockView, PageInput } from './view.ts'
import { wordsIn } from './words.ts'

const defaultColor = '#2f5d50'
const types = new Map<string, BlockType>(blockTypes.map((type) => [type.name, type]))

/**
 * A page as the visitor's browser gets it: whole, without a framework, and the same for the same input. Text and
 * addresses are escaped and checked here once more, whatever they went through before. `csp` is the value of its
 * Content-Security-Policy header. What a block's statements rest on (`sources`) never gets here.
 */
export function renderPage(input: PageInput): { html: string; csp: string } {
  const document = fillPlaceholders(input.document, { brand: input.brand, page: input.page })
  const palette = paletteOf(document.theme, input.brand.primaryColor ?? defaultColor)
  const language = input.language ?? guessLanguage(document)
  const { asset, urls } = notingUrls(input.asset)
  const seen = { ...input, document, asset }
  const resolve = resolverOf(document, input.page)
  const words = wordsIn(language.lang)
  const scripts = scriptsOf(input)
  const style = styleSheet(
    document.theme,
    palette,
    input.brand.font,
    new Set(document.blocks.map(({ type }) => type)),
  )
  const [first] = document.blocks
  const hasTitle = first !== undefined && ('headline' in first.props || 'heading' in first.props)
  const view = { words, asset, formAction: input.formAction, resolve }
  const sections = document.blocks.map((block, index) =>
    section(block, { ...view, id: block.id, level: index === 0 ? 1 : 2, isFirst: index === 0 }),
  )
  const page = html`<!doctype html><html${attributes(language)}><head>
    ${head(input, palette, language)}
    <style>${new Html(style)}</style>
    </head><body class="plain">
    <a class="skip" href="#main">${words.skip}</a>
    ${header(seen, resolve, first ? toneOf(first) : 'plain')}
    <main id="main">
      ${!hasTitle && html`<h1 class="vh">${input.page.title || input.brand.name}</h1>`}
      ${sections}
      ${actionCards(seen)}
    </main>
    ${footer(seen)}
    ${scripts.tags}
    </body></html>`
  return { html: page.text, csp: contentSecurityPolicy(input, { style, scripts: scripts.inline, urls }) }
}

/** Looks assets up and keeps their addresses, which the policy has to allow. */
function notingUrls(find: PageInput['asset']): { asset: PageInput['asset']; urls: Set<string> } {
  const urls = new Set<string>()
  const asset: PageInput['asset'] = (assetId) => {
    const shown = find(assetId)
    for (const { url } of shown ? [shown, ...(shown.smaller ?? [])] : []) urls.add(url)
    return shown
  }
  return { asset, urls }
}

function section(block: Block, view: BlockView): Html {
  const type = types.get(block.type)
  return html`<section class="b ${block.type} ${toneOf(block)}" data-block-id="${block.id}">${type?.render(block.props, view)}</section>`
}

function toneOf({ type, props }: Block): Tone {
  return ('tone' in props && props.tone) || types.get(type)?.tone || 'plain'
}

/**
 * Where links lead. `action:primary` is the header's action, or else the first; a page that has no action but a form
 * leads there.
 */
function resolverOf(
  { blocks }: Document,
  { actions, headerActionId }: PageInput['page'],
): BlockView['resolve'] {
  const ordered = actions.toSorted((a, b) => a.actionIndex - b.actionIndex)
  const main = ordered.find(({ actionId }) => actionId === headerActionId) ?? ordered[0]
  const form = blocks.find(({ type }) => type === 'form')
  return (link) => {
    const id = actionOf(link)
    if (id === undefined) {
      const href = safeHref(link)
      return href === undefined ? undefined : { href }
    }
    const action = ordered.find(({ actionId }) => actionId === id) ?? (id === 'primary' ? main : undefined)
    const href = action && safeHref(action.url)
    if (href) return { href, actionId: action.actionId }
    return form && (id === 'primary' || action)
      ? { href: `#${formAnchor(form.id)}`, ...(action ? { actionId: action.actionId } : {}) }
      : undefined
  }
}
