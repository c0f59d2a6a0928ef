import { type Html, html } from '../../../shared/html.ts'
import { unmarked } from '../../marks.ts'
import { avatar } from '../../pictures/avatar.ts'
import { pattern } from '../../pictures/pattern.ts'
import { actions, heading, linkAttributes, picture, plain, rich } from '../../render/parts.ts'
import type { BlockView } from '../view.ts'
import type { Props } from './schema.ts'

export function render(props: Props, view: BlockView): Html {
  const say = html`${props.eyebrow && html`<p class="eye">${plain(props.eyebrow)}</p>`}
    ${heading(view.level, rich(props.headline, view))}
    ${props.body && html`<p class="intro">${rich(props.body, view)}</p>`}`
  const who = person(props, view)
  if (view.layout === 'plain')
    return html`<div class="ask"><div>${say}</div><div>${actions(props, view)}</div></div>${who && html`<div class="contact">${who}</div>`}`
  const isField = view.layout === 'field'
  return html`${isField && html`<div class="dust">${pattern(view.seed + view.id, 11, 6, 0.8)}</div>`}<div class="ask"><div>${say}${actions(props, view)}</div>${who && html`<div class="contact${isField && ' deep'}">${who}</div>`}</div>`
}

function person({ person: somebody, next }: Props, view: BlockView): Html | undefined {
  if (!somebody && !next) return undefined
  const steps =
    next && html`<ol class="next-steps">${next.map((step) => html`<li>${rich(step, view)}</li>`)}</ol>`
  if (!somebody) return steps
  const { name, role, email, picture: image } = somebody
  const shown = image && view.asset(image.assetId)
  const target = email && view.resolve(`mailto:${unmarked(plain(email))}`)
  return html`<div class="contact-photo">${shown ? picture(shown, image.alt, { sizes: '8rem' }) : avatar(unmarked(name))}</div>
    <p><b>${plain(name)}</b></p>${role && html`<p class="contact-line">${plain(role)}</p>`}
    ${email && (target ? html`<a${linkAttributes(target)}>${plain(email)}</a>` : html`<p class="contact-line">${plain(email)}</p>`)}${steps}`
}
