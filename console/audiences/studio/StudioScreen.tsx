import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useList } from '../../api/lists.ts'
import { useMay } from '../../api/session.ts'
import { Chat } from '../../chat/Chat.tsx'
import { Composer } from '../../chat/Composer.tsx'
import { examplesFor } from '../../documents/examples.ts'
import type { Element } from '../../documents/stage.ts'
import { pageQuery } from '../../pages/queries.ts'
import { useAddress } from '../../ui/address.ts'
import { cx } from '../../ui/cx.ts'
import { SideTabs } from '../../ui/SideTabs.tsx'
import { useShortcut } from '../../ui/shortcuts.ts'
import { ErrorState } from '../../ui/states.tsx'
import { useWidth } from '../../ui/width.ts'
import type { StudioSearch, StudioSide } from '../search.ts'
import { Changes } from './Changes.tsx'
import { useOutbox } from './conversation.ts'
import { buildExchanges } from './exchanges.ts'
import { type PageHandle, PageView } from './PageView.tsx'
import { type AudienceIds, messagesQuery, useStudioActions } from './queries.ts'
import { StudioHeader } from './StudioHeader.tsx'
import { comparisons, type ShownVersion, useShown } from './shown.ts'
import { keepEdit, stopRun } from './studioActions.ts'

/** An audience's page beside the conversation with the agent. */
export function StudioScreen() {
  const { pageId, audienceId } = useParams({ from: '/shell/pages/$pageId/audiences/$audienceId' })
  const where = useMemo(() => ({ pageId, audienceId }), [pageId, audienceId])
  // The key resets all state for another audience.
  return <Studio key={audienceId} where={where} />
}

function Studio({ where }: { where: AudienceIds }) {
  const [search, change] = useAddress<StudioSearch>()
  const page = useQuery(pageQuery(where.pageId))
  const shown = useShown(where, search.version)
  const calls = useStudioActions(where)
  const mayWrite = useMay('write')
  const isWide = useWidth().has('lg')
  const view = useRef<PageHandle>(null)
  const [chosen, setChosen] = useState<Element | null>(null)
  const { audience, newest, opened, document, isBusy, error } = shown
  const side: StudioSide = search.side ?? 'chat'
  const show = (next: StudioSide) => change({ side: next === 'chat' ? undefined : next })
  const open = (id: string) => change({ version: id === newest?.versionId ? undefined : id })
  const reveal = (blockId: string) => {
    if (!isWide) show('page')
    view.current?.reveal(blockId)
  }
  if (error) return <ErrorState error={error} onRetry={() => void audience.refetch()} className="m-auto" />
  return (
    <>
      <StudioHeader
        page={page.data}
        audience={audience.data}
        shown={opened}
        newest={newest}
        making={shown.making}
        where={where}
        list={shown.versions}
        onOpen={open}
        onCompare={() => show('changes')}
      />
      <Conversation
        where={where}
        shown={shown}
        calls={calls}
        chosen={chosen}
        onChoose={setChosen}
        onEdit={chosen?.path && !isBusy ? () => view.current?.edit(chosen) : undefined}
        onReveal={reveal}
        onOpen={open}
        onSent={() => change({ version: undefined, side: side === 'page' ? 'page' : undefined })}
      >
        {({ chat, composer }) => (
          <Panes
            side={side}
            onSide={show}
            beside={
              side === 'changes' && opened ? (
                <Changes
                  where={where}
                  version={opened}
                  onReveal={reveal}
                  onAgainst={(against) => change({ against })}
                  {...comparisons(shown, opened, search.against)}
                />
              ) : (
                chat
              )
            }
            below={chosen && composer}
          >
            <PageView
              ref={view}
              document={document}
              audienceId={where.audienceId}
              title={audience.data?.effectiveName ?? ''}
              chosen={chosen}
              onChoose={(element) => setChosen(mayWrite ? element : null)}
              canEdit={mayWrite && !isBusy}
              onEdited={async (blockId, path, text) => {
                if (await keepEdit(calls, shown, view, { blockId, path, text }))
                  change({ version: undefined })
              }}
            />
          </Panes>
        )}
      </Conversation>
    </>
  )
}

const wideSides = [
  ['chat', 'Chat'],
  ['changes', 'Changes'],
] as const
const narrowSides = [
  ['chat', 'Chat'],
  ['page', 'Page'],
  ['changes', 'Changes'],
] as const

type PanesProps = {
  side: StudioSide
  onSide: (side: StudioSide) => void
  beside: ReactNode
  /** Shown below the page if there is no pane beside it. */
  below: ReactNode
  children: ReactNode
}

/** The page with a pane beside it; narrow screens show one of them at a time. */
function Panes({ side, onSide, beside, below, children }: PanesProps) {
  const isWide = useWidth().has('lg')
  const isPage = side === 'page'
  return (
    <div className="flex min-h-0 flex-1 border-t border-line max-lg:flex-col">
      {!isWide && <SideTabs sides={narrowSides} value={side} onChange={onSide} />}
      {(isWide || !isPage) && (
        <aside
          aria-label={side === 'changes' ? 'Changes' : 'Chat'}
          className="flex min-h-0 flex-col border-line max-lg:flex-1 lg:w-80 lg:shrink-0 lg:border-e xl:w-96"
        >
          {isWide && <SideTabs sides={wideSides} value={isPage ? 'chat' : side} onChange={onSide} />}
          {beside}
        </aside>
      )}
      <div className={cx('min-h-0 min-w-0 flex-1 flex-col', isWide || isPage ? 'flex' : 'hidden')}>
        {children}
        {!isWide && below && <div className="border-t border-line bg-ground p-3">{below}</div>}
      </div>
    </div>
  )
}

type ConversationProps = {
  where: AudienceIds
  shown: ShownVersion
  calls: ReturnType<typeof useStudioActions>
  chosen: Element | null
  onChoose: (element: Element | null) => void
  onEdit: (() => void) | undefined
  onReveal: (blockId: string) => void
  onOpen: (versionId: string) => void
  onSent: () => void
  children: (parts: { chat: ReactNode; composer: ReactNode }) => ReactNode
}

/** The chat; when the page is shown alone, only the field to write in. */
function Conversation({
  where,
  shown,
  calls,
  chosen,
  onChoose,
  onSent,
  children,
  ...actions
}: ConversationProps) {
  const messages = useList(messagesQuery(where))
  const outbox = useOutbox(calls.send.mutateAsync)
  const mayWrite = useMay('write')
  const isWide = useWidth().has('lg')
  const [text, setText] = useState('')
  const { document, runs, versions, audience, isBusy, isConnected } = shown
  const onStop = mayWrite && isBusy ? () => stopRun(calls, shown) : undefined
  useShortcut('mod+.', () => onStop?.(), onStop !== undefined)
  const post = (message: string) => {
    outbox.post(message.trim(), chosen)
    setText('')
    onChoose(null)
    onSent()
  }
  const composer = mayWrite ? (
    <Composer
      text={text}
      onText={setText}
      onSend={() => post(text)}
      onStop={onStop}
      element={chosen}
      document={document}
      onRelease={() => onChoose(null)}
      onEdit={actions.onEdit}
      autoFocus={isWide}
    />
  ) : (
    <p className="rounded-lg bg-sunken px-3 py-2.5 text-sm text-quiet">
      You have read access. To request changes, sign in with a key that can write.
    </p>
  )
  const chat = (
    <Chat
      exchanges={buildExchanges(messages.rows, outbox.outgoing, runs, versions.rows)}
      isLoading={messages.isLoading}
      hasEarlier={messages.hasMore}
      isLoadingEarlier={messages.isLoadingMore}
      onEarlier={messages.loadMore}
      sentCount={outbox.outgoing.length}
      isConnected={isConnected}
      hint="Each change becomes a draft until you publish it."
      suggestions={
        audience.data && document
          ? examplesFor(document, { isForSomebody: audience.data.computedName !== 'Everyone' })
          : []
      }
      onSuggest={mayWrite ? post : undefined}
      actions={{
        document,
        onReveal: actions.onReveal,
        onOpen: actions.onOpen,
        onStop,
        onSendAgain: outbox.postAgain,
        onSend: mayWrite ? post : undefined,
      }}
    >
      {composer}
    </Chat>
  )
  return children({ chat, composer })
}
