import type { Block } from '../documents/document.ts'
import type { StageTool } from '../documents/stage.ts'

const draw = (paths: string) =>
  `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths}</svg>`

const lock = '<rect width="18" height="11" x="3" y="11" rx="2"/>'
const eye =
  '<path d="M2.06 12.35a1 1 0 0 1 0-.7 10.75 10.75 0 0 1 19.88 0 1 1 0 0 1 0 .7 10.75 10.75 0 0 1-19.88 0"/><circle cx="12" cy="12" r="3"/>'
const icons = {
  up: draw('<path d="m5 12 7-7 7 7"/><path d="M12 19V5"/>'),
  down: draw('<path d="M12 5v14"/><path d="m19 12-7 7-7-7"/>'),
  locked: draw(`${lock}<path d="M7 11V7a5 5 0 0 1 10 0v4"/>`),
  unlocked: draw(`${lock}<path d="M7 11V7a5 5 0 0 1 9.9-1"/>`),
  hide: draw(eye),
  copy: draw(
    '<rect width="14" height="14" x="8" y="8" rx="2"/><path d="M4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2"/>',
  ),
  remove: draw(
    '<path d="M3 6h18"/><path d="M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6"/><path d="M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2"/>',
  ),
  ask: draw(
    '<path d="M9.94 15.5A2 2 0 0 0 8.5 14.06l-6.14-1.58a.5.5 0 0 1 0-.96L8.5 9.94A2 2 0 0 0 9.94 8.5l1.58-6.14a.5.5 0 0 1 .96 0l1.58 6.14a2 2 0 0 0 1.44 1.44l6.14 1.58a.5.5 0 0 1 0 .96l-6.14 1.58a2 2 0 0 0-1.44 1.44l-1.58 6.14a.5.5 0 0 1-.96 0z"/>',
  ),
}

/** The toolbar buttons of a block on the page. */
export function toolsFor(
  block: Block,
  { canLock, canAsk }: { canLock: boolean; canAsk: boolean },
): StageTool[] {
  return [
    { id: 'up', label: 'Move up', icon: icons.up },
    { id: 'down', label: 'Move down', icon: icons.down },
    ...(canLock
      ? [
          {
            id: 'lock',
            label: block.locked ? 'Unlock' : 'Lock for audiences',
            icon: block.locked ? icons.locked : icons.unlocked,
            isPressed: block.locked === true,
          },
        ]
      : []),
    { id: 'hide', label: 'Hide from visitors', icon: icons.hide },
    { id: 'duplicate', label: 'Duplicate', icon: icons.copy },
    { id: 'remove', label: 'Remove', icon: icons.remove },
    ...(canAsk ? [{ id: 'ask', label: 'Ask for a change', icon: icons.ask, hasText: true }] : []),
  ]
}
