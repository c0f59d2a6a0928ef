import { attributes, type Content, escapeHtml, Html, html, nothing } from '../../shared/html.ts'
import { type InlineNode, parseInline } from '../../shared/inline.ts'
import type { BlockView, ShownAsset } from '../blocks/view.ts'
import { unmarked } from '../marks.ts'
import { readFigure } from '../pictures/figures.ts'
import { icon } from './icons.ts'

type Resolve = BlockView['resolve']

/** One line of plain text: escapes are resolved, markup is not. */
export function plain(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, '$1')
}

/** One line of rich text as HTML. Everything that comes from the text is escaped. */
export function rich(text: string, { resolve }: { resolve: Resolve }): Html {
  return new Html(
    parseInline(text)
      .map((node) => inline(node, resolve))
      .join(''),
  )
}

/** Rich text without its markup, where only text can stand. */
export function bare(text: string): string {
  const textOf = (node: InlineNode): string =>
    node.kind === 'text' ? node.text : node.children.map(textOf).join('')
  return parseInline(text).map(textOf).join('')
}

export function paragraphs(text: string, view: { resolve: Resolve }): Html {
  const all = text.split(/\n{2,}/).filter((part) => part.trim() !== '')
  return html`${all.map(
    (part) =>
      html`<p>${part
        .trim()
        .split('\n')
        .map((line, index) => [index > 0 && html`<br>`, rich(line, view)])}</p>`,
  )}`
}

function inline(node: InlineNode, resolve: Resolve): string {
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

/** A link that looks like a button, or a quieter one. Nothing when it would lead nowhere. */
export function button(
  action: { label: string; link: string } | undefined,
  view: { resolve: Resolve },
  look: 'btn' | 'btn small' | 'btn line' | 'quiet' = 'btn',
): Html {
  const target = action && view.resolve(action.link)
  if (!target) return nothing
  return html`<a class="${look}"${linkAttributes(target)}>${plain(action.label)}${look === 'quiet' && icon('arrow')}</a>`
}

/** The main action with its quieter companion and a reassurance. */
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

export function heading(level: 1 | 2 | 3, content: Content, look?: string): Html {
  const tag = new Html(`h${level}`)
  return html`<${tag}${attributes({ class: look })}>${content}</${tag}>`
}

/** What most sections begin with. */
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

/** A picture as a logo: without the margins of its file, so that logos beside each other look alike. */
export function logoOf({ trimmed, ...asset }: ShownAsset): ShownAsset {
  const form = trimmed && { ...trimmed, smaller: undefined }
  return { ...asset, ...form, avif: undefined, placeholder: undefined, focalPoint: undefined }
}

function srcset(forms: { url: string; width: number }[]): string {
  return forms.map(({ url, width }) => `${url} ${width}w`).join(', ')
}

/** The rules of the pictures on a page: what stays in sight when they are cropped, and what is there before they are. */
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

/** A browser window around a picture or film. */
export function framed(inside: Html): Html {
  return html`<div class="window-frame"><p aria-hidden="true"><i></i><i></i><i></i></p>${inside}</div>`
}

/** Columns that leave no row with a single thing in it, where that can be helped. */
export function columnsFor(count: number): 'c1' | 'c2' | 'c3' | 'c4' {
  if (count === 1) return 'c1'
  if (count === 2 || count === 4) return 'c2'
  return count % 4 === 0 || count === 7 ? 'c4' : 'c3'
}
