import { type Html, html } from '../../../shared/html.ts'
import { unmarked } from '../../marks.ts'
import { avatar } from '../../pictures/avatar.ts'
import { pattern } from '../../pictures/pattern.ts'
import { figure, picture, plain, rich } from '../../render/parts.ts'
import type { BlockView } from '../view.ts'
import type { Props } from './schema.ts'

export function render(props: Props, view: BlockView): Html {
  const { layout } = view
  const words = html`<blockquote><p>${rich(props.quote, view)}</p></blockquote>`
  const number =
    props.figure &&
    html`<p class="quote-number"><b>${figure(props.figure)}</b>${props.figureLabel && html`<span>${rich(props.figureLabel, view)}</span>`}</p>`
  const by = byline(props)
  if (layout === 'card')
    return html`<figure class="quote-figure"><div class="quote-body">${words}${by && html`<figcaption>${portrait(props, view)}${by}</figcaption>`}</div>${number}</figure>`
  const inside = html`<div class="quote-body">${words}${(by || number) && html`<figcaption>${by}${number}</figcaption>`}</div>`
  if (layout === 'plain' || layout === '') return html`<figure class="quote-figure">${inside}</figure>`
  const behind = layout === 'bleed' && pattern(view.seed + view.id, 7, 7, 1.4)
  const face = portrait(props, view)
  return html`<figure class="quote-figure">${face ? html`<div class="quote-portrait">${behind}${face}</div>` : behind && html`<div class="quote-portrait">${behind}</div>`}${inside}</figure>`
}

function byline({ name, role }: Props): Html | false {
  if (!name && !role) return false
  return html`<p class="byline">${name && html`<strong>${plain(name)}</strong>`}${name && role && html`<br>`}${role && html`<span class="note">${plain(role)}</span>`}</p>`
}

/** The person's photo, or a generic avatar. */
function portrait({ name, picture: image }: Props, view: BlockView): Html | false {
  const shown = image && view.asset(image.assetId)
  const face = shown
    ? picture(shown, image.alt, { sizes: view.layout === 'card' ? '3rem' : '(min-width:60rem) 36rem, 100vw' })
    : name && avatar(unmarked(name))
  if (!face) return false
  return view.layout === 'card' ? html`<span class="quote-portrait">${face}</span>` : face
}
