import { Copy, Eye, EyeOff, Lock, LockOpen, MoreHorizontal, Trash2 } from 'lucide-react'
import type { Block } from '../documents/document.ts'
import { IconButton } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Menu, MenuItem, MenuLine } from '../ui/Menu.tsx'
import type { BlockActions } from './blockActions.ts'
import { blockTypeWords } from './blockWords.ts'

export function TypeIcon({ block, className }: { block: Block; className?: string }) {
  const { icon: Icon } = blockTypeWords(block.type)
  return <Icon aria-hidden className={cx('size-4 shrink-0', className ?? 'text-quiet')} strokeWidth={1.75} />
}

type MenuProps = { block: Block; name: string; actions: BlockActions; className?: string }

export function BlockMenu({ block, name, actions, className }: MenuProps) {
  return (
    <Menu
      trigger={
        <IconButton
          icon={MoreHorizontal}
          label={`More actions for ${name}`}
          size="sm"
          {...(className && { className })}
        />
      }
    >
      <MenuItem icon={Copy} keys="mod+d" onSelect={() => actions.duplicate(block)}>
        Duplicate
      </MenuItem>
      <MenuItem icon={block.hidden ? Eye : EyeOff} keys="h" onSelect={() => actions.hide(block)}>
        {block.hidden ? 'Show to visitors' : 'Hide from visitors'}
      </MenuItem>
      {actions.canLock && (
        <MenuItem icon={block.locked ? LockOpen : Lock} keys="l" onSelect={() => actions.lock(block)}>
          {block.locked ? 'Unlock' : 'Lock for audiences'}
        </MenuItem>
      )}
      <MenuLine />
      <MenuItem icon={Trash2} danger onSelect={() => actions.remove(block)}>
        Remove
      </MenuItem>
    </Menu>
  )
}
