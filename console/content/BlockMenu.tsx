import { Copy, Eye, EyeOff, Lock, LockOpen, MoreHorizontal, Trash2 } from 'lucide-react'
import type { Block } from '../documents/document.ts'
import { IconButton } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Menu, MenuItem, MenuLine } from '../ui/Menu.tsx'
import { wordsFor } from './blockWords.ts'
import type { BlockDeeds } from './deeds.ts'

export function TypeIcon({ block, className }: { block: Block; className?: string }) {
  const { icon: Icon } = wordsFor(block.type)
  return <Icon aria-hidden className={cx('size-4 shrink-0', className ?? 'text-quiet')} strokeWidth={1.75} />
}

type MenuProps = { block: Block; name: string; deeds: BlockDeeds; className?: string }

export function BlockMenu({ block, name, deeds, className }: MenuProps) {
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
      <MenuItem icon={Copy} keys="mod+d" onSelect={() => deeds.duplicate(block)}>
        Duplicate
      </MenuItem>
      <MenuItem icon={block.hidden ? Eye : EyeOff} keys="h" onSelect={() => deeds.hide(block)}>
        {block.hidden ? 'Show to visitors' : 'Hide from visitors'}
      </MenuItem>
      {deeds.canLock && (
        <MenuItem icon={block.locked ? LockOpen : Lock} keys="l" onSelect={() => deeds.lock(block)}>
          {block.locked ? 'Unlock' : 'Lock for audiences'}
        </MenuItem>
      )}
      <MenuLine />
      <MenuItem icon={Trash2} danger onSelect={() => deeds.remove(block)}>
        Remove
      </MenuItem>
    </Menu>
  )
}
