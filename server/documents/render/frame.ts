import type { Tone } from '../blocks/block.ts'
import { isWebAddress, safeHref } from '../links.ts'
import { type Html, html, nothing } from './html.ts'
import { linkAttributes, picture } from './parts.ts'
import type { BlockView, PageInput } from './view.ts'

/** The brand and the page's header action, on the same ground as the block below. */
export function header({ page, brand }: PageInput, resolve: BlockView['resolve'], tone: Tone): Html {
  const action = page.actions.find(({ actionId }) => actionId === page.headerActionId)
  const target = action && resolve(`action:${action.actionId}`)
  return html`<header class="top ${tone}"><div>
    ${brandLink(brand)}
    ${target && html`<a class="btn line small"${linkAttributes(target)}>${action.buttonTitle}</a>`}
  </div></header>`
}

function brandLink({ name, logo }: PageInput['brand']): Html {
  return html`<a class="brand" href="/">${logo ? picture(logo, name, { sizes: '11rem', eager: true }) : name}</a>`
}

/** Cards that stand by the action: whose names vouch for it. */
export function actionCards({ page, asset, fileUrl }: PageInput): Html {
  const cards = page.actionCardWidgets.map(({ title, logos }) => {
    const shown = logos.flatMap(({ image }) => {
      const url = fileUrl(image.fileId) ?? (isWebAddress(image.url) ? image.url : undefined)
      const found = asset(image.assetId) ?? (url ? { url } : undefined)
      return found ? [html`<li>${picture(found, image.altText, { sizes: '10rem' })}</li>`] : []
    })
    return html`<div>${title && html`<h2>${title}</h2>`}${shown.length > 0 && html`<ul>${shown}</ul>`}</div>`
  })
  return cards.length > 0 ? html`<section class="b plain cards">${cards}</section>` : nothing
}

export function footer({ page, brand }: PageInput): Html {
  const groups = (page.footerLinks ?? []).map(({ title, links }) => {
    const items = links.flatMap(({ text, url }) => {
      const href = safeHref(url)
      return href ? [html`<li><a href="${href}">${text}</a></li>`] : []
    })
    return html`<div>${title && html`<h2>${title}</h2>`}<ul>${items}</ul></div>`
  })
  return html`<footer class="foot plain"><div><p class="brand">${brand.name}</p>${groups}</div></footer>`
}
