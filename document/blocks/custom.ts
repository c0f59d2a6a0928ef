import { Type } from 'typebox'
import { attributes, html } from '../../shared/html.ts'
import { closed, Enum } from '../../shared/typebox.ts'
import { opening as begin, plain } from '../render/parts.ts'
import { defineBlock } from './block.ts'
import { AssetId, opening, Text } from './props.ts'

export const custom = defineBlock({
  name: 'custom',
  purpose: 'A custom component of your own, shown in a frame that can reach nothing outside itself.',
  props: Type.Object(
    {
      ...opening,
      assetId: AssetId,
      title: Text(160, 'What it is, for those who do not see it.'),
      height: Type.Integer({ minimum: 80, maximum: 2000, description: 'Height of the frame in pixels.' }),
      width: Type.Optional(Enum(['text', 'wide', 'full'])),
    },
    closed,
  ),
  tone: 'plain',
  css: `.custom iframe{inline-size:100%;border:0;border-radius:var(--r);color-scheme:light}.custom .text{max-inline-size:42rem;margin-inline:auto}`,
  render: (props, view) => {
    const shown = view.asset(props.assetId)
    // No allow-same-origin: scripts in the frame run in an origin of their own and see nothing of the page.
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
  },
})
