import { Type } from 'typebox'
import { attributes, html } from '../../shared/html.ts'
import { closed } from '../../shared/typebox.ts'
import { opening as begin, frameCss, framed, paragraphs, plain, rich } from '../render/parts.ts'
import { defineBlock } from './block.ts'
import { AssetId, Choice, opening, Paragraphs, Picture, Rich, Text } from './props.ts'

export const video = defineBlock({
  name: 'video',
  purpose: 'A film of your own, played on the page.',
  props: Type.Object(
    {
      ...opening,
      assetId: AssetId,
      title: Text(160, 'What the film is about.'),
      poster: Type.Optional(Picture),
      caption: Type.Optional(Rich(300, 'A line under the film.')),
      layout: Type.Optional(
        Choice({ plain: 'as it is', frame: 'in the frame of a browser window' }, 'How the film is framed.'),
      ),
      transcript: Type.Optional(Paragraphs(20_000, 'What is said in it, for those who do not hear it.')),
    },
    closed,
  ),
  tone: 'plain',
  layouts: () => ['plain'],
  layoutCss: { frame: frameCss },
  css: `.video video{inline-size:100%;aspect-ratio:16/9;background:#000;border-radius:var(--rl);object-fit:contain}
.video figcaption,.video details{margin-block-start:.75rem}.video summary{cursor:pointer;font-size:.875rem;color:var(--muted)}.video details div{max-inline-size:42rem;padding-block-start:1rem}.video details p+p{margin-block-start:1rem}`,
  render: (props, view) => {
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
  },
})
