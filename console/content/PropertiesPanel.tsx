import { useBrandColors } from '../brands/queries.ts'
import type { Block, Document } from '../documents/document.ts'
import type { BlockTypes } from '../documents/schema.ts'
import { BlockPanel } from './BlockPanel.tsx'
import type { blockActionsOf } from './blockActions.ts'
import { LookPanel } from './LookPanel.tsx'

type Props = {
  pageId: string
  document: Document
  chosen: Block | undefined
  types: BlockTypes
  actions: ReturnType<typeof blockActionsOf>
  canEdit: boolean
  onAsk: (() => void) | undefined
}

/** The props of the selected block, or without one, the look of the page. */
export function PropertiesPanel({ pageId, document, chosen, types, actions, canEdit, onAsk }: Props) {
  const colors = useBrandColors(pageId, document.theme)
  const info = chosen && types.types.get(chosen.type)
  if (!chosen || !info) return <LookPanel {...{ document, actions, canEdit }} schema={types.theme} />
  // Locked blocks can be changed only in the page itself.
  const isFixed = chosen.locked === true && !actions.canLock
  return (
    <BlockPanel
      key={chosen.id}
      {...{ info, actions, onAsk, colors }}
      block={chosen}
      canEdit={canEdit && !isFixed}
    />
  )
}
