import { placeBoxes } from './boxes.ts'
import { sectionOf, state, tell, textEditorUrl, textsAt } from './dom.ts'
import { endChange, showWaiting } from './draw.ts'
import type { EditOrder } from './messages.ts'
import { lastClick, limitTabOrder, point } from './point.ts'
import type { openTextEditor } from './textEditor.ts'

// In-place editing of texts. The editor is loaded on first use.

type TextEditorModule = { openTextEditor: typeof openTextEditor }
let loading: Promise<TextEditorModule> | undefined
let orders = 0

export function loadTextEditor(): Promise<TextEditorModule> {
  loading ??= (import(textEditorUrl) as Promise<TextEditorModule>).catch((error) => {
    loading = undefined
    throw error
  })
  return loading
}

export async function edit(order: EditOrder): Promise<void> {
  const number = ++orders
  const module = await loadTextEditor().catch(() => undefined)
  if (number !== orders) return
  if (!module) return tell({ type: 'editFailed' })
  state.editing?.finish(false)
  const section = sectionOf(order.blockId)
  const [node] = textsAt(section, order.path)
  if (!section || !node) return
  open(module, order, section, node)
}

function open(
  { openTextEditor }: TextEditorModule,
  order: EditOrder,
  section: HTMLElement,
  node: HTMLElement,
): void {
  const { blockId, path, live } = order
  const editor = openTextEditor(hostOf(node, order.kind === 'paragraphs'), {
    ...order,
    caret: performance.now() - lastClick.at < 1_500 ? lastClick : undefined,
    onTyped: (text) => live && tell({ type: 'typing', blockId, path, text }),
    onPlaceholder: live ? (at) => tell({ type: 'placeholder', at }) : undefined,
    onShortcut: ({ key, ctrlKey, metaKey, shiftKey }) => {
      finish(true)
      tell({ type: 'shortcut', key, ctrlKey, metaKey, altKey: false, shiftKey })
    },
    onDone: (isKept) => finish(isKept),
  })
  const finish = (isKept: boolean) => {
    if (state.editing?.order !== order) return
    state.editing = undefined
    const text = editor.close()
    const isChanged = isKept && text !== undefined
    endChange(section, isChanged)
    limitTabOrder()
    placeBoxes()
    tell({ type: 'edited', blockId, path, text: isChanged ? text : null })
    showWaiting()
  }
  state.editing = { order, node: editor.node, finish, insertPlaceholder: editor.insertPlaceholder }
  point(undefined)
  placeBoxes()
}

/** The element whose content is edited. Paragraphs get a separate element. */
function hostOf(node: HTMLElement, isParagraphs: boolean): HTMLElement {
  const host = node.parentElement
  if (isParagraphs && host) return host
  if (node.tagName !== 'BUTTON') return node
  // Within a button, browsers don't accept all keys.
  const inside = document.createElement('span')
  node.replaceChildren(inside)
  return inside
}
