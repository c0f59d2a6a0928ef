import type { EditorView } from 'prosemirror-view'
import { isMarked, linkAt, toggle } from '../richText/commands.ts'
import type { TextKind } from '../richText/schema.ts'

type TextTool = { label: string; keys?: string; icon: string; isOn?: () => boolean; run: () => void }
type TextToolHandlers = { onLink: () => void; onPlaceholder: (() => void) | undefined }

const draw = (paths: string) =>
  `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths}</svg>`
const icons = {
  bold: draw('<path d="M6 12h9a4 4 0 0 1 0 8H7a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1h7a4 4 0 0 1 0 8"/>'),
  italic: draw('<path d="M19 4h-9M14 20H5M15 4 9 20"/>'),
  link: draw('<path d="M9 17H7A5 5 0 0 1 7 7h2"/><path d="M15 7h2a5 5 0 1 1 0 10h-2"/><path d="M8 12h8"/>'),
  placeholder: draw(
    '<path d="M8 3H7a2 2 0 0 0-2 2v5a2 2 0 0 1-2 2 2 2 0 0 1 2 2v5a2 2 0 0 0 2 2h1"/><path d="M16 21h1a2 2 0 0 0 2-2v-5a2 2 0 0 1 2-2 2 2 0 0 1-2-2V5a2 2 0 0 0-2-2h-1"/>',
  ),
}
const mod = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl+'

/** A toolbar above the text with the formats of its kind: bold, italic, link, placeholder. */
export function makeTextTools(view: EditorView, kind: TextKind, { onLink, onPlaceholder }: TextToolHandlers) {
  const mark = (name: 'bold' | 'italic', label: string, key: string): TextTool => ({
    label,
    keys: mod + key,
    icon: icons[name],
    isOn: () => isMarked(view.state, name),
    run: () => toggle(name)(view.state, view.dispatch),
  })
  const tools: TextTool[] = [
    ...(kind === 'text'
      ? []
      : [
          mark('bold', 'Bold', 'B'),
          mark('italic', 'Italic', 'I'),
          {
            label: 'Link',
            keys: `${mod}K`,
            icon: icons.link,
            isOn: () => linkAt(view.state) !== undefined,
            run: onLink,
          },
        ]),
    ...(onPlaceholder
      ? [{ label: 'Placeholder', keys: '{', icon: icons.placeholder, run: onPlaceholder }]
      : []),
  ]
  const bar = document.createElement('div')
  bar.className = 'stage-bar stage-text-bar'
  bar.setAttribute('role', 'toolbar')
  bar.setAttribute('aria-label', 'Text')
  const buttons = tools.map((tool) => makeButton(tool, view))
  bar.append(...buttons)
  bar.hidden = tools.length === 0
  document.querySelector('.stage-layer')?.append(bar)
  const update = () => {
    for (const [index, { isOn }] of tools.entries())
      if (isOn) buttons[index]?.setAttribute('aria-pressed', String(isOn()))
    placeAbove(bar, view.dom)
  }
  const watch = new ResizeObserver(update)
  watch.observe(view.dom)
  document.addEventListener('selectionchange', update)
  return {
    update,
    remove() {
      watch.disconnect()
      document.removeEventListener('selectionchange', update)
      bar.remove()
    },
  }
}

function makeButton({ label, keys, icon, run }: TextTool, view: EditorView): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'stage-tool'
  button.title = keys ? `${label} (${keys})` : label
  button.setAttribute('aria-label', label)
  button.innerHTML = icon
  // The text keeps the focus.
  button.addEventListener('mousedown', (event) => event.preventDefault())
  button.addEventListener('click', () => {
    if (!view.hasFocus()) view.focus()
    run()
  })
  return button
}

const gap = 10

/** Above a text, or below one at the top of the page, within the sides of the window. */
export function placeAbove(box: HTMLElement, node: Element): void {
  const { left, top, bottom } = node.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = box
  const rightmost = document.documentElement.clientWidth - width - gap
  const isBelow = top - height - gap < 0
  Object.assign(box.style, {
    left: `${Math.max(gap, Math.min(left, rightmost)) + scrollX}px`,
    top: `${(isBelow ? bottom + gap : top - height - gap) + scrollY}px`,
  })
}
