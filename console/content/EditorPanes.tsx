import {
  History as HistoryIcon,
  Layers,
  LayoutTemplate,
  List,
  type LucideIcon,
  MessageSquare,
  PencilLine,
  Plus,
  X,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, IconButton } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { EmptyState } from '../ui/states.tsx'
import type { MenuAnchor } from './PlaceholderMenu.tsx'
import type { Revision } from './queries.ts'

/** The pane beside the page. */
export type EditorPane = 'block' | 'chat' | 'history'
export type EditorSheet = 'blocks' | EditorPane

export const sideWords: Record<EditorSheet, string> = {
  blocks: 'Blocks',
  block: 'Block',
  chat: 'Chat',
  history: 'History',
}

export function PaneHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex h-12 shrink-0 items-center justify-between border-b border-line ps-4 pe-3">
      <h2 className="text-sm font-semibold">{title}</h2>
      {children}
    </div>
  )
}

export function PastLine({ revision, onClose }: { revision: Revision; onClose: () => void }) {
  return (
    <div
      role="status"
      className="flex shrink-0 items-center gap-3 border-b border-line bg-tint px-4 py-2 text-sm"
    >
      <HistoryIcon aria-hidden className="size-4 text-accent" />
      Viewing page version {revision.revision}.
      <button type="button" onClick={onClose} className="font-medium text-accent hover:underline">
        Back to latest
      </button>
    </div>
  )
}

type NoBlocksProps = { onInsert: (at: MenuAnchor) => void; onAsk: (() => void) | undefined }

export function NoBlocks({ onInsert, onAsk }: NoBlocksProps) {
  return (
    <div className="absolute inset-x-0 top-24">
      <EmptyState
        icon={LayoutTemplate}
        title="This page has no blocks yet"
        action={
          <span className="flex flex-wrap justify-center gap-2">
            <Button
              look="primary"
              icon={Plus}
              onClick={({ currentTarget }) => {
                const { left, bottom } = currentTarget.getBoundingClientRect()
                onInsert({ left, top: bottom + 4 })
              }}
            >
              Insert block
            </Button>
            {onAsk && (
              <Button icon={MessageSquare} keys="a" onClick={onAsk}>
                Describe it in the chat
              </Button>
            )}
          </span>
        }
      >
        Start with a hero: a headline and one action.
      </EmptyState>
    </div>
  )
}

type SheetProps = { title: string; onClose: () => void; children: ReactNode }

export function BottomSheet({ title, onClose, children }: SheetProps) {
  return (
    <section
      aria-label={title}
      className="absolute inset-x-0 bottom-14 z-20 flex max-h-[62%] min-h-48 animate-rise flex-col rounded-t-xl bg-raised shadow-float"
    >
      <div className="flex h-11 shrink-0 items-center justify-between border-b border-line ps-4 pe-2">
        <h2 className="text-sm font-semibold">{title}</h2>
        <IconButton icon={X} label={`Close ${title.toLowerCase()}`} size="lg" onClick={onClose} />
      </div>
      {children}
    </section>
  )
}

type BarProps = {
  sheet: EditorSheet | undefined
  canEdit: boolean
  /** Whether the page itself is edited; only it has a chat and a history here. */
  isBase: boolean
  onSheet: (sheet: EditorSheet) => void
  onInsert: () => void
}

export function BottomBar({ sheet, canEdit, isBase, onSheet, onInsert }: BarProps) {
  const all: [EditorSheet | 'insert', string, LucideIcon, boolean][] = [
    ['blocks', 'Blocks', List, true],
    ['insert', 'Insert', Layers, canEdit],
    ['block', 'Block', PencilLine, true],
    ['chat', 'Chat', MessageSquare, isBase],
    ['history', 'History', HistoryIcon, isBase],
  ]
  return (
    <nav
      aria-label="Editor panes"
      className="absolute inset-x-0 bottom-0 z-20 grid h-14 grid-flow-col border-t border-line bg-ground"
    >
      {all
        .filter(([, , , isThere]) => isThere)
        .map(([part, label, Icon]) => (
          <button
            key={part}
            type="button"
            aria-pressed={part === 'insert' ? undefined : sheet === part}
            onClick={() => (part === 'insert' ? onInsert() : onSheet(part))}
            className={cx(
              'flex flex-col items-center justify-center gap-0.5 text-xs font-medium focus-visible:-outline-offset-2',
              sheet === part ? 'text-accent' : 'text-quiet',
            )}
          >
            <Icon aria-hidden className="size-5" strokeWidth={1.75} />
            {label}
          </button>
        ))}
    </nav>
  )
}
