import { attributes, escapeHtml, Html, type HtmlContent, html, nothing } from '../../shared/html.ts'
import { type InlineNode, parseInline } from '../../shared/inline.ts'
import type { BlockView, ShownAsset } from '../blocks/view.ts'
import { unmarked } from '../marks.ts'
import { readFigure } from '../pictures/figures.ts'
import { icon } from './icons.ts'

type ResolveLink = BlockView['resolve']

/** Plain text with its backslash escapes resolved. */
export function plain(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, '$1')
}

/** One line of rich text as escaped HTML. */
export function rich(text: string, { resolve }: { resolve: ResolveLink }): Html {
  return new Html(
    parseInline(text)
      .map((node) => inline(node, resolve))
      .join(''),
  )
}

/** Rich text without its markup. */
export function bare(text: string): string {
  const textOf = (node: InlineNode): string =>
    node.kind === 'text' ? node.text : node.children.map(textOf).join('')
  return parseInline(text).map(textOf).join('')
}

export function paragraphs(text: string, view: { resolve: ResolveLink }): Html {
  const all = text.split(/\n{2,}/).filter((part) => part.trim() !== '')
  return html`${all.map(
    (part) =>
      html`<p>${part
        .trim()
        .split('\n')
        .map((line, index) => [index > 0 && html`<br>`, rich(line, view)])}</p>`,
  )}`
}

function inline(node: InlineNode, resolve: ResolveLink): string {
  if (node.kind === 'text') return escapeHtml(node.text)
  const children = node.children.map((child) => inline(child, resolve)).join('')
  if (node.kind === 'bold') return `<strong>${children}</strong>`
  if (node.kind === 'italic') return `<em>${children}</em>`
  const target = resolve(node.link)
  return target ? `<a${linkAttributes(target)}>${children}</a>` : children
}

export function linkAttributes({ href, actionId }: { href: string; actionId?: string }): Html {
  return attributes({ href, 'data-action-id': actionId })
}

/** A link styled as a primary or secondary button; empty if it can't be resolved. */
export function button(
  action: { label: string; link: string } | undefined,
  view: { resolve: ResolveLink },
  look: 'btn' | 'btn small' | 'btn line' | 'quiet' = 'btn',
): Html {
  const target = action && view.resolve(action.link)
  if (!target) return nothing
  return html`<a class="${look}"${linkAttributes(target)}>${plain(action.label)}${look === 'quiet' && icon('arrow')}</a>`
}

/** The primary and secondary action, and a note below them. */
export function actions(
  {
    primaryAction,
    secondaryAction,
    note,
  }: {
    primaryAction?: { label: string; link: string }
    secondaryAction?: { label: string; link: string }
    note?: string
  },
  view: BlockView,
): Html {
  const buttons = html`${button(primaryAction, view)}${button(secondaryAction, view, 'quiet')}`
  return html`${buttons.text && html`<p class="acts">${buttons}</p>`}${note && html`<p class="note">${rich(note, view)}</p>`}`
}

/** A figure with its units smaller than its digits: €2.3m, 47 min. */
export function figure(text: string): Html {
  const shown = plain(text)
  const bare = unmarked(shown)
  const read = readFigure(bare)
  const mark = shown.slice(0, shown.length - bare.length)
  if (!read || !shown.endsWith(bare)) return html`<bdi>${shown}</bdi>`
  const { before, digits, after } = read
  const space = bare.slice(before.length + digits.length, bare.length - after.length)
  return html`<bdi>${mark}${before}${digits}${after && html`${space && '\u2009'}<small>${after}</small>`}</bdi>`
}

export function heading(level: 1 | 2 | 3, content: HtmlContent, look?: string): Html {
  const tag = new Html(`h${level}`)
  return html`<${tag}${attributes({ class: look })}>${content}</${tag}>`
}

/** The opening of most sections. */
export function opening(
  { eyebrow, heading: title, intro }: { eyebrow?: string; heading?: string; intro?: string },
  view: BlockView,
): Html {
  if (!eyebrow && !title && !intro) return nothing
  return html`<div class="o">
    ${eyebrow && html`<p class="eye">${plain(eyebrow)}</p>`}
    ${title && heading(view.level, rich(title, view))}
    ${intro && html`<p class="intro">${rich(intro, view)}</p>`}
  </div>`
}

/** Level of headings within a section. */
export function innerLevel({ heading: title }: { heading?: string }, view: BlockView): 2 | 3 {
  return title && view.level === 2 ? 3 : 2
}

export function picture(
  asset: ShownAsset,
  alt: string,
  { sizes, eager = false, class: look }: { sizes: string; eager?: boolean; class?: string },
): Html {
  const known = Boolean(asset.width && asset.height)
  const forms = [...(asset.smaller ?? []), ...(asset.width ? [{ url: asset.url, width: asset.width }] : [])]
  const hasRule = asset.placeholder !== undefined || asset.focalPoint !== undefined
  const image = html`<img${attributes({
    src: asset.url,
    srcset: forms.length > 1 ? srcset(forms) : undefined,
    sizes: forms.length > 1 ? sizes : undefined,
    width: asset.width ?? undefined,
    height: asset.height ?? undefined,
    class: [look, !known && 'cut', hasRule && `p-${asset.name}`].filter(Boolean).join(' ') || undefined,
    loading: eager ? undefined : 'lazy',
    fetchpriority: eager ? 'high' : undefined,
    decoding: 'async',
  })} alt="${plain(alt)}">`
  if (!asset.avif?.length) return image
  return html`<picture><source${attributes({ type: 'image/avif', srcset: srcset(asset.avif), sizes })}>${image}</picture>`
}

/** An image as a logo: without empty margins, so that adjacent logos look alike. */
export function logoOf({ trimmed, ...asset }: ShownAsset): ShownAsset {
  const form = trimmed && { ...trimmed, smaller: undefined }
  return { ...asset, ...form, avif: undefined, placeholder: undefined, focalPoint: undefined }
}

function srcset(forms: { url: string; width: number }[]): string {
  return forms.map(({ url, width }) => `${url} ${width}w`).join(', ')
}

/** The CSS rules of the images on a page: focal points and placeholders. */
export function pictureRules(shown: Iterable<ShownAsset>): string {
  const rules = new Map<string, string>()
  for (const { name, placeholder, focalPoint } of shown) {
    const position = focalPoint && `${percent(focalPoint.x)} ${percent(focalPoint.y)}`
    const declarations = [
      placeholder && `background:url(${placeholder}) ${position ?? 'center'}/cover`,
      position && `object-position:${position}`,
    ].filter(Boolean)
    if (name && declarations.length > 0) rules.set(name, `.p-${name}{${declarations.join(';')}}`)
  }
  return rules.size > 0
    ? `picture{display:contents}${[...rules.values()].join('')}`
    : 'picture{display:contents}'
}

function percent(share: number): string {
  return `${Math.round(share * 1000) / 10}%`
}

/** A browser window around an image or video. */
export function framed(inside: Html): Html {
  return html`<div class="window-frame"><p aria-hidden="true"><i></i><i></i><i></i></p>${inside}</div>`
}

/** A number of columns that avoids a row with a single item, if possible. */
export function columnsFor(count: number): 'c1' | 'c2' | 'c3' | 'c4' {
  if (count === 1) return 'c1'
  if (count === 2 || count === 4) return 'c2'
  return count % 4 === 0 || count === 7 ? 'c4' : 'c3'
}
