import { type Html, html } from '../../../shared/html.ts'
import { picture as draw, framed, rich } from '../../render/parts.ts'
import type { BlockView } from '../view.ts'
import type { Props } from './schema.ts'

export function render({ picture, caption, width = 'wide' }: Props, view: BlockView): Html {
  const shown = view.asset(picture.assetId)
  const sizes = {
    text: '(min-width:45rem) 42rem, 100vw',
    wide: '(min-width:75rem) 70rem, 100vw',
    full: '100vw',
  }
  const drawn = shown && draw(shown, picture.alt, { sizes: sizes[width], eager: view.isFirst })
  return html`<figure class="${width}">
    ${drawn && (view.layout === 'frame' ? framed(drawn) : drawn)}
    ${caption && html`<figcaption class="note">${rich(caption, view)}</figcaption>`}
  </figure>`
}
