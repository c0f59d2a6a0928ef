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
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Document } from '../documents/document.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { TypeIcon } from './BlockMenu.tsx'
import { BlockRow, type RowProps } from './BlockRow.tsx'
import { blockName } from './blockWords.ts'
import { moveTo } from './changes.ts'

type Props = Omit<RowProps, 'block'> & { document: Document; onInsert: (anchor: DOMRect) => void }

/** The blocks of the page in order, which can be changed by dragging or with the keyboard. */
export function BlockList({ document, actions, onInsert, canEdit, ...row }: Props) {
  const [dragged, setDragged] = useState<string>()
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const { blocks } = document
  const names = new Map(blocks.map((block) => [block.id, blockName(block)]))
  const drop = ({ active, over }: DragEndEvent) => {
    setDragged(undefined)
    const place = blocks.findIndex(({ id }) => id === over?.id)
    const change = place === -1 ? undefined : moveTo(document, String(active.id), place)
    if (change) actions.change([change])
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
              <BlockRow key={block.id} block={block} actions={actions} canEdit={canEdit} {...row} />
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
              <span className="truncate">{blockName(lifted)}</span>
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
