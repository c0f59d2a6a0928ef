import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import {
  Copy,
  Eye,
  EyeOff,
  GripVertical,
  Lock,
  LockOpen,
  MoreHorizontal,
  Plus,
  Trash2,
  Users,
} from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { exactNumber } from '../api/locale.ts'
import type { Block, Document } from '../documents/document.ts'
import { IconButton } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { Menu, MenuItem, MenuLine } from '../ui/Menu.tsx'
import { nameOf, wordsFor } from './blockWords.ts'
import { moveTo } from './changes.ts'
import type { BlockDeeds } from './deeds.ts'

type Props = {
  document: Document
  chosen: string | undefined
  pointed: string | undefined
  /** How many audiences changed a block: a release of a change there may have to ask. */
  changedBy: ReadonlyMap<string, number> | undefined
  canEdit: boolean
  deeds: BlockDeeds
  onChoose: (blockId: string) => void
  onPoint: (blockId: string | undefined) => void
  onInsert: (anchor: DOMRect) => void
}

/** The blocks of the page in order: dragged, by pointer or keys, to where they belong. */
export function BlockList({ document, deeds, onInsert, canEdit, ...row }: Props) {
  const [dragged, setDragged] = useState<string>()
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const { blocks } = document
  const names = new Map(blocks.map((block) => [block.id, nameOf(block)]))
  const drop = ({ active, over }: DragEndEvent) => {
    setDragged(undefined)
    const place = blocks.findIndex(({ id }) => id === over?.id)
    const change = place === -1 ? undefined : moveTo(document, String(active.id), place)
    if (change) deeds.change([change])
  }
  const lifted = blocks.find(({ id }) => id === dragged)
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragStart={({ active }) => setDragged(String(active.id))}
        onDragEnd={drop}
        onDragCancel={() => setDragged(undefined)}
        accessibility={{ announcements: announcementsFor(names) }}
      >
        <SortableContext items={blocks.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
          <ol aria-label="Blocks" className="thin-scroll min-h-0 flex-1 space-y-px overflow-y-auto p-2">
            {blocks.map((block) => (
              <Row key={block.id} block={block} deeds={deeds} canEdit={canEdit} {...row} />
            ))}
            {canEdit && (
              <li>
                <button
                  type="button"
                  aria-keyshortcuts="/"
                  onClick={({ currentTarget }) => onInsert(currentTarget.getBoundingClientRect())}
                  className="mt-1 flex h-8 w-full items-center gap-2.5 rounded-md ps-6 pe-2 text-sm text-quiet hover:bg-hover hover:text-ink max-lg:h-11"
                >
                  <Plus aria-hidden className="size-4" />
                  <span className="flex-1 text-start">Insert block</span>
                  <Kbd keys="/" />
                </button>
              </li>
            )}
          </ol>
        </SortableContext>
        <DragOverlay dropAnimation={null}>
          {lifted && (
            <div className="flex h-8 rotate-2 items-center gap-2.5 rounded-md bg-raised ps-6 pe-3 text-sm font-medium shadow-float">
              <TypeIcon block={lifted} />
              <span className="truncate">{nameOf(lifted)}</span>
            </div>
          )}
        </DragOverlay>
      </DndContext>
      <p className="border-t border-line px-4 py-2.5 text-xs text-quiet max-lg:hidden">
        {blocks.length} {blocks.length === 1 ? 'block' : 'blocks'}
      </p>
    </div>
  )
}

function announcementsFor(names: Map<string, string>) {
  const name = (id: string | number) => names.get(String(id)) ?? 'the block'
  return {
    onDragStart: ({ active }: { active: { id: string | number } }) => `Lifted ${name(active.id)}.`,
    onDragOver: ({
      active,
      over,
    }: {
      active: { id: string | number }
      over: { id: string | number } | null
    }) => (over ? `${name(active.id)} is over ${name(over.id)}.` : undefined),
    onDragEnd: ({ active }: { active: { id: string | number } }) => `Dropped ${name(active.id)}.`,
    onDragCancel: ({ active }: { active: { id: string | number } }) =>
      `${name(active.id)} was returned to its place.`,
  }
}

export function TypeIcon({ block, className }: { block: Block; className?: string }) {
  const { icon: Icon } = wordsFor(block.type)
  return <Icon aria-hidden className={cx('size-4 shrink-0', className ?? 'text-quiet')} strokeWidth={1.75} />
}

type RowProps = Omit<Props, 'document' | 'onInsert'> & { block: Block }

function Row({ block, chosen, pointed, changedBy, canEdit, deeds, onChoose, onPoint }: RowProps) {
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
  const name = nameOf(block)
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
      <span className="flex shrink-0 items-center gap-1.5 ps-1.5 pe-2 text-faint group-hover:invisible">
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
        {block.hidden && <EyeOff aria-label="Hidden" role="img" className="size-3.5" />}
        {block.locked && <Lock aria-label="Locked" role="img" className="size-3.5" />}
      </span>
      {canEdit && <RowTools block={block} name={name} deeds={deeds} isChosen={isChosen} />}
    </li>
  )
}

type ToolsProps = { block: Block; name: string; deeds: BlockDeeds; isChosen: boolean }

/** They stand over the end of the name, on the colour of the row, and take no room while they are not needed. */
function RowTools({ block, name, deeds, isChosen }: ToolsProps) {
  return (
    <span
      className={cx(
        'absolute inset-y-0 end-0 flex items-center gap-0.5 rounded-e-md ps-6 pe-1 opacity-0',
        'group-hover:opacity-100 focus-within:opacity-100 has-data-[state=open]:opacity-100 max-lg:static max-lg:ps-0 max-lg:opacity-100',
        isChosen
          ? 'bg-linear-to-l from-tint from-75% to-transparent'
          : 'bg-linear-to-l from-sunken from-75% to-transparent max-lg:bg-none',
      )}
    >
      {deeds.canLock && (
        <IconButton
          icon={block.locked ? Lock : LockOpen}
          label={block.locked ? `Unlock ${name}` : `Lock ${name}`}
          size="sm"
          className="size-6! max-lg:hidden"
          onClick={() => deeds.lock(block)}
        />
      )}
      <IconButton
        icon={block.hidden ? EyeOff : Eye}
        label={block.hidden ? `Show ${name}` : `Hide ${name}`}
        size="sm"
        className="size-6! max-lg:hidden"
        onClick={() => deeds.hide(block)}
      />
      <BlockMenu block={block} name={name} deeds={deeds} className="size-6! max-lg:size-10!" />
    </span>
  )
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
