import { useQuery } from '@tanstack/react-query'
import { History as HistoryIcon, RotateCcw } from 'lucide-react'
import { useList } from '../api/lists.ts'
import { Differences } from '../documents/Differences.tsx'
import type { Document, Operation } from '../documents/document.ts'
import { blockPhrase } from '../documents/words.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { RelativeTime } from '../ui/figures.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { type Revision, revisionDiffQuery, revisionQuery, revisionsQuery } from './queries.ts'

type Props = {
  pageId: string
  canEdit: boolean
  /** The open revision, whose changes and page are shown. */
  open: number | undefined
  onOpen: (revision: Revision | undefined) => void
  onRestore: (revision: Revision) => void
  onReveal: (blockId: string) => void
}

/** The revisions of the page: their changes, how the page looked, and a button to restore each. */
export function HistoryPanel({ pageId, open, onOpen, onRestore, onReveal, canEdit }: Props) {
  const { rows, isLoading, error, retry, hasMore, loadMore } = useList(revisionsQuery(pageId))
  if (error && rows.length === 0) return <ErrorState error={error} onRetry={retry} />
  if (isLoading)
    return (
      <div className="space-y-4 p-4" aria-busy>
        <Skeleton className="h-16" />
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </div>
    )
  if (rows.length === 0)
    return (
      <EmptyState icon={HistoryIcon} title="No history yet">
        Every change to the page becomes a version of the page that you can compare and restore.
      </EmptyState>
    )
  return (
    <ol className="thin-scroll min-h-0 flex-1 space-y-px overflow-y-auto p-2">
      {rows.map((revision, index) => (
        <Row
          key={revision.revision}
          pageId={pageId}
          revision={revision}
          isNewest={index === 0}
          isTold={index < mostSummaries}
          isOpen={open === revision.revision}
          canEdit={canEdit}
          onOpen={() => onOpen(open === revision.revision ? undefined : revision)}
          onRestore={() => onRestore(revision)}
          onReveal={onReveal}
        />
      ))}
      {hasMore && (
        <li className="p-2">
          <Button onClick={loadMore}>Show older versions</Button>
        </li>
      )}
    </ol>
  )
}

type RowProps = {
  pageId: string
  revision: Revision
  isNewest: boolean
  /** Whether the changes are summarised in the row; each summary costs a request, so only for new revisions. */
  isTold: boolean
  isOpen: boolean
  canEdit: boolean
  onOpen: () => void
  onRestore: () => void
  onReveal: (blockId: string) => void
}

function Row({ pageId, revision, isNewest, isTold, isOpen, canEdit, onOpen, onRestore, onReveal }: RowProps) {
  const against = revision.revision - 1
  const enabled = against > 0 && (isTold || isOpen)
  const diff = useQuery({ ...revisionDiffQuery(pageId, revision, against), enabled })
  const document = useQuery({ ...revisionQuery(pageId, revision), enabled })
  const author = revision.madeBy ?? 'Foyer'
  return (
    <li className={cx('rounded-lg', isOpen && 'bg-tint')}>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onOpen}
        className="flex w-full gap-3 rounded-lg px-2 py-2.5 text-start text-sm hover:bg-hover focus-visible:-outline-offset-2"
      >
        <Avatar name={author} size={24} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline justify-between gap-2">
            <span className="font-medium">
              Page version {revision.revision}
              {revision.isOpen && <span className="ms-1.5 text-xs font-normal text-faint">open</span>}
            </span>
            <span className="shrink-0 text-xs text-faint">
              <RelativeTime at={revision.updatedAt} />
            </span>
          </span>
          <span className="block text-quiet">
            {revision.note ??
              (against === 0
                ? 'The first version'
                : !enabled
                  ? 'Open to see what changed'
                  : summarise(diff.data?.operations, document.data?.document as Document | undefined))}
          </span>
        </span>
      </button>
      {isOpen && (
        <div className="space-y-3 px-2 ps-11 pb-3">
          {against > 0 && diff.data && document.data && (
            <Compared
              pageId={pageId}
              revision={revision}
              operations={diff.data.operations}
              document={document.data.document as Document}
              onReveal={onReveal}
            />
          )}
          {!isNewest && canEdit && (
            <Button icon={RotateCcw} onClick={onRestore}>
              Restore page version {revision.revision}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

type ComparedProps = {
  pageId: string
  revision: Revision
  operations: Operation[]
  document: Document
  onReveal: (blockId: string) => void
}

function Compared({ pageId, revision, operations, document, onReveal }: ComparedProps) {
  const before = useQuery(revisionQuery(pageId, { revision: revision.revision - 1, hash: '' }))
  if (!before.data) return <Skeleton className="h-16" />
  return (
    <Differences
      operations={operations}
      before={before.data.document as Document}
      after={document}
      onReveal={onReveal}
    />
  )
}

const mostSummaries = 8
const mostNamed = 2

/** The changes of a revision in one line: “Changed the hero and “Prices”, added 1 block”. */
function summarise(operations: Operation[] | undefined, document: Document | undefined): string {
  if (!operations) return '…'
  const idsOf = (...types: string[]) => [
    ...new Set(
      operations.flatMap((operation) => {
        if (!types.includes(operation.type)) return []
        return operation.type === 'addBlock'
          ? [String(operation.block.id)]
          : 'blockId' in operation
            ? [operation.blockId]
            : []
      }),
    ),
  ]
  const changed = idsOf('updateBlock', 'addItem', 'updateItem', 'moveItem', 'removeItem')
  const named = changed.slice(0, mostNamed).map((id) => blockPhrase(id, document))
  const others = changed.length - named.length
  const blocks = (count: number) => `${count} ${count === 1 ? 'block' : 'blocks'}`
  const [added, removed, moved] = [idsOf('addBlock'), idsOf('removeBlock'), idsOf('moveBlock')]
  const parts = [
    changed.length > 0 && `changed ${[...named, ...(others > 0 ? [`${others} more`] : [])].join(', ')}`,
    added.length > 0 && `added ${blocks(added.length)}`,
    removed.length > 0 && `removed ${blocks(removed.length)}`,
    moved.length > 0 && `moved ${blocks(moved.length)}`,
    operations.some(({ type }) => type === 'setTheme') && 'changed the look',
    operations.some(({ type }) => type === 'setMetadata') && 'changed title and description',
  ].filter((part) => part !== false)
  const line = parts.join('; ') || 'no changes'
  return line.charAt(0).toUpperCase() + line.slice(1)
}
