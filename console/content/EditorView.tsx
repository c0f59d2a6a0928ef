import { Plus } from 'lucide-react'
import { createPortal } from 'react-dom'
import { IconButton } from '../ui/Button.tsx'
import { notifyFailure } from '../ui/notify.tsx'
import { SideTabs } from '../ui/SideTabs.tsx'
import { BlockList } from './BlockList.tsx'
import { runTool } from './blockActions.ts'
import { Canvas, errorOf } from './Canvas.tsx'
import { ChatPane } from './ChatPane.tsx'
import { changeAt } from './changes.ts'
import { BottomBar, BottomSheet, NoBlocks, PaneHead, PastLine, sideWords } from './EditorPanes.tsx'
import { type EditorInput, type EditorScreen, useEditorScreen } from './editorScreen.ts'
import { HistoryPanel } from './HistoryPanel.tsx'
import { InsertMenu } from './InsertMenu.tsx'
import { PlaceholderMenu, PlaceholderValues } from './PlaceholderMenu.tsx'
import { PropertiesPanel } from './PropertiesPanel.tsx'
import { ConflictLine, DraftLine, SaveLine } from './SaveLine.tsx'

type PartProps = EditorInput & { screen: EditorScreen }

const sides = (['block', 'chat', 'history'] as const).map((side) => [side, sideWords[side]] as const)

/** The list of blocks, the page, and the properties of the selected block. */
export function EditorView(editing: EditorInput) {
  const screen = useEditorScreen(editing)
  const { editor, head } = editing
  const { isDraft, isWide, isSeeing, save, revision, history, sheet, side } = screen
  const blocks = <Blocks screen={screen} />
  const details = <Details screen={screen} {...editing} />
  return (
    <PlaceholderValues value={screen.drawn?.rendering.placeholders ?? []}>
      {head &&
        createPortal(
          isDraft ? (
            <DraftLine version={revision} save={save} />
          ) : (
            <SaveLine
              {...{ revision, save }}
              onHistory={() => screen.open('history')}
              onRetry={() => void editor.flush()}
            />
          ),
          head,
        )}
      <ConflictLine {...{ editor, save, isDraft, isSeeing }} onSee={screen.setIsSeeing} />
      {history.open && <PastLine revision={history.open} onClose={() => history.setOpen(undefined)} />}
      <div className="relative flex min-h-0 flex-1">
        {isWide && (
          <aside aria-label="Blocks" className="flex w-62 shrink-0 flex-col border-e border-line max-xl:w-52">
            <BlocksHead screen={screen} />
            {blocks}
          </aside>
        )}
        <PageColumn screen={screen} {...editing} />
        {isWide && (
          <aside
            aria-label="Properties"
            className="flex w-81 shrink-0 flex-col border-s border-line max-xl:w-70"
          >
            {!isDraft && <SideTabs sides={sides} value={side} onChange={screen.setSide} />}
            {details}
          </aside>
        )}
        {!isWide && sheet && (
          <BottomSheet title={sideWords[sheet]} onClose={() => screen.setSheet(undefined)}>
            {sheet === 'blocks' ? blocks : details}
          </BottomSheet>
        )}
        {!isWide && (
          <BottomBar
            sheet={sheet}
            canEdit={screen.canEdit}
            isBase={!isDraft}
            onSheet={(next) => {
              if (next && next !== 'blocks') screen.setSide(next)
              screen.setSheet(next === sheet ? undefined : next)
            }}
            onInsert={() => screen.openInsert({ left: 8, top: 120 })}
          />
        )}
      </div>
      <Menus screen={screen} {...editing} />
    </PlaceholderValues>
  )
}

function BlocksHead({ screen: { canEdit, openInsert } }: Pick<PartProps, 'screen'>) {
  return (
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
  )
}

function Blocks({ screen }: Pick<PartProps, 'screen'>) {
  const { document, actions, canEdit, pointed, changedBy, chosenId } = screen
  return (
    <BlockList
      {...{ document, actions, canEdit, pointed, changedBy }}
      chosen={chosenId}
      onChoose={screen.reveal}
      onPoint={screen.setPointed}
      onInsert={(box) => screen.openInsert({ left: box.left + 24, top: box.top })}
    />
  )
}

/** The properties of the selected block, the conversation, or the revisions of the page. */
function Details({ screen, pageId, types, chat, canEdit: mayEdit }: PartProps) {
  const { side, history, canvas, document, chosen, canEdit, actions, ask } = screen
  const onReveal = (blockId: string) => canvas.current?.reveal(blockId)
  if (side === 'history')
    return (
      <HistoryPanel
        {...{ pageId, onReveal }}
        canEdit={mayEdit}
        open={history.open?.revision}
        onOpen={history.setOpen}
        onRestore={history.restore}
      />
    )
  if (side === 'chat' && chat)
    return (
      <ChatPane
        {...{ chat, document, chosen, canEdit, onReveal }}
        onRelease={() => screen.choose(undefined)}
      />
    )
  return <PropertiesPanel {...{ pageId, document, chosen, types, actions, canEdit }} onAsk={ask} />
}

function PageColumn({ screen, pageId, title, editor, types, audienceId }: PartProps) {
  const { canvas, document, chosen, pointed, shownAs, canEdit, canUndo, canRedo, actions, ask } = screen
  return (
    <div className="relative flex min-w-0 flex-1 flex-col max-lg:pb-14">
      <Canvas
        ref={canvas}
        {...{
          pageId,
          document,
          types,
          title,
          chosen,
          pointed,
          shownAs,
          canEdit,
          canUndo,
          canRedo,
          audienceId,
        }}
        differences={screen.history.differences}
        canLock={actions.canLock}
        canAsk={ask !== undefined}
        onUndo={() => editor.undo()}
        onRedo={() => editor.redo()}
        onShowAs={screen.setShownAs}
        onChoose={screen.choose}
        onPoint={screen.setPointed}
        onTool={(id, blockId) => (id === 'ask' ? ask?.() : runTool(id, actions, screen.block(blockId)))}
        onInsert={(afterId, at) => screen.openInsert(at, afterId)}
        onPlaceholder={screen.setPlaceholderAt}
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
        onDrawn={screen.setDrawn}
      />
      {document.blocks.length === 0 && canEdit && (
        <NoBlocks onInsert={(at) => screen.openInsert(at, null)} onAsk={ask} />
      )}
    </div>
  )
}

function Menus({ screen, types }: PartProps) {
  const { canvas, actions, insert, setInsert, placeholderAt, setPlaceholderAt } = screen
  const fillIn = (name: string | null) => {
    setPlaceholderAt(undefined)
    canvas.current?.insertPlaceholder(name)
  }
  return (
    <>
      {insert && (
        <InsertMenu
          at={insert.at}
          types={types}
          onClose={() => setInsert(undefined)}
          onPick={(block) => {
            setInsert(undefined)
            actions.add(block, insert.afterId)
            canvas.current?.revealDrawn(block.id)
          }}
        />
      )}
      {placeholderAt && <PlaceholderMenu at={placeholderAt} onClose={() => fillIn(null)} onPick={fillIn} />}
    </>
  )
}
