import { attributes, type Html, html } from '../../../shared/html.ts'
import { opening as begin, plain } from '../../render/parts.ts'
import type { BlockView } from '../view.ts'
import type { Props } from './schema.ts'

export function render(props: Props, view: BlockView): Html {
  const shown = view.asset(props.assetId)
  // Without allow-same-origin, scripts in the frame have an opaque origin and can't access the page.
  return html`${begin(props, view)}
    ${
      shown &&
      html`<div class="${props.width ?? 'wide'}"><iframe sandbox="allow-scripts" referrerpolicy="no-referrer" loading="lazy"${attributes(
        {
          src: shown.url,
          title: plain(props.title),
          height: props.height,
        },
      )}></iframe></div>`
    }`
}
