import { attributes, escapeHtml, type Html, html } from '../../shared/html.ts'
import { isWebAddress } from '../../shared/links.ts'
import type { Language } from './language.ts'
import type { Palette } from './palette.ts'
import type { PageSource } from './view.ts'

/** The head without styles and scripts: title, description, URLs, social metadata. */
export function head(input: PageSource, palette: Palette, { lang }: Language): Html {
  const { page, brand } = input
  const data = page.metadata ?? {}
  const title = data.title || page.title || brand.name
  const robots = data.robots?.length ? data.robots : input.personal ? ['noindex', 'nofollow'] : []
  const canonical = data.canonicalUrl || input.url
  const own = imageOf(input, data.ogImageFileId, data.ogImageUrl)
  const drawn = own ? undefined : input.socialImage
  const picture = own ?? drawn?.url
  const cardPicture = imageOf(input, data.twitterImageFileId, data.twitterImageUrl)
  return html`
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <title>${title}</title>
    ${named('description', data.description)}
    ${named('keywords', data.keywords?.join(', '))}
    ${named('author', data.author)}
    ${named('robots', robots.join(', '))}
    ${canonical && html`<link rel="canonical" href="${canonical}">`}
    ${themeColors(palette, data.themeColor)}
    ${property('og:type', 'website')}
    ${property('og:title', data.ogTitle || title)}
    ${property('og:description', data.ogDescription || data.description)}
    ${property('og:site_name', data.ogSiteName || brand.name)}
    ${property('og:url', data.ogUrl || canonical)}
    ${property('og:locale', lang.length > 2 ? lang.replace('-', '_') : undefined)}
    ${property('og:image', picture)}
    ${property('og:image:alt', drawn?.alt ?? (picture && data.ogImageAlt))}
    ${drawn && [property('og:image:width', String(drawn.width)), property('og:image:height', String(drawn.height))]}
    ${named('twitter:card', picture || cardPicture ? 'summary_large_image' : 'summary')}
    ${named('twitter:title', data.twitterTitle)}
    ${named('twitter:description', data.twitterDescription)}
    ${named('twitter:image', cardPicture)}
    ${named('twitter:image:alt', cardPicture && data.twitterImageAlt)}
    ${named('twitter:site', handle(data.twitterSite))}
    ${named('twitter:creator', handle(data.twitterCreator))}
    ${icons(brand, palette)}`
}

function named(name: string, content: string | undefined) {
  return content ? html`<meta${attributes({ name, content })}>` : html``
}

function property(name: string, content: string | undefined) {
  return content ? html`<meta${attributes({ property: name, content })}>` : html``
}

function imageOf(input: PageSource, fileId: string | undefined, url: string | undefined) {
  return (fileId && input.fileUrl(fileId)) || (url && isWebAddress(url) ? url : undefined)
}

function handle(name: string | undefined) {
  return name && `@${name.replace(/^@/, '')}`
}

function themeColors({ light, dark }: Palette, own: string | undefined) {
  if (own || !light || !dark) return named('theme-color', own ?? (light ?? dark)?.plain.bg)
  const color = (scheme: string, content: string) =>
    html`<meta name="theme-color" media="(prefers-color-scheme:${scheme})" content="${content}">`
  return html`${color('light', light.plain.bg)}${color('dark', dark.plain.bg)}`
}

/** The brand's icon, also for home screens of phones, or its initial. */
function icons({ name, favicon: own }: PageSource['brand'], palette: Palette) {
  if (!own) return html`<link rel="icon" href="${favicon(name, palette)}">`
  const small = own.smaller?.[0]?.url ?? own.url
  return html`<link rel="icon" href="${small}"><link rel="apple-touch-icon" href="${own.url}">`
}

/** The brand's initial on its colour, as a data URL. */
function favicon(name: string, { light, dark }: Palette): string {
  const { solid = '#000000', on = '#ffffff' } = (light ?? dark)?.plain ?? {}
  const [initial = '·'] = new Intl.Segmenter().segment(name.trim())
  const sign = typeof initial === 'string' ? initial : initial.segment
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${solid}"/><text x="16" y="22.5" font-family="system-ui,sans-serif" font-size="18" font-weight="700" text-anchor="middle" fill="${on}">${escapeHtml(sign.toUpperCase())}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`
}
