import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  History as HistoryIcon,
  Layers,
  LayoutTemplate,
  List,
  type LucideIcon,
  PencilLine,
  Plus,
  X,
} from 'lucide-react'
import {
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { createPortal } from 'react-dom'
import { refreshLists } from '../api/lists.ts'
import { type Block, type Document, differencesOf } from '../documents/document.ts'
import type { Drawn } from '../documents/rendering.ts'
import { changedBlocksQuery } from '../releases/queries.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { notify, notifyFailure, notifyProblem } from '../ui/notify.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { EmptyState } from '../ui/states.tsx'
import { useWidth } from '../ui/width.ts'
import { BlockList } from './BlockList.tsx'
import { BlockPanel } from './BlockPanel.tsx'
import { Canvas, type CanvasHandle, errorOf, type ShownAs } from './Canvas.tsx'
import { changeAt } from './changes.ts'
import { deedsFor } from './deeds.ts'
import type { DocumentEditor } from './editor.ts'
import { HistoryPanel } from './HistoryPanel.tsx'
import { InsertMenu } from './InsertMenu.tsx'
import { useEditorKeys } from './keys.ts'
import { LookPanel } from './LookPanel.tsx'
import { type Anchor, PlaceholderMenu, PlaceholderValues } from './PlaceholderMenu.tsx'
import { loadTheirs, type Revision, restoreRevision, revisionDiffQuery, revisionQuery } from './queries.ts'
import { ConflictLine, DraftLine, SaveLine } from './SaveLine.tsx'
import type { BlockTypes } from './schema.ts'

type Side = 'block' | 'history'
type Sheet = 'blocks' | Side
type Insert = { afterId: string | null; at: Anchor }

type Props = {
  pageId: string
  title: string
  editor: DocumentEditor
  types: BlockTypes
  head: HTMLElement | null
  canEdit: boolean
  /** Set where the document is an audience's and not the page's own. */
  audienceId?: string
}

/** Blocks at the start, the page in the middle, and what the chosen block is made of at the end. */
export function EditorView({ pageId, title, editor, types, head, canEdit: mayEdit, audienceId }: Props) {
  const isDraft = audienceId !== undefined
  const state = useSyncExternalStore(editor.subscribe, editor.getState)
  const isWide = useWidth().has('lg')
  const canvas = useRef<CanvasHandle>(null)
  const [chosenId, setChosenId] = useState<string>()
  const [pointed, setPointed] = useState<string>()
  const [side, setSide] = useState<Side>('block')
  const [sheet, setSheet] = useState<Sheet>()
  const [insert, setInsert] = useState<Insert>()
  const [placeholderAt, setPlaceholderAt] = useState<Anchor>()
  const [shownAs, setShownAs] = useState<ShownAs>()
  const [isSeeing, setIsSeeing] = useState(false)
  const [drawn, setDrawn] = useState<Drawn>()
  const history = useHistory(pageId, editor)
  const { data: changedBy } = useQuery({ ...changedBlocksQuery(pageId), enabled: !isDraft })
  const { document: mine, save, revision } = state
  const theirs = isSeeing && save.kind === 'conflict' ? save.theirs.document : undefined
  const document = history.document ?? theirs ?? mine
  const canEdit = mayEdit && !history.document && !theirs
  const chosen = document.blocks.find(({ id }) => id === chosenId)
  const choose = useCallback((blockId: string | undefined) => {
    setChosenId(blockId)
    if (blockId) setSide('block')
  }, [])
  const deeds = useMemo(() => deedsFor(editor, choose, { canLock: !isDraft }), [editor, choose, isDraft])
  const openInsert = useCallback(
    (at: Anchor, afterId?: string | null) =>
      setInsert({
        at,
        afterId: afterId === undefined ? (chosenId ?? mine.blocks.at(-1)?.id ?? null) : afterId,
      }),
    [chosenId, mine],
  )
  const reveal = (blockId: string) => {
    choose(blockId)
    canvas.current?.reveal(blockId)
  }
  useRefusals(editor)
  useEditorKeys({
    editor,
    document,
    chosen,
    canEdit,
    deeds,
    canvas,
    onChoose: reveal,
    onLeave: () => choose(undefined),
  })
  useShortcut('/', () => openInsert({ left: innerWidth / 2 - 176, top: 140 }), canEdit)
  const showHistory = () => {
    setSide('history')
    if (!isWide) setSheet('history')
  }
  const panel =
    side === 'history' ? (
      <HistoryPanel
        pageId={pageId}
        canEdit={mayEdit}
        open={history.open?.revision}
        onOpen={history.setOpen}
        onRestore={history.restore}
        onReveal={(blockId) => canvas.current?.reveal(blockId)}
      />
    ) : (
      <Properties document={document} chosen={chosen} types={types} deeds={deeds} canEdit={canEdit} />
    )
  const list = (
    <BlockList
      {...{ document, deeds, canEdit, pointed }}
      changedBy={changedBy}
      chosen={chosenId}
      onChoose={reveal}
      onPoint={setPointed}
      onInsert={(box) => openInsert({ left: box.left + 24, top: box.top })}
    />
  )
  return (
    <PlaceholderValues value={drawn?.rendering.placeholders ?? []}>
      {head &&
        createPortal(
          isDraft ? (
            <DraftLine version={revision} save={save} />
          ) : (
            <SaveLine {...{ revision, save }} onHistory={showHistory} onRetry={() => void editor.flush()} />
          ),
          head,
        )}
      <ConflictLine {...{ editor, save, isDraft, isSeeing }} onSee={setIsSeeing} />
      {history.open && <PastLine revision={history.open} onClose={() => history.setOpen(undefined)} />}
      <div className="relative flex min-h-0 flex-1">
        {isWide && (
          <aside aria-label="Blocks" className="flex w-62 shrink-0 flex-col border-e border-line max-xl:w-52">
            <PaneHead title="Blocks">
              {canEdit && (
                <IconButton
                  icon={Plus}
                  label="Insert block"
                  keys="/"
                  size="sm"
                  onClick={({ currentTarget }) => {
                    const { left, bottom } = currentTarget.getBoundingClientRect()
                    openInsert({ left, top: bottom + 4 })
                  }}
                />
              )}
            </PaneHead>
            {list}
          </aside>
        )}
        <div className="relative flex min-w-0 flex-1 flex-col max-lg:pb-14">
          <Canvas
            ref={canvas}
            {...{ pageId, document, types, title, chosen, pointed, shownAs, canEdit }}
            differences={history.differences}
            audienceId={audienceId}
            canLock={deeds.canLock}
            canUndo={canEdit && state.canUndo}
            canRedo={canEdit && state.canRedo}
            onUndo={() => editor.undo()}
            onRedo={() => editor.redo()}
            onShowAs={setShownAs}
            onChoose={choose}
            onPoint={setPointed}
            onTool={(id, blockId) =>
              runTool(
                id,
                deeds,
                mine.blocks.find((block) => block.id === blockId),
              )
            }
            onInsert={(afterId, at) => openInsert(at, afterId)}
            onPlaceholder={setPlaceholderAt}
            onText={(block, path, text, isDone) => {
              const error = errorOf(types, block, path, text)
              if (!error)
                return editor.change([changeAt(block, path, text || undefined)], `text ${block.id} ${path}`)
              if (!isDone) return
              notifyFailure('Couldn’t save this text', error)
              canvas.current?.edit(block, path, text)
            }}
            onDrawn={setDrawn}
          />
          {document.blocks.length === 0 && canEdit && <NoBlocks onInsert={(at) => openInsert(at, null)} />}
        </div>
        {isWide && (
          <aside
            aria-label="Properties"
            className="flex w-81 shrink-0 flex-col border-s border-line max-xl:w-70"
          >
            {!isDraft && <SideTabs value={side} onChange={setSide} />}
            {panel}
          </aside>
        )}
        {!isWide && sheet && (
          <BottomSheet title={sheetWords[sheet]} onClose={() => setSheet(undefined)}>
            {sheet === 'blocks' ? list : panel}
          </BottomSheet>
        )}
        {!isWide && (
          <BottomBar
            sheet={sheet}
            canEdit={canEdit}
            hasHistory={!isDraft}
            onSheet={(next) => {
              if (next && next !== 'blocks') setSide(next)
              setSheet(next === sheet ? undefined : next)
            }}
            onInsert={() => openInsert({ left: 8, top: 120 })}
          />
        )}
      </div>
      {insert && (
        <InsertMenu
          at={insert.at}
          types={types}
          onClose={() => setInsert(undefined)}
          onPick={(block) => {
            setInsert(undefined)
            deeds.add(block, insert.afterId)
            setTimeout(() => canvas.current?.reveal(block.id), 300)
          }}
        />
      )}
      {placeholderAt && (
        <PlaceholderMenu
          at={placeholderAt}
          onClose={() => {
            setPlaceholderAt(undefined)
            canvas.current?.insertText('')
          }}
          onPick={(name) => {
            setPlaceholderAt(undefined)
            canvas.current?.insertText(`{{${name}}}`)
          }}
        />
      )}
    </PlaceholderValues>
  )
}

function runTool(id: string, deeds: ReturnType<typeof deedsFor>, block: Block | undefined) {
  if (!block) return
  if (id === 'up') deeds.move(block, -1)
  else if (id === 'down') deeds.move(block, 1)
  else if (id === 'lock') deeds.lock(block)
  else if (id === 'hide') deeds.hide(block)
  else if (id === 'duplicate') deeds.duplicate(block)
  else if (id === 'remove') deeds.remove(block)
}

/** What the service did not take is said; the page shows it as it was. */
function useRefusals(editor: DocumentEditor) {
  useEffect(() => {
    editor.whenRefused((error) => {
      const [wrong] = error.errors
      notifyFailure('A change was not saved', wrong ? `It ${wrong.message}.` : error.detail)
    })
  }, [editor])
}

/** The revision of the past that is in sight, and the way back to it. */
function useHistory(pageId: string, editor: DocumentEditor) {
  const [open, setOpen] = useState<Revision>()
  const client = useQueryClient()
  const { data } = useQuery({
    ...revisionQuery(pageId, open ?? noRevision),
    enabled: Boolean(open),
  })
  const against = (open?.revision ?? 0) - 1
  const diff = useQuery({
    ...revisionDiffQuery(pageId, open ?? noRevision, against),
    enabled: against > 0,
  })
  const { revision, save } = useSyncExternalStore(editor.subscribe, editor.getState)
  const isSaved = save.kind === 'saved'
  useEffect(() => {
    // The list knows nothing of the newest save yet.
    if (isSaved && revision) void refreshLists(client, 'revisions')
  }, [client, isSaved, revision])
  const restore = async (past: Revision) => {
    try {
      const before = editor.getState().revision
      await editor.flush()
      const made = await restoreRevision(pageId, past.revision)
      editor.takeTheirs(await loadTheirs(pageId))
      setOpen(undefined)
      notify(`Restored revision ${past.revision} as revision ${made.revision}`, {
        undo: async () => {
          await restoreRevision(pageId, before)
          editor.takeTheirs(await loadTheirs(pageId))
        },
      })
    } catch (error) {
      notifyProblem(error)
    }
  }
  const document = open && data?.revision === open.revision ? (data.document as Document) : undefined
  const differences = open && diff.data ? differencesOf(diff.data.operations) : {}
  return { open, setOpen, restore, document, differences }
}

const noRevision = { revision: 0, hash: '' }

type PropertiesProps = {
  document: Document
  chosen: Block | undefined
  types: BlockTypes
  deeds: ReturnType<typeof deedsFor>
  canEdit: boolean
}

function Properties({ document, chosen, types, deeds, canEdit }: PropertiesProps) {
  const info = chosen && types.types.get(chosen.type)
  if (!chosen || !info) return <LookPanel {...{ document, deeds, canEdit }} schema={types.theme} />
  // Only the page itself changes what it has locked.
  const isFixed = chosen.locked === true && !deeds.canLock
  return <BlockPanel key={chosen.id} block={chosen} info={info} deeds={deeds} canEdit={canEdit && !isFixed} />
}

function PaneHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex h-12 shrink-0 items-center justify-between border-b border-line ps-4 pe-3">
      <h2 className="text-sm font-semibold">{title}</h2>
      {children}
    </div>
  )
}

const sideWords: [Side, string][] = [
  ['block', 'Block'],
  ['history', 'History'],
]

function SideTabs({ value, onChange }: { value: Side; onChange: (side: Side) => void }) {
  return (
    <fieldset className="flex h-12 shrink-0 items-center gap-1 border-b border-line px-3">
      <legend className="sr-only">What to show</legend>
      {sideWords.map(([side, label]) => (
        <button
          key={side}
          type="button"
          aria-pressed={side === value}
          onClick={() => onChange(side)}
          className={cx(
            'h-8 rounded-md px-3 text-sm font-medium',
            side === value ? 'bg-pressed text-ink' : 'text-quiet hover:bg-hover hover:text-ink',
          )}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}

function PastLine({ revision, onClose }: { revision: Revision; onClose: () => void }) {
  return (
    <div
      role="status"
      className="flex shrink-0 items-center gap-3 border-b border-line bg-tint px-4 py-2 text-sm"
    >
      <HistoryIcon aria-hidden className="size-4 text-accent" />
      You are looking at revision {revision.revision}.
      <button type="button" onClick={onClose} className="font-medium text-accent hover:underline">
        Back to the newest
      </button>
    </div>
  )
}

function NoBlocks({ onInsert }: { onInsert: (at: Anchor) => void }) {
  return (
    <div className="absolute inset-x-0 top-24">
      <EmptyState
        icon={LayoutTemplate}
        title="This page has no blocks yet"
        action={
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
        }
      >
        Start with an opening: one sentence, and one thing to do.
      </EmptyState>
    </div>
  )
}

const sheetWords: Record<Sheet, string> = { blocks: 'Blocks', block: 'Block', history: 'History' }

type SheetProps = { title: string; onClose: () => void; children: ReactNode }

function BottomSheet({ title, onClose, children }: SheetProps) {
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
  sheet: Sheet | undefined
  canEdit: boolean
  hasHistory: boolean
  onSheet: (sheet: Sheet) => void
  onInsert: () => void
}

function BottomBar({ sheet, canEdit, hasHistory, onSheet, onInsert }: BarProps) {
  const parts: [Sheet | 'insert', string, LucideIcon][] = [
    ['blocks', 'Blocks', List],
    ...(canEdit ? ([['insert', 'Insert', Layers]] as [Sheet | 'insert', string, LucideIcon][]) : []),
    ['block', 'Block', PencilLine],
    ...(hasHistory
      ? ([['history', 'History', HistoryIcon]] as [Sheet | 'insert', string, LucideIcon][])
      : []),
  ]
  return (
    <nav
      aria-label="Parts of the editor"
      className="absolute inset-x-0 bottom-0 z-20 grid h-14 grid-flow-col border-t border-line bg-ground"
    >
      {parts.map(([part, label, Icon]) => (
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
