import { useQuery } from '@tanstack/react-query'
import { PencilLine } from 'lucide-react'
import {
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { type Document, textAt } from '../../documents/document.ts'
import { PageWidths, pageWidths, usePageWidth } from '../../documents/PageWidths.tsx'
import type { RenderedDocument } from '../../documents/rendering.ts'
import { StagedPage, type StageHandle } from '../../documents/StagedPage.tsx'
import { blockTypesQuery, kindOf, schemaAt } from '../../documents/schema.ts'
import type { Element, PageRect, StageEvent } from '../../documents/stage.ts'
import { cx } from '../../ui/cx.ts'
import { useShortcut } from '../../ui/shortcuts.ts'
import { type Source, Sources } from './Sources.tsx'

export type PageHandle = {
  reveal: (blockId: string) => void
  edit: (element: Element, text?: string) => void
}

type Props = {
  document: Document | undefined
  audienceId: string
  title: string
  chosen: Element | null
  onChoose: (element: Element | null) => void
  /** Whether editing of texts can start; a text that is already being edited can always be saved. */
  canEdit: boolean
  onEdited: (blockId: string, path: string, text: string) => void
  ref: Ref<PageHandle>
}

/** The page at phone, tablet or desktop width; a click selects an element for the chat, or edits its text. */
export function PageView({ document, audienceId, title, chosen, onChoose, canEdit, onEdited, ref }: Props) {
  const stage = useRef<StageHandle>(null)
  const box = useRef<HTMLDivElement>(null)
  const { width, isSmall, choose: setWidth } = usePageWidth()
  const { data: types } = useQuery(blockTypesQuery)
  const [isEditing, setIsEditing] = useState(false)
  const [drawn, setDrawn] = useState<RenderedDocument>()
  const sources = useSources(drawn, stage, box)
  const edits = isEditing && canEdit
  useShortcut('e', () => setIsEditing(!isEditing), canEdit)

  const edit = useCallback(
    ({ blockId, path }: Element, text?: string) => {
      const block = document?.blocks.find(({ id }) => id === blockId)
      const written = block && path && textAt(block, path)
      if (!block || !path || written === undefined || written === '') return
      const schema = schemaAt(types?.types.get(block.type)?.props, path)
      const kind = schema && kindOf(schema)
      if (!kind || kind === 'link') return
      stage.current?.order({ type: 'edit', blockId, path, text: text ?? written, before: written, kind })
    },
    [document, types],
  )
  useImperativeHandle(
    ref,
    () => ({ edit, reveal: (blockId) => stage.current?.order({ type: 'reveal', blockId }) }),
    [edit],
  )
  const onEvent = (event: StageEvent) => {
    if (event.type === 'clicked') {
      sources.close()
      if (event.element?.path && canEdit && (edits || event.twice)) {
        onChoose(null)
        edit(event.element)
      } else onChoose(event.element)
    } else if (event.type === 'edited') {
      if (event.text !== null) onEdited(event.blockId, event.path, event.text)
    } else if (event.type === 'sources') sources.handleEvent(event)
  }
  return (
    <section aria-label="Page" className="flex min-h-0 min-w-0 flex-1 flex-col bg-sunken">
      <div className="flex h-11 shrink-0 items-center gap-1 px-3">
        <PageWidths value={width} onChange={setWidth} />
        <p className="min-w-0 flex-1 truncate px-2 text-center text-xs text-quiet max-lg:hidden">
          {edits
            ? 'Click text to edit it. Click elsewhere to save, or press Esc to cancel.'
            : 'Click an element to change it.'}
        </p>
        <span className="flex-1 lg:hidden" />
        {canEdit && (
          <button
            type="button"
            aria-pressed={isEditing}
            onClick={() => setIsEditing(!isEditing)}
            className={cx(
              'flex h-8 items-center gap-2 rounded-md px-2.5 text-sm font-medium',
              isEditing ? 'bg-tint text-accent' : 'text-quiet hover:bg-hover hover:text-ink',
            )}
          >
            <PencilLine aria-hidden className="size-4" /> Edit texts
          </button>
        )}
      </div>
      <div ref={box} className="relative min-h-0 flex-1">
        <div className={cx('flex size-full justify-center', width !== 'desk' && 'px-3 pb-3')}>
          <div
            className={cx(
              'h-full overflow-hidden bg-ground transition-[width]',
              width === 'desk'
                ? 'w-full border-t border-line'
                : 'max-w-full rounded-xl border border-edge shadow-low',
            )}
            style={{ width: width === 'desk' ? undefined : pageWidths[width] }}
          >
            <StagedPage
              ref={stage}
              document={document}
              target={{ audienceId }}
              {...(!isSmall && { width: width === 'desk' ? pageWidths.desk : pageWidths[width] - 2 })}
              chosen={chosen}
              marksSources
              onEvent={onEvent}
              onDrawn={setDrawn}
              title={`${title}: page`}
            />
          </div>
        </div>
        {sources.open && (
          <Sources
            sources={sources.open.sources}
            at={sources.open.at}
            room={sources.open.room}
            onEnter={sources.keep}
            onLeave={sources.closeSoon}
          />
        )}
      </div>
    </section>
  )
}

type OpenSources = { sources: Source[]; at: PageRect; room: { width: number; height: number } }

/** The block whose sources are open: while the pointer is on its marker or on the card, or until another one opens. */
function useSources(
  drawn: RenderedDocument | undefined,
  stage: RefObject<StageHandle | null>,
  box: RefObject<HTMLDivElement | null>,
) {
  const [open, setOpen] = useState<OpenSources>()
  const timer = useRef(0)
  const keep = () => clearTimeout(timer.current)
  const closeSoon = () => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setOpen(undefined), 350)
  }
  const close = () => {
    keep()
    setOpen(undefined)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const handleEvent = (event: Extract<StageEvent, { type: 'sources' }>) => {
    const [frame, around] = [stage.current?.box(), box.current?.getBoundingClientRect()]
    const found = drawn?.rendering.blocks.find(({ blockId }) => blockId === event.blockId)
    if (!found || !event.at || !frame || !around) return closeSoon()
    keep()
    // The frame may be scaled down.
    const scale = stage.current?.scale() ?? 1
    const x = (value: number) => frame.left - around.left + value * scale
    const y = (value: number) => frame.top - around.top + value * scale
    const { left, top, right, bottom } = event.at
    setOpen({
      sources: found.sources,
      at: { left: x(left), top: y(top), right: x(right), bottom: y(bottom) },
      room: { width: around.width, height: around.height },
    })
  }
  return { open, handleEvent, keep, close, closeSoon }
}
