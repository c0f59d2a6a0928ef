import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Drawn } from '../documents/rendering.ts'
import type { BlockTypes } from '../documents/schema.ts'
import { changedBlocksQuery } from '../releases/queries.ts'
import { notifyFailure } from '../ui/notify.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { useWidth } from '../ui/width.ts'
import type { BaseChat } from './baseChat.ts'
import type { CanvasHandle, ShownAs } from './Canvas.tsx'
import { deedsFor } from './deeds.ts'
import type { Sheet, Side } from './EditorPanes.tsx'
import type { DocumentEditor } from './editor.ts'
import { useEditorKeys } from './keys.ts'
import type { Anchor } from './PlaceholderMenu.tsx'
import { usePastRevision } from './pastRevision.ts'
import { useWantedBlock } from './useWantedBlock.ts'

export type Editing = {
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

type Insert = { afterId: string | null; at: Anchor }
export type EditorScreen = ReturnType<typeof useEditorScreen>

/** The state of the editor screen, shared by its parts: selection, open pane, preview. */
export function useEditorScreen({ pageId, editor, canEdit: mayEdit, audienceId, chat }: Editing) {
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
    // The chat stays open, as the next message may be about the selected block.
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
  return {
    ...{ isDraft, isWide, isSeeing, canEdit, document, save, revision, history, changedBy, deeds },
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
function useRefusals(editor: DocumentEditor) {
  useEffect(() => {
    editor.whenRefused((error) => {
      const [wrong] = error.errors
      notifyFailure('A change was not saved', wrong ? `It ${wrong.message}.` : error.detail)
    })
  }, [editor])
}
