import type { Block, Change } from '../documents/document.ts'
import { notify } from '../ui/notify.tsx'
import { blockName } from './blockWords.ts'
import { duplicate, moveBy } from './changes.ts'
import type { DocumentEditor } from './editor.ts'

export type BlockActions = ReturnType<typeof blockActionsOf>

/** Actions on a block, shared by the list, the page, the panel and keyboard shortcuts. */
export function blockActionsOf(
  editor: DocumentEditor,
  choose: (blockId: string | undefined) => void,
  { canLock }: { canLock: boolean },
) {
  const isFixed = (change: Change) =>
    !canLock &&
    'blockId' in change &&
    editor.getState().document.blocks.some(({ id, locked }) => locked && id === change.blockId)
  const change = (changes: Change[], key?: string) => {
    if (changes.some(isFixed)) return notify('The page has locked this block')
    editor.change(changes, key)
  }
  return {
    canLock,
    change,
    add(block: Block, afterId: string | null) {
      change([{ type: 'addBlock', block, afterId }])
      choose(block.id)
    },
    move(block: Block, by: 1 | -1) {
      const step = moveBy(editor.getState().document, block.id, by)
      if (step) change([step])
    },
    duplicate(block: Block) {
      const step = duplicate(block)
      change([step])
      if (step.type === 'addBlock') choose(step.block.id)
    },
    hide(block: Block) {
      const set = (hidden: boolean) => change([{ type: 'updateBlock', blockId: block.id, props: {}, hidden }])
      set(!block.hidden)
      const undo = () => set(block.hidden === true)
      notify(`${block.hidden ? 'Showed' : 'Hid'} ${blockName(block)}`, { undo })
    },
    lock(block: Block) {
      change([{ type: 'updateBlock', blockId: block.id, props: {}, locked: !block.locked }])
    },
    remove(block: Block) {
      const { blocks } = editor.getState().document
      const place = blocks.findIndex(({ id }) => id === block.id)
      change([{ type: 'removeBlock', blockId: block.id }])
      choose((blocks[place + 1] ?? blocks[place - 1])?.id)
      const afterId = blocks[place - 1]?.id ?? null
      notify(`Removed ${blockName(block)}`, { undo: () => this.add(block, afterId) })
    },
  }
}

/** Runs a toolbar action by its id. */
export function runTool(id: string, actions: ReturnType<typeof blockActionsOf>, block: Block | undefined) {
  if (!block) return
  if (id === 'up') actions.move(block, -1)
  else if (id === 'down') actions.move(block, 1)
  else if (id === 'lock') actions.lock(block)
  else if (id === 'hide') actions.hide(block)
  else if (id === 'duplicate') actions.duplicate(block)
  else if (id === 'remove') actions.remove(block)
}
