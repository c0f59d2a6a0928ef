import { attributes, type Html, html } from '../../../shared/html.ts'
import { opening as begin, framed, paragraphs, plain, rich } from '../../render/parts.ts'
import type { BlockView } from '../view.ts'
import type { Props } from './schema.ts'

export function render(props: Props, view: BlockView): Html {
  const shown = view.asset(props.assetId)
  const poster = props.poster && view.asset(props.poster.assetId)
  const film =
    shown &&
    html`<video controls playsinline preload="none"${attributes({
      src: shown.url,
      poster: poster?.url,
      width: shown.width ?? undefined,
      height: shown.height ?? undefined,
      'aria-label': plain(props.title),
    })}></video>`
  return html`${begin(props, view)}<figure>
    ${film && (view.layout === 'frame' ? framed(film) : film)}
    ${props.caption && html`<figcaption class="note">${rich(props.caption, view)}</figcaption>`}
  </figure>
  ${props.transcript && html`<details><summary>${view.words.transcript}</summary><div>${paragraphs(props.transcript, view)}</div></details>`}`
}
