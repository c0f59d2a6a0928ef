import type { Static } from 'typebox'
import { attributes, type Html, html } from '../../../shared/html.ts'
import { bare, opening as begin, plain, rich } from '../../render/parts.ts'
import type { BlockView } from '../view.ts'
import type { Field, Props } from './schema.ts'

export function render(props: Props, view: BlockView): Html {
  const sent = props.successMessage ? rich(props.successMessage, view) : view.words.sent
  const inside = html`<div>
    <p class="sent" id="${sentAnchor(view.id)}" role="status">${sent}</p>
    <form method="post" action="${view.formAction(view.id)}" id="${formAnchor(view.id)}">
      ${props.fields.map((field) => renderField(field, view))}
      <div class="form-honeypot" aria-hidden="true"><label>${view.words.leaveEmpty}<input name="${honeypotField}" tabindex="-1" autocomplete="off"></label></div>
      <button class="btn" type="submit">${plain(props.submitLabel)}</button>
      ${props.note && html`<p class="note">${rich(props.note, view)}</p>`}
    </form>
  </div>`
  const start = begin(props, view)
  return start.text && view.layout !== 'below'
    ? html`<div class="split">${start}${inside}</div>`
    : html`${start}${inside}`
}

/** A field that is invisible to people; bots that fill in every field fill it in. */
export const honeypotField = '_website'

/** The URL fragment that shows the confirmation; the browser is redirected to it after posting the form. */
export function sentAnchor(blockId: string) {
  return `${blockId}_sent`
}

export function formAnchor(blockId: string) {
  return `${blockId}_form`
}

/** Gates have fields that forms of pages can't have: a password, a code, and an address that is already filled in. */
type FieldProps = Omit<Static<typeof Field>, 'type'> & {
  type: Static<typeof Field>['type'] | 'password' | 'code'
  value?: string
}

const autocomplete: Record<string, string> = {
  email: 'email',
  tel: 'tel',
  password: 'current-password',
  code: 'one-time-code',
}
const wellKnown: [RegExp, string][] = [
  [/^(full_?)?name$/i, 'name'],
  [/^(first|given)_?name$/i, 'given-name'],
  [/^(last|family)_?name$/i, 'family-name'],
  [/^(company|organi[sz]ation)$/i, 'organization'],
  [/^(job_?)?title|role$/i, 'organization-title'],
]

function renderField(field: FieldProps, view: BlockView) {
  const { name, label, type, required, hint, value, options = [] } = field
  const id = `${view.id}_${name}`
  const hintId = hint ? `${id}_hint` : undefined
  const common = attributes({ id, name, required: required ?? false, 'aria-describedby': hintId })
  const help = hint && html`<p class="note" id="${id}_hint">${rich(hint, view)}</p>`
  const optional =
    !required && type !== 'checkbox' && html` <span class="form-optional">(${view.words.optional})</span>`
  const words = html`<label for="${id}">${type === 'checkbox' ? rich(label, view) : bare(label)}${optional}</label>`
  if (type === 'checkbox')
    return html`<div class="form-field form-checkbox"><input type="checkbox" value="yes"${common}>${words}${help}</div>`
  return html`<div class="form-field">${words}${help}${control()}</div>`

  function control() {
    if (type === 'textarea') return html`<textarea rows="5" maxlength="5000"${common}></textarea>`
    if (type === 'select')
      return html`<select${common}><option value="">${view.words.choose}</option>${options.map((option) => html`<option>${plain(option)}</option>`)}</select>`
    const fill = autocomplete[type] ?? wellKnown.find(([names]) => names.test(name))?.[1]
    if (type === 'code')
      return html`<input type="text" inputmode="numeric" maxlength="20"${common}${attributes({ autocomplete: fill })}>`
    const given = attributes({ autocomplete: fill, value, readonly: value !== undefined })
    return html`<input type="${type}" maxlength="500"${common}${given}>`
  }
}
