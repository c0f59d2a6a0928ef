import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { Drawn } from '../documents/rendering.ts'
import type { BlockTypes } from '../documents/schema.ts'
import { changedBlocksQuery } from '../releases/queries.ts'
import { IconButton } from '../ui/Button.tsx'
import { notifyFailure } from '../ui/notify.tsx'
import { SideTabs } from '../ui/SideTabs.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { useWidth } from '../ui/width.ts'
import { BlockList } from './BlockList.tsx'
import type { BaseChat } from './baseChat.ts'
import { Canvas, type CanvasHandle, errorOf, type ShownAs } from './Canvas.tsx'
import { ChatPane } from './ChatPane.tsx'
import { changeAt } from './changes.ts'
import { deedsFor, runTool } from './deeds.ts'
import {
  BottomBar,
  BottomSheet,
  NoBlocks,
  PaneHead,
  PastLine,
  type Sheet,
  type Side,
  sideWords,
} from './EditorPanes.tsx'
import type { DocumentEditor } from './editor.ts'
import { HistoryPanel } from './HistoryPanel.tsx'
import { InsertMenu } from './InsertMenu.tsx'
import { useEditorKeys } from './keys.ts'
import { type Anchor, PlaceholderMenu, PlaceholderValues } from './PlaceholderMenu.tsx'
import { PropertiesPanel } from './PropertiesPanel.tsx'
import { usePastRevision } from './pastRevision.ts'
import { ConflictLine, DraftLine, SaveLine } from './SaveLine.tsx'
import { useWantedBlock } from './useWantedBlock.ts'

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
  /** The conversation about the page itself. */
  chat?: BaseChat
}

const sides = (['block', 'chat', 'history'] as const).map((side) => [side, sideWords[side]] as const)

/** Blocks at the start, the page in the middle, and what the chosen block is made of at the end. */
export function EditorView({
  pageId,
  title,
  editor,
  types,
  head,
  canEdit: mayEdit,
  audienceId,
  chat,
}: Props) {
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
  const history = usePastRevision(pageId, editor)
  const { data: changedBy } = useQuery({ ...changedBlocksQuery(pageId), enabled: !isDraft })
  const { document: mine, save, revision } = state
  const theirs = isSeeing && save.kind === 'conflict' ? save.theirs.document : undefined
  const document = history.document ?? theirs ?? mine
  const canEdit = mayEdit && !history.document && !theirs
  const chosen = document.blocks.find(({ id }) => id === chosenId)
  const choose = useCallback((blockId: string | undefined) => {
    setChosenId(blockId)
    // The chat stays: the next message is about what was chosen.
    if (blockId) setSide((side) => (side === 'history' ? 'block' : side))
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
  useWantedBlock(canvas, choose)
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
  const open = (next: Side) => {
    setSide(next)
    if (!isWide) setSheet(next)
  }
  const ask = chat && canEdit ? () => open('chat') : undefined
  useShortcut('a', () => ask?.(), ask !== undefined)
  useEffect(
    () =>
      chat?.onChanged(([first]) => {
        if (first) canvas.current?.revealDrawn(first)
      }),
    [chat?.onChanged],
  )
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
    ) : side === 'chat' && chat ? (
      <ChatPane
        {...{ chat, document, chosen, canEdit }}
        onReveal={(blockId) => canvas.current?.reveal(blockId)}
        onRelease={() => choose(undefined)}
      />
    ) : (
      <PropertiesPanel pageId={pageId} {...{ document, chosen, types, deeds, canEdit }} onAsk={ask} />
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
            <SaveLine
              {...{ revision, save }}
              onHistory={() => open('history')}
              onRetry={() => void editor.flush()}
            />
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
            canAsk={ask !== undefined}
            canUndo={canEdit && state.canUndo}
            canRedo={canEdit && state.canRedo}
            onUndo={() => editor.undo()}
            onRedo={() => editor.redo()}
            onShowAs={setShownAs}
            onChoose={choose}
            onPoint={setPointed}
            onTool={(id, blockId) =>
              id === 'ask'
                ? ask?.()
                : runTool(
                    id,
                    deeds,
                    mine.blocks.find((block) => block.id === blockId),
                  )
            }
            onInsert={(afterId, at) => openInsert(at, afterId)}
            onPlaceholder={setPlaceholderAt}
            onText={(block, path, text, { isDone, sitting }) => {
              const error = errorOf(types, block, path, text)
              if (!error)
                return editor.change(
                  [changeAt(block, path, text || undefined)],
                  `text ${block.id} ${path} ${sitting}`,
                  { isOneStep: true },
                )
              if (!isDone) return
              notifyFailure('Couldn’t save this text', error)
              canvas.current?.edit(block, path, text)
            }}
            onDrawn={setDrawn}
          />
          {document.blocks.length === 0 && canEdit && (
            <NoBlocks onInsert={(at) => openInsert(at, null)} onAsk={ask} />
          )}
        </div>
        {isWide && (
          <aside
            aria-label="Properties"
            className="flex w-81 shrink-0 flex-col border-s border-line max-xl:w-70"
          >
            {!isDraft && <SideTabs sides={sides} value={side} onChange={setSide} />}
            {panel}
          </aside>
        )}
        {!isWide && sheet && (
          <BottomSheet title={sideWords[sheet]} onClose={() => setSheet(undefined)}>
            {sheet === 'blocks' ? list : panel}
          </BottomSheet>
        )}
        {!isWide && (
          <BottomBar
            sheet={sheet}
            canEdit={canEdit}
            isBase={!isDraft}
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
            canvas.current?.revealDrawn(block.id)
          }}
        />
      )}
      {placeholderAt && (
        <PlaceholderMenu
          at={placeholderAt}
          onClose={() => {
            setPlaceholderAt(undefined)
            canvas.current?.insertPlaceholder(null)
          }}
          onPick={(name) => {
            setPlaceholderAt(undefined)
            canvas.current?.insertPlaceholder(name)
          }}
        />
      )}
    </PlaceholderValues>
  )
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
