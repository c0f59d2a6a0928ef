// The script of the stage: shows the page that the console sends, reports clicks and selections, and edits texts in
// place. The console decides what a click means. Messages from other origins are ignored.
import { placeBoxes, setEditor, setScale } from './boxes.ts'
import { layer, main, origin, sectionOf, state, tell } from './dom.ts'
import { reveal, setDifferences, show } from './draw.ts'
import { edit, loadTextEditor } from './edit.ts'
import type { StageOrder } from './messages.ts'
import { choose, point } from './point.ts'

document.body.prepend(main)
document.body.append(layer)

function carryOut(order: StageOrder): void {
  if (order.type === 'show') show(order)
  else if (order.type === 'choose') choose(order.element)
  else if (order.type === 'edit') void edit(order)
  else if (order.type === 'reveal') reveal(order.blockId)
  else if (order.type === 'scale') setScale(order.scale)
  else if (order.type === 'point') point(order.blockId ? sectionOf(order.blockId) : undefined, true)
  else if (order.type === 'insertPlaceholder') state.editing?.insertPlaceholder(order.name)
  else if (order.type === 'differences') setDifferences(order.blocks, order.numbers)
  else if (order.type === 'editor') {
    setEditor(order)
    // In the block editor, a text is likely to be edited soon.
    loadTextEditor().catch(() => {})
  }
}

addEventListener('message', ({ origin: sender, source, data }) => {
  if (sender !== origin || source !== parent || typeof data !== 'object' || data === null) return
  carryOut(data as StageOrder)
})
addEventListener('scroll', () => tell({ type: 'sources', blockId: null }), { passive: true })
placeBoxes()
tell({ type: 'ready' })
