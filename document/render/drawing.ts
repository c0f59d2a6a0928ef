import { attributes, type Html, html, nothing } from '../../shared/html.ts'
import { actionOf, safeHref } from '../../shared/links.ts'
import type { BlockType, Tone } from '../blocks/block.ts'
import { formAnchor } from '../blocks/form/html.ts'
import { blockTypes } from '../blocks/index.ts'
import type { BlockView, ShownAsset } from '../blocks/view.ts'
import { fillPlaceholders } from '../fill.ts'
import type { FontUrl } from '../fonts.ts'
import { defaultLook, type LookName } from '../looks.ts'
import type { Block, Document } from '../schema.ts'
import { withoutPrompts } from '../withoutPrompts.ts'
import { charactersIn, fontFaces, type PageFonts, pageFonts } from './fontFaces.ts'
import { actionCards, footer, header } from './frame.ts'
import { type Language, languageOf } from './language.ts'
import { type Palette, paletteOf } from './palette.ts'
import { pictureRules } from './parts.ts'
import { type Arrangement, arrange } from './rhythm.ts'
import { styleSheet } from './styles.ts'
import { subjectOf } from './subject.ts'
import type { PageSource } from './view.ts'
import { type Words, wordsIn } from './words.ts'

/** The parts of a rendered page, each one element or empty. */
export type Drawing = {
  language: Language
  palette: Palette
  words: Words
  style: string
  /** URLs of the fonts to preload. */
  preload: string[]
  header: Html
  /** A visually hidden heading, if the first block has none. */
  heading: Html
  blocks: { id: string; html: Html }[]
  cards: Html
  footer: Html
  /** URLs of all assets on the page. */
  urls: Set<string>
}

const defaultColor = '#2f5d50'
const types = new Map<string, BlockType>(blockTypes.map((type) => [type.name, type]))

/**
 * Renders a page for visitors, without prompts. With `mark`, for editors: it may change the blocks after their
 * placeholders were filled in, including prompts.
 */
export function drawPage(input: PageSource, mark?: (block: Block) => Block): Drawing {
  const shown = { ...input.document, blocks: input.document.blocks.filter(({ hidden }) => !hidden) }
  const filled = fillPlaceholders(shown, { brand: input.brand, page: input.page })
  const visible = withoutPrompts(filled)
  const document = mark ? filled : visible
  const { theme, blocks } = document
  const { brand, recipient, seed = input.page.title } = input
  const look = theme.look ?? brand.look ?? defaultLook
  const palette = paletteOf(theme, { ...brand, primaryColor: brand.primaryColor ?? defaultColor, look })
  const language = input.language ?? languageOf(document)
  const { asset, urls, pictures } = recordingAssets(input.asset)
  const seen = { ...input, document, asset }
  const resolve = resolverOf(document, input.page)
  const words = wordsIn(language.lang)
  const subject = subjectOf(visible, [brand.name, recipient?.name])
  const arranged = arrange(blocks, { look, subject }, seed)
  const view = {
    ...{ words, asset, resolve, look, subject, seed, formAction: input.formAction },
    ...{ brand: brand.name, recipient: recipient?.name },
  }
  const drawn = blocks.map((block, index) => {
    const place = { id: block.id, level: index === 0 ? (1 as const) : (2 as const), isFirst: index === 0 }
    const arrangement = arranged[index] as Arrangement
    const next = arranged[index + 1]?.tone ?? 'plain'
    const marked = mark ? mark(block) : block
    return {
      id: block.id,
      html: section(marked, { ...view, ...place, layout: arrangement.layout }, arrangement, next),
    }
  })
  const [first] = blocks
  const hasTitle = first !== undefined && ('headline' in first.props || 'heading' in first.props)
  const parts = {
    header: header(
      seen,
      resolve,
      arranged[0]?.tone ?? 'plain',
      first !== undefined && types.get(first.type)?.opens === true,
    ),
    heading: hasTitle ? nothing : html`<h1 class="vh">${input.page.title || brand.name}</h1>`,
    cards: actionCards(seen),
    footer: footer(seen, look === 'bold' ? 'deep' : 'plain'),
  }
  const fonts = pageFonts(theme, brand, input.ownFont)
  const texts = [...Object.values(parts), ...drawn.map((block) => block.html)].map(({ text }) => text)
  const faces = facesFor(fonts, texts, look, input.fontUrl)
  const rules = styleSheet({
    ...{ theme, look, palette, fonts, cornerStyle: brand.cornerStyle },
    sections: arranged.map((arrangement, index) => ({ ...arrangement, type: blocks[index]?.type ?? '' })),
    markup: drawn.map((block) => block.html.text).join(''),
  })
  const style = [faces.css, rules, pictureRules(pictures)].filter(Boolean).join('\n')
  return { language, palette, words, style, preload: faces.preload, blocks: drawn, urls, ...parts }
}

function facesFor(
  { heading, text }: PageFonts,
  texts: string[],
  look: LookName,
  fontUrl: FontUrl | undefined,
) {
  if (!fontUrl) return { css: '', preload: [] }
  const italic = look === 'editorial' || texts.some((part) => part.includes('<em>'))
  return fontFaces([heading, text], { characters: charactersIn(texts), italic }, fontUrl)
}

/** Looks up assets and records them with their URLs, which the content security policy must allow. */
function recordingAssets(find: PageSource['asset']) {
  const urls = new Set<string>()
  const pictures = new Set<ShownAsset>()
  const asset: PageSource['asset'] = (assetId) => {
    const shown = find(assetId)
    if (shown) pictures.add(shown)
    for (const { url } of shown ? [shown, ...(shown.smaller ?? [])] : []) urls.add(url)
    return shown
  }
  return { asset, urls, pictures }
}

function section(block: Block, view: BlockView, { tone, layout }: Arrangement, next: Tone): Html {
  const type = types.get(block.type)
  const classes = ['b', block.type, tone, layout && `l-${layout}`, layout === 'ridge' && `n-${next}`]
    .filter(Boolean)
    .join(' ')
  return html`<section class="${classes}"${attributes({ id: anchorOf(block) })} data-block-id="${block.id}">${type?.render(block.props, view)}</section>`
}

/** The element id of a block; undefined if it is `main`, the id of the element around all blocks. */
function anchorOf({ id }: Block): string | undefined {
  return id === 'main' ? undefined : id
}

/**
 * Resolves links. `action:primary` is the header's action, or else the first one, or else the page's form.
 */
export function resolverOf(
  { blocks }: Document,
  { actions, headerActionId }: Pick<PageSource['page'], 'actions' | 'headerActionId'>,
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
