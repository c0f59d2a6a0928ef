import { Type } from 'typebox'
import { html } from '../../shared/html.ts'
import { closed } from '../../shared/typebox.ts'
import { opening as begin, paragraphs, picture, plain, rich } from '../render/parts.ts'
import type { BlockView } from '../render/view.ts'
import { defineBlock } from './block.ts'
import { List, opening, Paragraphs, Picture, Rich, Text } from './props.ts'

export const text = defineBlock({
  name: 'text',
  purpose: 'Prose: a letter, an explanation, or what was heard in a conversation.',
  props: Type.Object(
    {
      ...opening,
      body: Type.Optional(Paragraphs(8000, 'Paragraphs, with an empty line between them.')),
      points: Type.Optional(List(Rich(400, 'One point.'), 20, 'Short points after the paragraphs.')),
      signature: Type.Optional(
        Type.Object(
          {
            name: Text(80, 'Who wrote this.'),
            role: Type.Optional(Text(120, 'Their role and company.')),
            picture: Type.Optional(Picture),
          },
          { ...closed, description: 'Makes the text a letter.' },
        ),
      ),
    },
    closed,
  ),
  check: ({ body, points, heading }) =>
    body || points || heading ? [] : [{ path: '', message: 'needs a heading, a body or points' }],
  tone: 'plain',
  css: `.prose{max-inline-size:42rem}.prose p+p{margin-block-start:1.25rem}
.lead p:first-child,.letter p{font-size:1.25rem;line-height:1.6}
.lead p:first-child{line-height:1.5}
.pts{max-inline-size:42rem}.prose+.pts{margin-block-start:2rem}
.pts li{position:relative;text-wrap:pretty;padding:1rem 0;padding-inline-start:1.75rem;border-block-start:1px solid var(--line)}
.pts li:last-child{border-block-end:1px solid var(--line)}
.pts li::before{content:"";position:absolute;inset-inline-start:.125rem;inset-block-start:1.55rem;inline-size:.5rem;block-size:.5rem;border-radius:min(var(--r),50%);background:var(--accent)}
.one .o{margin-block-end:2rem}`,
  render: (props, view) => {
    const { body, points, signature } = props
    const start = begin(props, view)
    const inside = html`
      ${body && html`<div class="prose ${signature ? 'letter' : start.text ? 'lead' : ''}">${paragraphs(body, view)}</div>`}
      ${points && html`<ul class="pts">${points.map((point) => html`<li>${rich(point, view)}</li>`)}</ul>`}
      ${signature && signed(signature, view)}`
    if (!start.text || !inside.text) return html`<div class="one">${start}${inside}</div>`
    return html`<div class="split">${start}<div>${inside}</div></div>`
  },
})

/** Who speaks: a face, a name, a role. */
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
