import type { BlockType, Tone } from '../blocks/block.ts'
import { formAnchor } from '../blocks/form.ts'
import { blockTypes } from '../blocks/index.ts'
import { fillPlaceholders } from '../fill.ts'
import { actionOf, safeHref } from '../links.ts'
import type { Block, Document } from '../schema.ts'
import { withoutPrompts } from '../withoutPrompts.ts'
import { charactersIn, type FontUrl, fontFaces, type PageFonts, pageFonts } from './fontFaces.ts'
import { actionCards, footer, header } from './frame.ts'
import { type Html, html, nothing } from './html.ts'
import { guessLanguage, type Language } from './language.ts'
import { type Palette, paletteOf } from './palette.ts'
import { styleSheet } from './styles.ts'
import type { BlockView, PageInput } from './view.ts'
import { type Words, wordsIn } from './words.ts'

/** A page in the parts it is put together from. Each part is one element, or nothing. */
export type Drawing = {
  language: Language
  palette: Palette
  words: Words
  style: string
  /** Addresses of the fonts that the first screen needs. */
  preload: string[]
  header: Html
  /** The heading of a page whose first block has none; not seen. */
  heading: Html
  blocks: { id: string; html: Html }[]
  cards: Html
  footer: Html
  /** Addresses of all assets that are shown. */
  urls: Set<string>
}

const defaultColor = '#2f5d50'
const types = new Map<string, BlockType>(blockTypes.map((type) => [type.name, type]))

/**
 * Draws a page as visitors get it, without what is still to be written. `mark` is for those who work on the page: it
 * may change the blocks once their placeholders are filled, and gets prompts too.
 */
export function drawPage(input: PageInput, mark?: (block: Block) => Block): Drawing {
  const filled = fillPlaceholders(input.document, { brand: input.brand, page: input.page })
  const document = mark ? filled : withoutPrompts(filled)
  const palette = paletteOf(document.theme, input.brand.primaryColor ?? defaultColor)
  const language = input.language ?? guessLanguage(document)
  const { asset, urls } = notingUrls(input.asset)
  const seen = { ...input, document, asset }
  const resolve = resolverOf(document, input.page)
  const words = wordsIn(language.lang)
  const used = new Set(document.blocks.map(({ type }) => type))
  const fonts = pageFonts(document.theme, input.brand, input.ownFont)
  const [first] = document.blocks
  const hasTitle = first !== undefined && ('headline' in first.props || 'heading' in first.props)
  const view = { words, asset, formAction: input.formAction, resolve }
  const blocks = document.blocks.map((block, index) => ({
    id: block.id,
    html: section(mark ? mark(block) : block, {
      ...view,
      id: block.id,
      level: index === 0 ? 1 : 2,
      isFirst: index === 0,
    }),
  }))
  const parts = {
    header: header(seen, resolve, first ? toneOf(first) : 'plain'),
    heading: hasTitle ? nothing : html`<h1 class="vh">${input.page.title || input.brand.name}</h1>`,
    cards: actionCards(seen),
    footer: footer(seen),
  }
  const faces = facesFor(
    fonts,
    [...Object.values(parts), ...blocks.map((block) => block.html)],
    input.fontUrl,
  )
  const style = [faces.css, styleSheet(document.theme, palette, fonts, used)].filter(Boolean).join('\n')
  return { language, palette, words, style, preload: faces.preload, blocks, urls, ...parts }
}

function facesFor({ heading, text }: PageFonts, drawn: Html[], fontUrl: FontUrl | undefined) {
  if (!fontUrl) return { css: '', preload: [] }
  const texts = drawn.map((part) => part.text)
  const italic = texts.some((part) => part.includes('<em>'))
  return fontFaces([heading, text], { characters: charactersIn(texts), italic }, fontUrl)
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
