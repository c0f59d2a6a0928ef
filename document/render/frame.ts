import { type Html, html, nothing } from '../../shared/html.ts'
import { isWebAddress, safeHref } from '../../shared/links.ts'
import type { Tone } from '../blocks/block.ts'
import type { BlockView, ShownAsset } from '../blocks/view.ts'
import { monogram } from '../pictures/monogram.ts'
import { linkAttributes, logoOf, picture } from './parts.ts'
import type { PageSource } from './view.ts'

/** The brand, the recipient and the header action, on the background of the first block; with `isOver`, on top of it. */
export function header(
  { page, brand, recipient }: PageSource,
  resolve: BlockView['resolve'],
  tone: Tone,
  isOver: boolean,
): Html {
  const action = page.actions.find(({ actionId }) => actionId === page.headerActionId)
  const target = action && resolve(`action:${action.actionId}`)
  const them =
    recipient &&
    html`<span class="x" aria-hidden="true">×</span><span class="brand them">${mark(recipient, tone)}</span>`
  return html`<header class="top ${tone}${isOver && ' over'}"><div>
    <p class="co"><a class="brand us" href="/">${mark(brand, tone)}</a>${them}</p>
    ${target && html`<a class="act"${linkAttributes(target)}>${action.buttonTitle}</a>`}
  </div></header>`
}

type LogoOwner = { name: string; logo?: ShownAsset | undefined; logoDark?: ShownAsset | undefined }

/** A logo, or a monogram beside the name. On dark backgrounds the dark logo, or else the usual one in white. */
function mark({ name, logo, logoDark }: LogoOwner, tone: Tone, eager = true): Html {
  const isDark = tone === 'deep' || tone === 'bold'
  const asset = isDark ? (logoDark ?? logo) : logo
  if (!asset) return html`${monogram(name)}<span>${name}</span>`
  const look = isOpaque(asset) ? 'mo' : isDark ? !logoDark && 'mw' : 'ml'
  const first = picture(logoOf(asset), name, { sizes: '9rem', eager, class: look || undefined })
  if (isDark || !logoDark) return first
  return html`${first}${picture(logoOf(logoDark), name, { sizes: '9rem', eager, class: 'md' })}`
}

/** A logo with its own background can't be shown in one colour. */
function isOpaque({ placeholder }: ShownAsset): boolean {
  return placeholder !== undefined
}

/** The cards beside the action. */
export function actionCards({ page, asset, fileUrl }: PageSource): Html {
  const cards = page.actionCardWidgets.map(({ title, logos }) => {
    const shown = logos.flatMap(({ image }) => {
      const url = fileUrl(image.fileId) ?? (isWebAddress(image.url) ? image.url : undefined)
      const found = asset(image.assetId) ?? (url ? { url } : undefined)
      return found ? [html`<li>${picture(logoOf(found), image.altText, { sizes: '10rem' })}</li>`] : []
    })
    return html`<div>${title && html`<h2>${title}</h2>`}${shown.length > 0 && html`<ul>${shown}</ul>`}</div>`
  })
  return cards.length > 0 ? html`<section class="b plain cards">${cards}</section>` : nothing
}

export function footer({ page, brand, recipient }: PageSource, tone: Tone): Html {
  const groups = (page.footerLinks ?? []).map(({ title, links }) => {
    const items = links.flatMap(({ text, url }) => {
      const href = safeHref(url)
      return href ? [html`<li><a href="${href}">${text}</a></li>`] : []
    })
    return html`<div>${title && html`<h2>${title}</h2>`}<ul>${items}</ul></div>`
  })
  const named = (one: LogoOwner) => html`<span class="brand">${mark(one, tone, false)}</span>`
  return html`<footer class="foot ${tone}"><div><p class="co">${named(brand)}${recipient && html`<span class="x" aria-hidden="true">×</span>${named(recipient)}`}</p>${groups}</div></footer>`
}
