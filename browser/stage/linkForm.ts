import { linkError } from '../../shared/links.ts'
import { toHref } from '../richText/schema.ts'
import { placeAbove } from './textTools.ts'

type LinkFormHandlers = {
  /** Undefined removes the link. */
  onSet: (link: string | undefined) => void
  onCancel: () => void
  /** The form lost the focus. */
  onLeave: () => void
}

/** Asks for a link; returns a function that closes the form. */
export function openLinkForm(
  beside: Element,
  link: string,
  { onSet, onCancel, onLeave }: LinkFormHandlers,
): () => void {
  // Not a form element: the sandboxed frame doesn't submit forms.
  const form = document.createElement('div')
  form.className = 'stage-bar stage-link'
  form.setAttribute('role', 'group')
  form.setAttribute('aria-label', 'Link')
  const input = document.createElement('input')
  input.type = 'text'
  input.inputMode = 'url'
  input.dir = 'ltr'
  input.value = link
  input.placeholder = 'https://, mailto:, /path or #block'
  input.setAttribute('aria-label', 'Link URL')
  const hint = document.createElement('p')
  hint.id = 'stage-link-hint'
  hint.hidden = true
  hint.setAttribute('role', 'alert')
  hint.textContent = 'Start with https://, mailto:, tel:, / or #'
  input.setAttribute('aria-describedby', hint.id)
  const set = makeButton('Set link')
  set.classList.add('stage-ask')
  const remove = makeButton('Remove')
  remove.hidden = link === ''
  form.append(input, set, remove, hint)
  const judge = () => {
    const text = input.value.trim()
    const isWrong = text !== '' && linkError(toHref(text)) !== undefined
    input.setAttribute('aria-invalid', String(isWrong))
    return isWrong
  }
  input.addEventListener('input', () => {
    if (!judge()) hint.hidden = true
  })
  const submit = () => {
    hint.hidden = !judge()
    if (hint.hidden) onSet(input.value.trim() || undefined)
  }
  set.addEventListener('click', submit)
  remove.addEventListener('click', () => onSet(undefined))
  form.addEventListener('keydown', (event) => {
    event.stopPropagation()
    if (event.key === 'Escape') onCancel()
    else if (event.key === 'Enter' && event.target === input) {
      event.preventDefault()
      submit()
    }
  })
  let isClosed = false
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!isClosed && !(relatedTarget instanceof Node && form.contains(relatedTarget))) onLeave()
  })
  document.querySelector('.stage-layer')?.append(form)
  placeAbove(form, beside)
  input.focus({ preventScroll: true })
  input.select()
  return () => {
    isClosed = true
    form.remove()
  }
}

function makeButton(label: string): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'stage-tool'
  button.textContent = label
  return button
}
