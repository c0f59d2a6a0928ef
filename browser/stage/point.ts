import { placeBoxes } from './boxes.ts'
import { closest, find, layer, main, state, tell } from './dom.ts'
import type { Element } from './messages.ts'

// Selection of elements by pointer and keyboard.

/** The last click: a text that is edited next gets its caret there. */
export const lastClick = { x: 0, y: 0, at: 0 }

// Tab enters the page once; arrow keys move between texts.

function texts(): HTMLElement[] {
  const all = main.querySelectorAll<HTMLElement>('[data-path]')
  return [...all].filter((node) => node.getClientRects().length > 0)
}

/** Removes everything except one text from the tab order. */
export function limitTabOrder(): void {
  for (const node of document.querySelectorAll<HTMLElement>(
    'a, button, input, select, textarea, summary, [tabindex], iframe, video',
  ))
    if (!layer.contains(node)) node.tabIndex = -1
  const all = texts()
  for (const node of all) node.tabIndex = -1
  const current = (state.choice && find(state.choice)) || all[0]
  if (current) current.tabIndex = 0
}

function elementAt(target: EventTarget | null): Element | undefined {
  const section = closest(target, '[data-block-id]')
  if (!section) return undefined
  const node = closest(target, '[data-path]') ?? section
  const text = (node.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 300)
  const { path } = node.dataset
  return { blockId: section.dataset.blockId ?? '', ...(path ? { path } : {}), text }
}

export function choose(element: Element | null): void {
  state.choice = element ?? undefined
  limitTabOrder()
  placeBoxes()
}

export function point(target: EventTarget | null | undefined, isTold = false): void {
  const node = pointedBy(target)
  if (node === state.pointed) return
  state.pointed = node
  placeBoxes()
  if (state.editor && !isTold)
    tell({ type: 'pointed', blockId: closest(node, '[data-block-id]')?.dataset.blockId ?? null })
}

/** The block editor selects blocks, and texts within the selected one. */
function pointedBy(target: EventTarget | null | undefined): HTMLElement | undefined {
  const section = closest(target, '[data-block-id]')
  if (state.editor && section?.dataset.blockId !== state.choice?.blockId) return section
  return closest(target, '[data-path]') ?? section
}

document.addEventListener('pointerover', ({ target, pointerType }) => {
  if (pointerType !== 'touch') point(target)
})
document.documentElement.addEventListener('pointerleave', () => point(undefined))
document.addEventListener('focusin', ({ target }) => point(target))
document.addEventListener('focusout', () => point(undefined))

for (const type of ['click', 'dblclick', 'auxclick', 'submit', 'dragstart'])
  document.addEventListener(type, listen, true)

function listen(event: Event): void {
  const { type, target } = event
  if (!(target instanceof Node) || layer.contains(target)) return
  if (state.editing?.node.contains(target)) {
    // A click sets the caret, but doesn't follow links or open answers.
    if (type === 'click' || type === 'auxclick') event.preventDefault()
    return
  }
  // Answers of questions can be opened, as they are not visible otherwise.
  if (type !== 'click' || !closest(target, 'summary')) event.preventDefault()
  if (!(event instanceof MouseEvent)) return
  const isTwice = type === 'dblclick'
  if (!isTwice && (type !== 'click' || event.detail >= 2)) return
  Object.assign(lastClick, { x: event.clientX, y: event.clientY, at: performance.now() })
  tell({ type: 'clicked', element: elementAt(target) ?? null, twice: isTwice })
}

document.addEventListener('keydown', (event) => {
  const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event
  if (state.editing || !(target instanceof HTMLElement) || layer.contains(target)) return
  if (state.editor) forwardKey(event)
  else if (key === 'Escape') tell({ type: 'clicked', element: null, twice: false })
  else if ((key === 'Enter' || key === ' ') && target.dataset.path) {
    event.preventDefault()
    tell({ type: 'clicked', element: elementAt(target) ?? null, twice: false })
  } else if (key === 'ArrowDown' || key === 'ArrowUp') walk(event, target)
  else if (key.length === 1 || metaKey || ctrlKey) {
    tell({ type: 'shortcut', key, ctrlKey, metaKey, altKey, shiftKey })
    if (key.toLowerCase() === 'k' || key === '.') event.preventDefault()
  }
})

function walk(event: KeyboardEvent, target: HTMLElement): void {
  const all = texts()
  const next = all[all.indexOf(target) + (event.key === 'ArrowDown' ? 1 : -1)]
  if (!next || !all.includes(target)) return
  event.preventDefault()
  target.tabIndex = -1
  next.tabIndex = 0
  next.focus()
}

/** Forwards the shortcuts of the block editor; others are left to the browser. */
function forwardKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  const isKnown = /^(Escape|Enter|Arrow(Up|Down)|Delete|Backspace)$/.test(key)
  if (!isKnown && key.length !== 1) return
  if (isKnown || ((ctrlKey || metaKey) && /^[zydk.]$/i.test(key))) event.preventDefault()
  tell({ type: 'shortcut', key, ctrlKey, metaKey, altKey, shiftKey })
}
