import { Type } from 'typebox'
import { html } from '../../shared/html.ts'
import { closed } from '../../shared/typebox.ts'
import { unmarked } from '../marks.ts'
import { monogram } from '../pictures/monogram.ts'
import { heading, linkAttributes, logoOf, picture, plain, rich } from '../render/parts.ts'
import type { ShownAsset } from '../render/view.ts'
import { defineBlock } from './block.ts'
import { Choice, Link, List, Picture, Rich, Text, Tone } from './props.ts'

/**
 * Logos look equally large when their areas are alike, not their heights. One that can be seen through takes the ink of
 * its ground; one with a ground of its own keeps it.
 */
function logoClass({ width, height }: ShownAsset, isOpaque: boolean): string {
  const aspect = width && height ? width / height : 2
  const size = aspect < 1.3 ? 'l1' : aspect < 2.2 ? 'l2' : aspect < 3.6 ? 'l3' : 'l4'
  return `${size} ${isOpaque ? 'own' : 'see'}`
}

export const logos = defineBlock({
  name: 'logos',
  purpose: 'A quiet row of the names that vouch for you.',
  props: Type.Object(
    {
      heading: Type.Optional(Rich(160, 'What these names have in common.')),
      items: List(
        Type.Object(
          {
            name: Text(80, 'Name of the company; shown where there is no picture.'),
            picture: Type.Optional(Picture),
            link: Type.Optional(Link),
          },
          closed,
        ),
        24,
        'The companies.',
      ),
      layout: Type.Optional(
        Choice(
          { wall: 'equal cells between hairlines', row: 'one line, as it flows' },
          'How they are arranged.',
        ),
      ),
      tone: Type.Optional(Tone),
    },
    closed,
  ),
  tone: 'plain',
  css: `.logos{padding-block:clamp(2rem,4vw,3rem)}.plain.logos+.plain,.tint.logos+.tint{padding-block-start:clamp(2.5rem,5vw,4.5rem)}
.logos .h{font:500 .875rem/1.5 var(--font);letter-spacing:0;color:var(--muted);margin-block-end:1.25rem}
.names{color:var(--muted);font-weight:650;font-size:1.125rem;line-height:1.2;letter-spacing:-.02em}.names li>*,.names li{display:flex;align-items:center;gap:.6rem;min-inline-size:0}.names .mono{inline-size:1.5rem;block-size:1.5rem}
.names a{color:inherit;text-decoration:none}.names a:hover{color:var(--fg)}.names img{inline-size:auto;max-inline-size:8.25rem;object-fit:contain}.names .l1{block-size:2.75rem}.names .l2{block-size:2.125rem}.names .l3{block-size:1.75rem}.names .l4{block-size:1.375rem}
.names .see{filter:grayscale(1)}:is(.deep,.bold) .names .see{filter:brightness(0) invert(1)}`,
  layoutCss: {
    wall: `.wall{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:1px;background:var(--line);border-block:1px solid var(--line)}.wall li{justify-content:center;text-align:center;min-block-size:6rem;padding:.75rem;background:var(--bg)}@media(min-width:46rem){.wall{grid-template-columns:repeat(3,minmax(0,1fr))}}@media(min-width:66rem){.wall{grid-template-columns:repeat(var(--k),minmax(0,1fr))}}`,
    row: `.row{display:flex;flex-wrap:wrap;gap:1.25rem clamp(1.75rem,4vw,3.5rem);align-items:center}`,
  },
  layouts: ({ items }) => [items.length < 3 ? 'row' : 'wall'],
  render: (props, view) => {
    const names = props.items.map(({ name, picture: image, link }) => {
      const asset = image && view.asset(image.assetId)
      const shown = asset && logoOf(asset)
      const inside = shown
        ? picture(shown, image.alt || name, {
            sizes: '10rem',
            class: logoClass(shown, asset.placeholder !== undefined),
          })
        : html`${monogram(unmarked(plain(name)))}<span>${plain(name)}</span>`
      const target = link && view.resolve(link)
      return html`<li>${target ? html`<a${linkAttributes(target)}>${inside}</a>` : inside}</li>`
    })
    const title = props.heading && heading(view.level, rich(props.heading, view), 'h')
    const count = names.length
    const columns = count <= 6 ? count : count % 5 === 0 ? 5 : count % 4 === 0 ? 4 : 6
    return html`<div>${title}<ul class="names ${view.layout === 'row' ? 'row' : `wall k${columns}`}">${names}</ul></div>`
  },
})
