import { type Token, Tokenizer, TokenizerMode } from 'parse5'

/** Unverified facts about the company from its page. */
export type SiteFacts = {
  language: string | undefined
  title: string
  /** By name or property, the first of each. */
  metas: Map<string, string>
  /** URLs of style sheets, logos and icons as in the page. */
  styleSheets: string[]
  logos: string[]
  icons: string[]
  /** An inline SVG logo. */
  inlineLogo: string | undefined
  /** Contents of style elements and attributes. */
  styles: string[]
  /** Contents of JSON-LD scripts. */
  data: string[]
}

const rawText = new Set(['style', 'xmp', 'iframe', 'noembed', 'noframes'])
const void_ = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'wbr',
])
const mostOfKind = 12
const longestInlineLogo = 200_000

/**
 * Parses a page tag by tag without building a tree: linear time and little memory for any text. Unclosed elements only
 * make the detection of the logo less accurate.
 */
export function readPage(html: string): SiteFacts {
  return new PageReader(html).facts
}

class PageReader {
  readonly facts: SiteFacts = {
    language: undefined,
    title: '',
    metas: new Map(),
    styleSheets: [],
    logos: [],
    icons: [],
    inlineLogo: undefined,
    styles: [],
    data: [],
  }
  readonly #html: string
  readonly #tokenizer: Tokenizer
  /** The open elements around the current one, with hints at a logo. */
  readonly #open: { name: string; isLogo: boolean; isHead: boolean }[] = []
  #collecting: { name: string; text: string; keep: (text: string) => void } | undefined
  #svgStart: number | undefined
  #svgDepth = 0

  constructor(html: string) {
    this.#html = html
    const ignore = () => {}
    const text = ({ chars }: Token.CharacterToken) => {
      if (this.#collecting && this.#collecting.text.length < 100_000) this.#collecting.text += chars
    }
    this.#tokenizer = new Tokenizer(
      { sourceCodeLocationInfo: true },
      {
        onComment: ignore,
        onDoctype: ignore,
        onEof: ignore,
        onNullCharacter: ignore,
        onCharacter: text,
        onWhitespaceCharacter: text,
        onStartTag: (token) => this.#start(token),
        onEndTag: (token) => this.#end(token),
      },
    )
    this.#tokenizer.write(html, true)
  }

  #start({ tagName, attrs, selfClosing, location }: Token.TagToken) {
    const attributes = new Map(attrs.map(({ name, value }) => [name, value]))
    const get = (name: string) => attributes.get(name)?.trim() ?? ''
    if (this.#svgStart !== undefined) {
      if (tagName === 'svg' && !selfClosing) this.#svgDepth++
      return
    }
    this.#read(tagName, get)
    const hint = `${get('class')} ${get('id')} ${get('alt')} ${get('aria-label')} ${get('src')}`.slice(
      0,
      2_000,
    )
    const isLogo =
      /logo|brand-?mark/i.test(hint) || (tagName === 'a' && /^(\/|https?:\/\/[^/]+\/?)$/.test(get('href')))
    const isHead = tagName === 'header' || tagName === 'nav' || /header|navbar|masthead/i.test(hint)
    if (tagName === 'img') this.#takeLogo(get, isLogo)
    if (tagName === 'svg' && !selfClosing && this.#isInLogo(isLogo) && !this.facts.inlineLogo) {
      this.#svgStart = location?.startOffset
      this.#svgDepth = 1
      return
    }
    if (!void_.has(tagName) && !selfClosing && this.#open.length < 500)
      this.#open.push({ name: tagName, isLogo, isHead })
  }

  #isInLogo(isLogo: boolean): boolean {
    const isWithin = (what: 'isLogo' | 'isHead') => this.#open.some((one) => one[what])
    return isLogo || (isWithin('isLogo') && isWithin('isHead'))
  }

  #takeLogo(get: (name: string) => string, isLogo: boolean) {
    const address = get('src') || get('data-src')
    if (this.#isInLogo(isLogo) && address) add(this.facts.logos, address)
  }

  #read(tagName: string, get: (name: string) => string) {
    const { facts } = this
    if (tagName === 'html' && get('lang')) facts.language ??= get('lang')
    if (get('style')) add(facts.styles, get('style').slice(0, 2_000), 200)
    if (tagName === 'meta') {
      const name = (get('name') || get('property') || get('http-equiv')).toLowerCase()
      if (name && !facts.metas.has(name) && facts.metas.size < 200)
        facts.metas.set(name, get('content').slice(0, 2_000))
    }
    if (tagName === 'link') this.#link(get)
    if (tagName === 'title') this.#collect('title', TokenizerMode.RCDATA, (text) => (facts.title ||= text))
    else if (tagName === 'textarea') this.#collect('textarea', TokenizerMode.RCDATA, () => {})
    else if (tagName === 'script') {
      const isData = get('type').toLowerCase() === 'application/ld+json'
      this.#collect('script', TokenizerMode.SCRIPT_DATA, (text) => isData && add(facts.data, text))
    } else if (rawText.has(tagName))
      this.#collect(
        tagName,
        TokenizerMode.RAWTEXT,
        (text) => tagName === 'style' && add(facts.styles, text, 200),
      )
  }

  #link(get: (name: string) => string) {
    const href = get('href')
    const rel = get('rel').toLowerCase().split(/\s+/)
    if (!href) return
    if (rel.includes('stylesheet')) add(this.facts.styleSheets, href)
    if (rel.includes('icon') || rel.includes('apple-touch-icon'))
      // SVG is scalable, and touch icons are larger than favicons.
      add(
        this.facts.icons,
        href,
        mostOfKind,
        /svg/i.test(get('type') + href) || rel.includes('apple-touch-icon'),
      )
  }

  #collect(name: string, mode: Tokenizer['state'], keep: (text: string) => void) {
    this.#tokenizer.state = mode
    this.#collecting = { name, text: '', keep }
  }

  #end({ tagName, location }: Token.TagToken) {
    if (this.#collecting?.name === tagName) {
      this.#collecting.keep(this.#collecting.text)
      this.#collecting = undefined
    }
    if (this.#svgStart !== undefined) {
      if (tagName === 'svg' && --this.#svgDepth === 0) this.#endLogo(location?.endOffset)
      return
    }
    const at = this.#open.findLastIndex(({ name }) => name === tagName)
    if (at >= 0) this.#open.length = at
  }

  #endLogo(end: number | undefined) {
    const svg = this.#html.slice(this.#svgStart, end)
    this.#svgStart = undefined
    // Shorter SVGs are icons, such as menus and carts.
    if (svg.length > 200 && svg.length < longestInlineLogo) this.facts.inlineLogo = withNamespace(svg)
  }
}

/** A separate SVG file needs a namespace, inline SVG doesn't. */
function withNamespace(svg: string): string {
  return /^<svg[^>]*\sxmlns=/i.test(svg.slice(0, 2_000))
    ? svg
    : svg.replace(/^<svg/i, '<svg xmlns="http://www.w3.org/2000/svg"')
}

function add(list: string[], value: string, most = mostOfKind, isFirst = false) {
  if (list.length < most && !list.includes(value)) list[isFirst ? 'unshift' : 'push'](value)
}
