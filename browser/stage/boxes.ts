import { find, layer, make, sectionOf, state, tell } from './dom.ts'
import type { ChangeNumber, EditorOrder, StageTool } from './messages.ts'
import { nameOf } from './names.ts'

// The overlay on the page: outlines, the tools of the selected block, and markers of blocks with sources.

const hover = makeBox('stage-hover')
const chosen = makeBox('stage-chosen')
const bar = make('div', 'stage-bar')
const plus = make('button', 'stage-plus')
const marks = new Map<string, HTMLButtonElement>()
const numbers = new Map<string, HTMLElement>()

function makeBox(look: string): HTMLElement {
  const box = make('div', `stage-box ${look}`)
  box.hidden = true
  box.setAttribute('aria-hidden', 'true')
  box.append(make('span', 'stage-name'))
  layer.append(box)
  return box
}

/** The overlay keeps its size when the console scales the page down. */
export function setScale(scale: number): void {
  state.scale = scale
  document.documentElement.style.setProperty('--scale', String(scale))
  placeBoxes()
}

export function placeBoxes(): void {
  const node = state.choice && find(state.choice)
  placeTools(node)
  place(chosen, node)
  place(hover, state.pointed === node ? undefined : state.pointed)
  for (const [blockId, button] of marks) placeMark(button, sectionOf(blockId))
  for (const [blockId, number] of numbers) placeNumber(number, sectionOf(blockId))
}

function place(box: HTMLElement, node: HTMLElement | undefined): void {
  box.hidden = !node?.isConnected || Boolean(state.editing)
  if (box.hidden || !node) return
  const { editor, scale } = state
  const isWhole = !node.dataset.path
  box.classList.toggle('stage-whole', isWhole)
  const { left, top, width, height } = node.getBoundingClientRect()
  const inset = isWhole && !editor ? 6 : 0
  Object.assign(box.style, {
    left: `${left + scrollX + inset}px`,
    top: `${top + scrollY + inset}px`,
    width: `${width - inset * 2}px`,
    height: `${height - inset * 2}px`,
    outlineOffset: isWhole ? (editor ? `${-2 / scale}px` : '0') : '4px',
  })
  box.classList.toggle('stage-under', top + scrollY < 40 / scale)
  if (box.firstChild) box.firstChild.textContent = labelOf(node)
}

function labelOf(node: HTMLElement): string {
  const section = node.closest<HTMLElement>('[data-block-id]') ?? undefined
  const { path } = node.dataset
  return (!path && state.editor?.names[section?.dataset.blockId ?? '']) || nameOf(path, section?.classList[1])
}

/** The tools are inside the top edge of the selected block, the plus on its bottom edge. */
function placeTools(node: HTMLElement | undefined): void {
  const { editor, editing, scale } = state
  const section = editor && !editing ? node?.closest('[data-block-id]') : undefined
  bar.hidden = plus.hidden = !section || bar.childElementCount === 0
  if (bar.hidden || !section) return
  const { top, bottom, right, left } = section.getBoundingClientRect()
  const side = document.documentElement.clientWidth - right
  Object.assign(bar.style, { top: `${top + scrollY + 10 / scale}px`, right: `${side + 10 / scale}px` })
  Object.assign(plus.style, { top: `${bottom + scrollY}px`, left: `${(left + right) / 2}px` })
}

export function setEditor({ names, tools }: EditorOrder): void {
  state.editor = { names }
  layer.classList.add('stage-blocks')
  bar.replaceChildren(...tools.map(makeTool))
  placeBoxes()
}

function makeTool({ id, label, icon, isPressed, hasText }: StageTool): HTMLElement {
  const button = make('button', hasText ? 'stage-tool stage-ask' : 'stage-tool')
  button.type = 'button'
  button.title = label
  button.innerHTML = icon
  if (hasText) button.append(label)
  else button.setAttribute('aria-label', label)
  if (isPressed) button.setAttribute('aria-pressed', 'true')
  button.addEventListener('click', () => {
    if (state.choice) tell({ type: 'tool', id, blockId: state.choice.blockId })
  })
  return button
}

export function drawSources(): void {
  const sourced = state.page?.blocks.filter(({ sources }) => sources > 0) ?? []
  for (const [blockId, button] of marks) {
    if (sourced.some((block) => block.blockId === blockId)) continue
    button.remove()
    marks.delete(blockId)
  }
  for (const { blockId, sources } of sourced) {
    const button = marks.get(blockId) ?? makeMark(blockId)
    button.textContent = String(sources)
    button.setAttribute('aria-label', sources === 1 ? '1 source' : `${sources} sources`)
    marks.set(blockId, button)
    layer.append(button)
  }
}

function makeMark(blockId: string): HTMLButtonElement {
  const button = make('button', 'stage-source')
  button.type = 'button'
  const open = (pinned: boolean) => {
    const { left, top, right, bottom } = button.getBoundingClientRect()
    tell({ type: 'sources', blockId, pinned, at: { left, top, right, bottom } })
  }
  button.addEventListener('pointerenter', ({ pointerType }) => pointerType !== 'touch' && open(false))
  button.addEventListener('focus', () => open(false))
  button.addEventListener('click', () => open(true))
  button.addEventListener('pointerleave', () => tell({ type: 'sources', blockId: null }))
  button.addEventListener('blur', () => tell({ type: 'sources', blockId: null }))
  return button
}

/** The numbers of changes in the list beside the page. */
export function setNumbers(given: Record<string, ChangeNumber>): void {
  for (const number of numbers.values()) number.remove()
  numbers.clear()
  for (const [blockId, { value, label }] of Object.entries(given)) {
    const number = make('span', 'stage-number')
    number.textContent = String(value)
    number.title = label
    number.setAttribute('role', 'img')
    number.setAttribute('aria-label', label)
    numbers.set(blockId, number)
    layer.append(number)
  }
  placeBoxes()
}

function placeNumber(number: HTMLElement, section: HTMLElement | undefined): void {
  number.hidden = !section
  if (!section) return
  const { top, left } = section.getBoundingClientRect()
  Object.assign(number.style, {
    top: `${top + scrollY + 10 / state.scale}px`,
    left: `${left + scrollX + 14 / state.scale}px`,
  })
}

/** In the margin, like a footnote number. */
function placeMark(button: HTMLElement, section: HTMLElement | undefined): void {
  if (!section) return
  const { top, right } = section.getBoundingClientRect()
  const side = document.documentElement.clientWidth - right
  // Below the tools of the selected block, which are in the same corner.
  const inset = !bar.hidden && section.dataset.blockId === state.choice?.blockId ? 54 : 10
  Object.assign(button.style, {
    top: `${top + scrollY + inset / state.scale}px`,
    right: `${side + 10 / state.scale}px`,
  })
  button.classList.toggle('stage-near', section.contains(state.pointed ?? null))
}

bar.hidden = plus.hidden = true
bar.setAttribute('role', 'toolbar')
bar.setAttribute('aria-label', 'Block')
plus.type = 'button'
plus.title = 'Insert a block below'
plus.setAttribute('aria-label', 'Insert a block below')
plus.append(make('span', 'stage-cross'))
plus.addEventListener('click', () => {
  const { left, top } = plus.getBoundingClientRect()
  tell({ type: 'insert', afterId: state.choice?.blockId ?? null, at: { left, bottom: top } })
})
layer.append(bar, plus)
new ResizeObserver(placeBoxes).observe(document.body)
addEventListener('toggle', placeBoxes, true)
