import { useQuery } from '@tanstack/react-query'
import { type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import { useList } from '../../api/lists.ts'
import { ProblemError } from '../../api/problem.ts'
import { useMay } from '../../api/session.ts'
import { type Document, textAt, withText } from '../../documents/document.ts'
import type { Element } from '../../documents/stage.ts'
import { pageQuery } from '../../pages/queries.ts'
import { useAddress } from '../../ui/address.ts'
import { notify, notifyProblem } from '../../ui/notify.tsx'
import { useShortcut } from '../../ui/shortcuts.ts'
import { ErrorState } from '../../ui/states.tsx'
import { useWidth } from '../../ui/width.ts'
import { type StudioSearch, type StudioSide, studioRoute } from '../routes.ts'
import { Changes } from './Changes.tsx'
import { Chat } from './Chat.tsx'
import { Composer } from './Composer.tsx'
import { suggest, tellConversation, useOutbox } from './conversation.ts'
import { type PageHandle, PageView } from './PageView.tsx'
import {
  audienceQuery,
  documentQuery,
  messagesQuery,
  useStudioDeeds,
  type Version,
  versionsQuery,
} from './queries.ts'
import { hasDocument, isUnderWay, useLiveDocument, useRuns } from './runs.ts'
import { SideTabs } from './SideTabs.tsx'
import { StudioHeader } from './StudioHeader.tsx'

/** An audience's page and the conversation that makes it. */
export function StudioScreen() {
  const where = studioRoute.useParams()
  // Another audience is another studio: nothing said or chosen in one carries over.
  return <Studio key={where.audienceId} {...where} />
}

function Studio({ pageId, audienceId }: { pageId: string; audienceId: string }) {
  const where = useMemo(() => ({ pageId, audienceId }), [pageId, audienceId])
  const [search, change] = useAddress<StudioSearch>()
  const page = useQuery(pageQuery(pageId))
  const audience = useQuery(audienceQuery(where))
  const versions = useList(versionsQuery(where))
  const messages = useList(messagesQuery(where))
  const { runs, isConnected } = useRuns(where)
  const { send, interrupt, publish, save } = useStudioDeeds(where)
  const outbox = useOutbox(send.mutateAsync)
  const mayWrite = useMay('write')
  const view = useRef<PageHandle>(null)
  const [chosen, setChosen] = useState<Element | null>(null)
  const [text, setText] = useState('')

  const running = [...runs.values()].findLast(({ status }) => status === 'processing')
  const latest = running ?? [...runs.values()].findLast(({ operations }) => operations.length > 0)
  const newest = versions.rows.find(hasDocument)
  const opened = useOpened(versions.rows, audience.data?.publishedVersion, search.version) ?? newest
  const live = useLiveDocument(where, latest, versions.rows)
  const stored = useQuery({
    ...documentQuery(where, opened?.versionId ?? ''),
    enabled: opened !== undefined,
    placeholderData: (before) => before,
  })
  const isLive = live !== undefined && !search.version
  const document = isLive ? live : stored.data?.document
  const isBusy = versions.rows.some(({ status }) => isUnderWay(status)) || running !== undefined

  const isWide = useWidth().has('md')
  const side: StudioSide = search.side ?? 'chat'
  const beside = side === 'page' ? 'chat' : side
  const show = (next: StudioSide) => change({ side: next === 'chat' ? undefined : next })
  const open = (versionId: string) =>
    change({ version: versionId === newest?.versionId ? undefined : versionId })
  const reveal = (blockId: string) => {
    if (!isWide) show('page')
    view.current?.reveal(blockId)
  }

  const post = (message: string) => {
    outbox.post(message.trim(), chosen)
    setText('')
    setChosen(null)
    change({ version: undefined, side: undefined })
  }
  const stop = () =>
    interrupt.mutate(running?.text ?? '', {
      onSuccess: ({ success }) => !success && notify('There was nothing left to stop.'),
      onError: notifyProblem,
    })
  const onStop = mayWrite && isBusy ? stop : undefined
  useShortcut('mod+.', stop, onStop !== undefined)
  const keepEdit = useKeepEdit(document, save.mutateAsync, view, () => change({ version: undefined }))
  const publishVersion = (version: Version) => {
    const before = audience.data?.publishedVersion
    publish.mutate(version.versionId, {
      onSuccess: () => {
        const undo = before && {
          undo: async () => {
            await publish.mutateAsync(before.versionId)
            notify(`Visitors see version ${before.versionNumber} again`)
          },
        }
        const word = version.status === 'archived' ? 'Rolled back: visitors see' : 'Published: visitors see'
        notify(`${word} version ${version.versionNumber}`, undo)
      },
      onError: notifyProblem,
    })
  }

  const error = audience.error ?? versions.error
  if (error) return <ErrorState error={error} onRetry={() => void audience.refetch()} className="m-auto" />
  const exchanges = tellConversation(messages.rows, outbox.outgoing, runs, versions.rows)
  const title = audience.data?.effectiveName ?? ''
  return (
    <>
      <StudioHeader
        page={page.data}
        audience={audience.data}
        shown={opened}
        newest={newest}
        making={isLive ? versions.rows.find(({ versionId }) => versionId === latest?.versionId) : undefined}
        list={versions}
        isPublishing={publish.isPending}
        onOpen={open}
        onCompare={() => show('changes')}
        onPublish={publishVersion}
      />
      <div className="flex min-h-0 flex-1 border-t border-line max-md:flex-col">
        {(isWide || side !== 'page') && (
          <aside
            aria-label={beside === 'chat' ? 'Chat' : 'Changes'}
            className="flex min-h-0 flex-col border-line max-md:order-2 max-md:flex-1 md:w-80 md:shrink-0 md:border-e lg:w-96"
          >
            {isWide && <SideTabs value={beside} onChange={show} />}
            {beside === 'changes' && opened ? (
              <Changes
                where={where}
                version={opened}
                onReveal={reveal}
                onAgainst={(against) => change({ against })}
                {...comparisons(versions.rows, opened, audience.data?.publishedVersion, search.against)}
              />
            ) : (
              <Chat
                exchanges={exchanges}
                isLoading={messages.isLoading}
                hasEarlier={messages.hasMore}
                isLoadingEarlier={messages.isLoadingMore}
                onEarlier={messages.loadMore}
                isConnected={isConnected}
                suggestions={audience.data ? suggest(audience.data) : []}
                onSuggest={mayWrite ? post : undefined}
                deeds={{ document, onReveal: reveal, onOpen: open, onStop, onSendAgain: outbox.postAgain }}
              >
                {mayWrite ? (
                  <Composer
                    text={text}
                    onText={setText}
                    onSend={() => post(text)}
                    onStop={onStop}
                    element={chosen}
                    document={document}
                    onRelease={() => setChosen(null)}
                    onEdit={chosen && !isBusy ? () => view.current?.edit(chosen) : undefined}
                    autoFocus={isWide}
                  />
                ) : (
                  <p className="rounded-lg bg-sunken px-3 py-2.5 text-sm text-quiet">
                    Your key may read. To ask for changes, sign in with one that may write.
                  </p>
                )}
              </Chat>
            )}
          </aside>
        )}
        {!isWide && <SideTabs value={side} onChange={show} withPage />}
        <div className={isWide || side === 'page' ? 'flex min-h-0 min-w-0 flex-1 max-md:order-2' : 'hidden'}>
          <PageView
            ref={view}
            document={document}
            audienceId={audienceId}
            title={title}
            chosen={chosen}
            onChoose={(element) => setChosen(mayWrite ? element : null)}
            onEdited={mayWrite && !isBusy ? keepEdit : undefined}
          />
        </div>
      </div>
    </>
  )
}

/** The version that the address names. */
function useOpened(versions: Version[], published: Version | undefined, versionId: string | undefined) {
  if (!versionId) return undefined
  return [...versions, ...(published ? [published] : [])].find((version) => version.versionId === versionId)
}

/** What a version can be compared with; by itself, with what visitors see, or else with the one before it. */
function comparisons(
  versions: Version[],
  shown: Version,
  published: Version | undefined,
  chosen: string | undefined,
) {
  const finished = versions.filter(hasDocument)
  const all =
    published && !finished.some(({ versionId }) => versionId === published.versionId)
      ? [...finished, published]
      : finished
  const others = all.filter(({ versionId }) => versionId !== shown.versionId)
  const against =
    others.find(({ versionId }) => versionId === chosen) ??
    others.find(({ status }) => status === 'published') ??
    others.find(({ versionNumber }) => versionNumber < shown.versionNumber) ??
    others[0]
  return { others, against }
}

/** Keeps a text that was changed by hand as a draft; one that is refused is put back for mending. */
function useKeepEdit(
  document: Document | undefined,
  save: (document: Document) => Promise<Version>,
  view: RefObject<PageHandle | null>,
  onSaved: () => void,
) {
  return useCallback(
    async (blockId: string, path: string, text: string) => {
      const block = document?.blocks.find(({ id }) => id === blockId)
      if (!document || !block || textAt(block, path) === text) return
      try {
        const { versionNumber } = await save(withText(document, blockId, path, text))
        onSaved()
        notify(`Kept as version ${versionNumber}, a draft`)
      } catch (error) {
        const [wrong] = error instanceof ProblemError ? error.errors : []
        if (wrong) notify('This text can’t be kept', { detail: `It ${wrong.message.replace('NOT', 'not')}.` })
        else notifyProblem(error)
        view.current?.edit({ blockId, path, text }, text)
      }
    },
    [document, save, view, onSaved],
  )
}
