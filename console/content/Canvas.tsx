import { Braces, ChevronDown, Redo2, Undo2, User } from 'lucide-react'
import { type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { audiencesQuery } from '../audiences/queries.ts'
import type { Block, Document } from '../documents/document.ts'
import { type PageWidth, PageWidths, pageWidths, usePageWidth } from '../documents/PageWidths.tsx'
import type { RenderedDocument, RenderTarget } from '../documents/rendering.ts'
import { StagedPage, type StageHandle } from '../documents/StagedPage.tsx'
import { type BlockTypes, kindOf, schemaAt, textError } from '../documents/schema.ts'
import type { Corner, DifferenceKind, Element, StageEvent } from '../documents/stage.ts'
import { IconButton } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { NamedChoice, Picker } from '../ui/Picker.tsx'
import { blockName } from './blockWords.ts'
import { valueAt } from './changes.ts'
import type { MenuAnchor } from './PlaceholderMenu.tsx'
import { toolsFor } from './tools.ts'

export type CanvasHandle = {
  reveal: (blockId: string) => void
  /** Scrolls to a block once it is rendered. */
  revealDrawn: (blockId: string) => void
  edit: (block: Block, path: string, text?: string) => void
  insertPlaceholder: (name: string | null) => void
}

/** The audience the page is previewed for; undefined shows placeholders as they are. */
export type ShownAs = { audienceId: string; name: string }

type Props = {
  pageId: string
  /** The audience whose page is edited; undefined for the page itself. */
  audienceId: string | undefined
  document: Document
  types: BlockTypes
  title: string
  chosen: Block | undefined
  pointed: string | undefined
  shownAs: ShownAs | undefined
  /** How blocks differ from the previous revision, while an old one is shown. */
  differences: Record<string, DifferenceKind>
  canEdit: boolean
  canLock: boolean
  /** Whether the agent can be asked about a block. */
  canAsk: boolean
  canUndo: boolean
  canRedo: boolean
  onUndo: () => void
  onRedo: () => void
  onShowAs: (shownAs: ShownAs | undefined) => void
  onChoose: (blockId: string | undefined) => void
  onPoint: (blockId: string | undefined) => void
  onTool: (id: string, blockId: string) => void
  onInsert: (afterId: string | null, at: MenuAnchor) => void
  onPlaceholder: (at: MenuAnchor) => void
  /**
   * A text edited on the page. `isDone` is true when editing has ended; `sitting` tells one editing of a text from
   * the next.
   */
  onText: (block: Block, path: string, text: string, edit: { isDone: boolean; sitting: number }) => void
  onDrawn: (drawn: RenderedDocument) => void
  ref: Ref<CanvasHandle>
}

/** The page at phone, tablet or desktop width; a click selects a block, a second one edits its text. */
export function Canvas(props: Props) {
  const { document, types, chosen, pointed, shownAs, canEdit, canLock, canAsk, onDrawn, ref } = props
  const stage = useRef<StageHandle>(null)
  /** Counts how often editing started, as all typing until it ends is one undo step. */
  const sitting = useRef(0)
  /** A block that isn't rendered yet. */
  const toReveal = useRef<string>(undefined)
  const { width, isSmall, choose: setWidth } = usePageWidth()
  const filledFor = props.audienceId ?? shownAs?.audienceId
  const target: RenderTarget = filledFor
    ? { audienceId: filledFor }
    : { pageId: props.pageId, placeholders: 'shown' }
  const chosenId = chosen?.id
  const element = useMemo(
    (): Element | null => (chosenId === undefined ? null : { blockId: chosenId, text: '' }),
    [chosenId],
  )
  const edit = (block: Block, path: string, text?: string) => {
    const schema = schemaAt(types.types.get(block.type)?.props, path)
    const written = valueAt(block, path)
    const kind = schema && kindOf(schema)
    if (!kind || kind === 'link' || typeof written !== 'string') return
    sitting.current++
    stage.current?.order({
      type: 'edit',
      blockId: block.id,
      path,
      text: text ?? written,
      before: written,
      kind,
      live: true,
    })
  }
  const place = ({ left, bottom }: Corner): MenuAnchor => {
    const [box, scale] = [stage.current?.box(), stage.current?.scale() ?? 1]
    return { left: (box?.left ?? 0) + left * scale, top: (box?.top ?? 0) + bottom * scale + 6 }
  }
  useImperativeHandle(ref, () => ({
    edit,
    reveal: (blockId) => stage.current?.order({ type: 'reveal', blockId }),
    revealDrawn: (blockId) => {
      toReveal.current = blockId
    },
    insertPlaceholder: (name) => stage.current?.order({ type: 'insertPlaceholder', name }),
  }))
  const names = Object.fromEntries(document.blocks.map((block) => [block.id, blockName(block)]))
  const isFixed = chosen?.locked === true && !canLock
  const tools = chosen && canEdit && !isFixed ? toolsFor(chosen, { canLock, canAsk }) : []
  const editorOrder = JSON.stringify({ names, tools })
  const [isReady, setIsReady] = useState(false)
  useEffect(() => {
    if (isReady) stage.current?.order({ type: 'editor', ...JSON.parse(editorOrder) })
  }, [isReady, editorOrder])
  const differences = JSON.stringify(props.differences)
  useEffect(() => {
    if (isReady) stage.current?.order({ type: 'differences', blocks: JSON.parse(differences) })
  }, [isReady, differences])
  useEffect(() => {
    if (isReady) stage.current?.order({ type: 'point', blockId: pointed ?? null })
  }, [isReady, pointed])
  const handleEvent = (event: StageEvent) => {
    const find = (id: string | undefined) => document.blocks.find((block) => block.id === id)
    if (event.type === 'ready') setIsReady(true)
    else if (event.type === 'clicked') {
      const block = find(event.element?.blockId)
      const path = event.element?.path
      const isAgain = event.twice || block?.id === chosenId
      const isOpen = canEdit && !shownAs && (canLock || !block?.locked)
      if (block && path && isOpen && isAgain) edit(block, path)
      props.onChoose(block?.id)
    } else if (event.type === 'pointed') props.onPoint(event.blockId ?? undefined)
    else if (event.type === 'tool') props.onTool(event.id, event.blockId)
    else if (event.type === 'insert') props.onInsert(event.afterId, place(event.at))
    else if (event.type === 'placeholder') props.onPlaceholder(place(event.at))
    else if (event.type === 'typing' || event.type === 'edited') {
      const block = find(event.blockId)
      if (block && event.text !== null)
        props.onText(block, event.path, event.text, {
          isDone: event.type === 'edited',
          sitting: sitting.current,
        })
    } else if (event.type === 'shown' && toReveal.current) {
      stage.current?.order({ type: 'reveal', blockId: toReveal.current })
      toReveal.current = undefined
    }
  }
  return (
    <section aria-label="Page" className="flex min-h-0 min-w-0 flex-1 flex-col bg-sunken">
      <Toolbar {...props} width={width} onWidth={setWidth} />
      <div className={cx('flex min-h-0 flex-1 justify-center', isSmall ? '' : 'px-4 pb-4')}>
        <div
          className="h-full max-w-full overflow-hidden rounded-lg border border-edge bg-ground shadow-low transition-[width] max-md:rounded-none max-md:border-0"
          style={{ width: width === 'desk' ? '100%' : pageWidths[width] }}
        >
          <StagedPage
            ref={stage}
            document={document}
            target={target}
            {...(!isSmall && { width: pageWidths[width] - (width === 'desk' ? 0 : 2) })}
            chosen={element}
            glows={false}
            onEvent={handleEvent}
            onDrawn={onDrawn}
            title={`${props.title}: page`}
          />
        </div>
      </div>
    </section>
  )
}

/** Why a text at a path of a block is invalid. */
export function errorOf(types: BlockTypes, block: Block, path: string, text: string): string | undefined {
  const props = types.types.get(block.type)?.props
  const schema = schemaAt(props, path)
  const steps = path.split('/')
  const name = steps.at(-1) ?? ''
  const parent = schemaAt(props, steps.slice(0, -1).join('/'))
  const isRequired = /^\d+$/.test(name) || (parent?.required ?? []).includes(name)
  return schema ? textError(schema, text, isRequired) : 'This text can’t be changed here'
}

type ToolbarProps = Props & { width: PageWidth; onWidth: (width: PageWidth) => void }

function Toolbar({ width, onWidth, canEdit, canUndo, canRedo, onUndo, onRedo, ...show }: ToolbarProps) {
  return (
    <div className="flex h-12 shrink-0 items-center gap-1 px-4 max-md:px-2">
      <PageWidths value={width} onChange={onWidth} />
      {canEdit && (
        <>
          <span aria-hidden className="mx-1 h-5 w-px bg-line max-md:hidden" />
          <IconButton icon={Undo2} label="Undo" keys="mod+z" disabled={!canUndo} onClick={onUndo} />
          <IconButton icon={Redo2} label="Redo" keys="mod+shift+z" disabled={!canRedo} onClick={onRedo} />
        </>
      )}
      <div className="flex min-w-0 flex-1 justify-end">{!show.audienceId && <ShowAs {...show} />}</div>
    </div>
  )
}

type ShowAsProps = Pick<Props, 'pageId' | 'shownAs' | 'onShowAs'>

/** Chooses between unfilled placeholders and those filled for an audience. */
function ShowAs({ pageId, shownAs, onShowAs }: ShowAsProps) {
  const look = (isOn: boolean) =>
    cx(
      'flex h-7 min-w-0 items-center gap-1.5 rounded-inner px-2.5 text-sm font-medium max-md:h-9',
      isOn ? 'bg-raised text-ink shadow-low' : 'text-quiet hover:text-ink',
    )
  return (
    <fieldset className="flex min-w-0 gap-0.5 rounded-md bg-pressed p-0.5">
      <legend className="sr-only">Show the page with</legend>
      <button
        type="button"
        aria-pressed={!shownAs}
        onClick={() => onShowAs(undefined)}
        className={look(!shownAs)}
      >
        <Braces aria-hidden className="size-3.5 shrink-0" />
        <span className="max-sm:sr-only">Placeholders</span>
      </button>
      <Picker
        find="Show as an audience"
        placeholder="Name of an audience"
        query={(query) => audiencesQuery(pageId, { query })}
        keyOf={({ audienceId }) => audienceId}
        show={({ effectiveName }) => <NamedChoice name={effectiveName} hint={null} />}
        onPick={({ audienceId, effectiveName }) => onShowAs({ audienceId, name: effectiveName })}
        trigger={
          <button type="button" aria-pressed={Boolean(shownAs)} className={look(Boolean(shownAs))}>
            <User aria-hidden className="size-3.5 shrink-0" />
            <span className="truncate">{shownAs ? `As ${shownAs.name}` : 'Show as…'}</span>
            <ChevronDown aria-hidden className="size-3.5 shrink-0" />
          </button>
        }
      />
    </fieldset>
  )
}
