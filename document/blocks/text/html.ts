import { type Html, html } from '../../../shared/html.ts'
import { opening as begin, paragraphs, picture, plain, rich } from '../../render/parts.ts'
import type { BlockView } from '../view.ts'
import type { Props } from './schema.ts'

export function render(props: Props, view: BlockView): Html {
  const { body, points, signature } = props
  const start = begin(props, view)
  const inside = html`
    ${body && html`<div class="prose ${signature ? 'letter' : start.text ? 'lead' : ''}">${paragraphs(body, view)}</div>`}
    ${points && html`<ul class="text-points">${points.map((point) => html`<li>${rich(point, view)}</li>`)}</ul>`}
    ${signature && signed(signature, view)}`
  if (!start.text || !inside.text) return html`<div class="text-alone">${start}${inside}</div>`
  return html`<div class="split">${start}<div>${inside}</div></div>`
}

/** The author: portrait, name, role. */
function signed(
  { name, role, picture: image }: { name: string; role?: string; picture?: { assetId: string; alt: string } },
  view: BlockView,
) {
  const shown = image && view.asset(image.assetId)
  return html`<p class="who">
    ${shown && picture(shown, image.alt, { sizes: '3rem', class: 'face' })}
    <span><strong>${plain(name)}</strong>${role && html`<br><span class="note">${plain(role)}</span>`}</span>
  </p>`
}
