import { type Static, Type } from 'typebox'
import { attributes, html } from '../../shared/html.ts'
import { closed, Enum } from '../../shared/typebox.ts'
import { bare, opening as begin, plain, rich } from '../render/parts.ts'
import type { BlockView } from '../render/view.ts'
import { defineBlock } from './block.ts'
import { Choice, List, opening, Rich, Text } from './props.ts'

export const fieldTypes = ['text', 'email', 'tel', 'textarea', 'select', 'checkbox'] as const

/** People do not see this field and leave it empty; programmes that fill in every field give themselves away. */
export const honeypotField = '_website'

/** The part of the page's address that shows the thanks: where a browser is sent after posting the form. */
export function sentAnchor(blockId: string) {
  return `${blockId}_sent`
}

export function formAnchor(blockId: string) {
  return `${blockId}_form`
}

const Field = Type.Object(
  {
    name: Type.String({
      pattern: '^[a-zA-Z][a-zA-Z0-9_]{0,39}$',
      description: 'Name of the answer in the submission.',
      examples: ['email'],
    }),
    label: Rich(160, 'What is asked for.'),
    type: Enum(fieldTypes),
    required: Type.Optional(Type.Boolean()),
    hint: Type.Optional(Rich(200, 'A line of help under the label.')),
    options: Type.Optional(List(Text(120, 'One choice.'), 50, 'Choices of a select.')),
  },
  closed,
)

export const form = defineBlock({
  name: 'form',
  purpose: 'A few questions, answered on the page.',
  props: Type.Object(
    {
      ...opening,
      fields: List(Field, 20, 'What is asked.'),
      submitLabel: Text(60, 'What the button does.'),
      successMessage: Type.Optional(Rich(400, 'What is said after sending.')),
      note: Type.Optional(Rich(400, 'What happens with the answers.')),
      layout: Type.Optional(
        Choice(
          { beside: 'on a card beside the heading', below: 'below the heading' },
          'Where the questions stand.',
        ),
      ),
    },
    closed,
  ),
  check: ({ fields }) =>
    fields.flatMap(({ name, type, options }, index) => {
      const path = `/fields/${index}`
      if (fields.findIndex((field) => field.name === name) !== index)
        return [{ path: `${path}/name`, message: 'must differ from the names of the other fields' }]
      if ((type === 'select') !== (options !== undefined))
        return [
          { path: `${path}/options`, message: type === 'select' ? 'is required' : 'is only for a select' },
        ]
      return []
    }),
  tone: 'tint',
  layouts: ({ fields }) => [fields.length > 8 ? 'below' : 'beside'],
  layoutCss: {
    beside: `@media(min-width:60rem){.form.l-beside .split{grid-template-columns:minmax(0,1fr) minmax(0,34rem);gap:5rem}}.form.l-beside .split>div:last-child{background:var(--card);border:1px solid var(--line);border-radius:var(--r);padding:clamp(1.25rem,3.5vw,2.5rem)}`,
  },
  css: `.form form{display:grid;gap:1.25rem;max-inline-size:36rem}
.fd{display:grid;gap:.375rem}.fd label{font-weight:600;font-size:.875rem}.fd .note,.form .opt{font-weight:400;color:var(--muted)}.fd .note{margin:0}
.form input,.form textarea,.form select{font:inherit;color:var(--fg);background:var(--card);border:1px solid var(--field);border-radius:var(--rf);padding:.6875rem .875rem;inline-size:100%;min-block-size:3rem;margin:0}
.form select{appearance:none;padding-inline-end:2.5rem;background-image:linear-gradient(45deg,transparent 50%,var(--muted) 50%),linear-gradient(-45deg,transparent 50%,var(--muted) 50%);background-size:.375rem .375rem;background-repeat:no-repeat;--x:calc(100% - 1.25rem);--y:calc(100% - .9375rem);background-position:var(--x) 50%,var(--y) 50%}
.form select:dir(rtl){--x:.9375rem;--y:1.25rem}@media(forced-colors:active){.form select{appearance:auto}}
.form textarea{min-block-size:8rem;resize:vertical}
.form .ck{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.25rem .75rem;align-items:start}.form .ck label{font-weight:400;font-size:1rem}
.form .ck input{inline-size:1.25rem;block-size:1.25rem;min-block-size:0;margin-block:.2rem;padding:0;accent-color:var(--solid)}.form .ck .note{grid-column:2}
.form button{cursor:pointer;font:inherit;font-weight:600;justify-self:start}
.hp{position:absolute;inset-inline-start:-100vw;inline-size:1px;block-size:1px;overflow:hidden}
.sent{display:none;padding:1.25rem 1.5rem;border:1px solid var(--accent);border-radius:var(--r);background:var(--wash);max-inline-size:36rem}
.sent:target{display:block}.sent:target+form{display:none}
@media(max-width:30rem){.form button{justify-self:stretch}}`,
  render: (props, view) => {
    const sent = props.successMessage ? rich(props.successMessage, view) : view.words.sent
    const inside = html`<div>
      <p class="sent" id="${sentAnchor(view.id)}" role="status">${sent}</p>
      <form method="post" action="${view.formAction(view.id)}" id="${formAnchor(view.id)}">
        ${props.fields.map((field) => renderField(field, view))}
        <div class="hp" aria-hidden="true"><label>${view.words.leaveEmpty}<input name="${honeypotField}" tabindex="-1" autocomplete="off"></label></div>
        <button class="btn" type="submit">${plain(props.submitLabel)}</button>
        ${props.note && html`<p class="note">${rich(props.note, view)}</p>`}
      </form>
    </div>`
    const start = begin(props, view)
    return start.text && view.layout !== 'below'
      ? html`<div class="split">${start}${inside}</div>`
      : html`${start}${inside}`
  },
})

/** Gates ask for more than the forms of pages may: a password, a code, and an address that was given already. */
type FieldProps = Omit<Static<typeof Field>, 'type'> & {
  type: Static<typeof Field>['type'] | 'password' | 'code'
  value?: string
}

/** What browsers know to fill in by themselves. */
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
    !required && type !== 'checkbox' && html` <span class="opt">(${view.words.optional})</span>`
  const words = html`<label for="${id}">${type === 'checkbox' ? rich(label, view) : bare(label)}${optional}</label>`
  if (type === 'checkbox')
    return html`<div class="fd ck"><input type="checkbox" value="yes"${common}>${words}${help}</div>`
  return html`<div class="fd">${words}${help}${control()}</div>`

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
