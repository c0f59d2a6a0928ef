import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { errorSentence } from '../api/problem.ts'
import type { RenderedDocument } from '../documents/rendering.ts'
import type { BlockTypes } from '../documents/schema.ts'
import { changedBlocksQuery } from '../releases/queries.ts'
import { notifyFailure } from '../ui/notify.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { useWidth } from '../ui/width.ts'
import type { BaseChat } from './baseChat.ts'
import { blockActionsOf } from './blockActions.ts'
import type { CanvasHandle, ShownAs } from './Canvas.tsx'
import type { EditorPane, EditorSheet } from './EditorPanes.tsx'
import type { DocumentEditor } from './editor.ts'
import { useEditorKeys } from './keys.ts'
import type { MenuAnchor } from './PlaceholderMenu.tsx'
import { usePastRevision } from './pastRevision.ts'
import { useWantedBlock } from './useWantedBlock.ts'

export type EditorInput = {
  pageId: string
  title: string
  editor: DocumentEditor
  types: BlockTypes
  head: HTMLElement | null
  canEdit: boolean
  /** Set if the document is an audience's and not the page's own. */
  audienceId?: string
  /** The conversation about the page itself. */
  chat?: BaseChat
}

type BlockInsertion = { afterId: string | null; at: MenuAnchor }
export type EditorScreen = ReturnType<typeof useEditorScreen>

/** The state of the editor screen, shared by its parts: selection, open pane, preview. */
export function useEditorScreen({ pageId, editor, canEdit: mayEdit, audienceId, chat }: EditorInput) {
  const isDraft = audienceId !== undefined
  const state = useSyncExternalStore(editor.subscribe, editor.getState)
  const isWide = useWidth().has('lg')
  const canvas = useRef<CanvasHandle>(null)
  const [chosenId, setChosenId] = useState<string>()
  const [pointed, setPointed] = useState<string>()
  const [side, setSide] = useState<EditorPane>('block')
  const [sheet, setSheet] = useState<EditorSheet>()
  const [insert, setInsert] = useState<BlockInsertion>()
  const [placeholderAt, setPlaceholderAt] = useState<MenuAnchor>()
  const [shownAs, setShownAs] = useState<ShownAs>()
  const [isSeeing, setIsSeeing] = useState(false)
  const [drawn, setDrawn] = useState<RenderedDocument>()
  const history = usePastRevision(pageId, editor)
  const { data: changedBy } = useQuery({ ...changedBlocksQuery(pageId), enabled: !isDraft })
  const { document: mine, save, revision } = state
  const theirs = isSeeing && save.kind === 'conflict' ? save.theirs.document : undefined
  const document = history.document ?? theirs ?? mine
  const canEdit = mayEdit && !history.document && !theirs
  const chosen = document.blocks.find(({ id }) => id === chosenId)
  const choose = useCallback((blockId: string | undefined) => {
    setChosenId(blockId)
    // The chat stays open, as the next message may be about the selected block.
    if (blockId) setSide((side) => (side === 'history' ? 'block' : side))
  }, [])
  const actions = useMemo(
    () => blockActionsOf(editor, choose, { canLock: !isDraft }),
    [editor, choose, isDraft],
  )
  const openInsert = useCallback(
    (at: MenuAnchor, afterId?: string | null) =>
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
  useRejectionNotices(editor)
  useEditorKeys({
    editor,
    document,
    chosen,
    canEdit,
    actions,
    canvas,
    onChoose: reveal,
    onLeave: () => choose(undefined),
  })
  useShortcut('/', () => openInsert({ left: innerWidth / 2 - 176, top: 140 }), canEdit)
  const open = (next: EditorPane) => {
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
  return {
    ...{ isDraft, isWide, isSeeing, canEdit, document, save, revision, history, changedBy, actions },
    ...{ canvas, chosen, chosenId, choose, reveal, pointed, setPointed, setIsSeeing },
    ...{ side, setSide, sheet, setSheet, open, ask },
    ...{ insert, setInsert, openInsert, placeholderAt, setPlaceholderAt },
    ...{ shownAs, setShownAs, drawn, setDrawn },
    block: (blockId: string) => mine.blocks.find(({ id }) => id === blockId),
    canUndo: canEdit && state.canUndo,
    canRedo: canEdit && state.canRedo,
  }
}

/** Notifies the user about changes that the service rejected and the editor reverted. */
function useRejectionNotices(editor: DocumentEditor) {
  useEffect(() => {
    editor.onRejected((error) => {
      const [wrong] = error.errors
      notifyFailure('A change was not saved', wrong ? errorSentence(wrong.message) : error.detail)
    })
  }, [editor])
}
