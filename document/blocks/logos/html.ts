import { type Html, html } from '../../../shared/html.ts'
import { unmarked } from '../../marks.ts'
import { monogram } from '../../pictures/monogram.ts'
import { heading, linkAttributes, logoOf, picture, plain, rich } from '../../render/parts.ts'
import type { BlockView, ShownAsset } from '../view.ts'
import type { Props } from './schema.ts'

export function render(props: Props, view: BlockView): Html {
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
  const title = props.heading && heading(view.level, rich(props.heading, view), 'logos-heading')
  const count = names.length
  const columns = count <= 6 ? count : count % 5 === 0 ? 5 : count % 4 === 0 ? 4 : 6
  return html`<div>${title}<ul class="names ${view.layout === 'row' ? 'row' : `wall scale-${columns}`}">${names}</ul></div>`
}

/**
 * Logos of equal area, not of equal height, look equally large. A transparent logo takes the text colour; one with its
 * own background keeps its colours.
 */
function logoClass({ width, height }: ShownAsset, isOpaque: boolean): string {
  const aspect = width && height ? width / height : 2
  const size = aspect < 1.3 ? 'logo-1' : aspect < 2.2 ? 'logo-2' : aspect < 3.6 ? 'logo-3' : 'logo-4'
  return `${size} ${isOpaque ? 'own' : 'see'}`
}
