import { useSortable } from '@dnd-kit/sortable'
import { Eye, EyeOff, GripVertical, Lock, Users } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { exactNumber } from '../api/locale.ts'
import type { Block } from '../documents/document.ts'
import { IconButton } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { BlockMenu, TypeIcon } from './BlockMenu.tsx'
import type { BlockActions } from './blockActions.ts'
import { blockName } from './blockWords.ts'

export type RowProps = {
  block: Block
  chosen: string | undefined
  pointed: string | undefined
  /** How many audiences changed each block. Releasing a change to such a block may cause conflicts. */
  changedBy: ReadonlyMap<string, number> | undefined
  canEdit: boolean
  actions: BlockActions
  onChoose: (blockId: string) => void
  onPoint: (blockId: string | undefined) => void
}

/** A block in the list: a click on its name selects it, its handle moves it. */
export function BlockRow({
  block,
  chosen,
  pointed,
  changedBy,
  canEdit,
  actions,
  onChoose,
  onPoint,
}: RowProps) {
  const audiences = changedBy?.get(block.id)
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    isDragging,
    isOver,
    isSorting,
    activeIndex,
    index,
  } = useSortable({ id: block.id, disabled: !canEdit })
  const isChosen = chosen === block.id
  const node = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isChosen) node.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  const name = blockName(block)
  return (
    <li
      ref={(element) => {
        node.current = element
        setNodeRef(element)
      }}
      onPointerEnter={() => onPoint(block.id)}
      onPointerLeave={() => onPoint(undefined)}
      className={cx(
        'group relative flex h-8 items-center rounded-md text-sm max-lg:h-11',
        isChosen ? 'bg-tint font-medium' : pointed === block.id ? 'bg-sunken' : 'hover:bg-sunken',
        isDragging && 'opacity-40',
        block.hidden && 'text-faint',
        isOver &&
          isSorting &&
          !isDragging &&
          'after:absolute after:inset-x-1 after:h-0.5 after:rounded-full after:bg-accent',
        isOver && (activeIndex < index ? 'after:-bottom-px' : 'after:-top-px'),
      )}
    >
      {canEdit && (
        <button
          type="button"
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          aria-label={`Move ${name}`}
          className="grid h-full w-6 shrink-0 cursor-grab touch-none place-items-center text-faint opacity-0 group-hover:opacity-100 focus-visible:opacity-100 max-lg:opacity-100"
        >
          <GripVertical aria-hidden className="size-3.5" />
        </button>
      )}
      <button
        type="button"
        aria-current={isChosen || undefined}
        onClick={() => onChoose(block.id)}
        className={cx(
          'flex h-full min-w-0 flex-1 items-center gap-2.5 rounded-md text-start focus-visible:-outline-offset-2',
          !canEdit && 'ps-3',
        )}
      >
        <TypeIcon block={block} {...(isChosen && { className: 'text-accent' })} />
        <span className="truncate" dir="auto">
          {name}
        </span>
      </button>
      <span className="flex shrink-0 items-center gap-1.5 ps-1.5 pe-2 text-faint group-hover:invisible max-lg:group-hover:visible">
        {audiences !== undefined && (
          <span
            title={`${audiences} ${audiences === 1 ? 'audience' : 'audiences'} changed this block`}
            className="flex items-center gap-1 text-xs tabular-nums"
          >
            <Users aria-hidden className="size-3.5" />
            {exactNumber(audiences)}
            <span className="sr-only">{audiences === 1 ? 'audience' : 'audiences'} changed it</span>
          </span>
        )}
        {block.locked && (
          <Lock
            aria-label="Locked"
            role="img"
            className={cx('size-3.5', canEdit && actions.canLock && 'lg:hidden')}
          />
        )}
        {block.hidden && (
          <EyeOff aria-label="Hidden" role="img" className={cx('size-3.5', canEdit && 'lg:hidden')} />
        )}
      </span>
      {canEdit && <span className={cx('shrink-0 max-lg:hidden', roomOf(block, actions))} />}
      {canEdit && <RowTools block={block} name={name} actions={actions} isChosen={isChosen} />}
    </li>
  )
}

type ToolsProps = { block: Block; name: string; actions: BlockActions; isChosen: boolean }

/** The width of the buttons that are always visible, for locked and hidden blocks. */
function roomOf({ locked, hidden }: Block, { canLock }: BlockActions): string {
  if (locked && canLock) return 'w-12'
  return hidden ? 'w-6' : ''
}

/**
 * The buttons cover the end of the name. Those of locked and hidden blocks are always visible and keep their place on
 * hover; clicks between buttons select the block.
 */
function RowTools({ block, name, actions, isChosen }: ToolsProps) {
  const shown =
    'group-hover:opacity-100 group-focus-within/tools:opacity-100 group-has-data-[state=open]/tools:opacity-100'
  const button = (isAlwaysSeen: boolean | undefined) =>
    cx('pointer-events-auto size-6!', !isAlwaysSeen && `opacity-0 ${shown}`)
  return (
    <span className="group/tools pointer-events-none isolate absolute inset-y-0 end-0 flex items-center ps-6 pe-1 max-lg:static max-lg:ps-0">
      <span
        className={cx(
          'absolute inset-0 -z-10 rounded-e-md bg-linear-to-l from-75% to-transparent opacity-0 max-lg:hidden',
          isChosen ? 'from-tint' : 'from-sunken',
          shown,
        )}
      />
      <BlockMenu
        block={block}
        name={name}
        actions={actions}
        className={cx(button(false), 'max-lg:size-10! max-lg:opacity-100')}
      />
      {block.locked && actions.canLock && (
        <IconButton
          icon={Lock}
          label={`Unlock ${name}`}
          size="sm"
          className={cx(button(true), 'max-lg:hidden')}
          onClick={() => actions.lock(block)}
        />
      )}
      <IconButton
        icon={block.hidden ? EyeOff : Eye}
        label={block.hidden ? `Show ${name}` : `Hide ${name}`}
        size="sm"
        className={cx(button(block.hidden), 'max-lg:hidden')}
        onClick={() => actions.hide(block)}
      />
    </span>
  )
}
