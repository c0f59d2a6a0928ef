import { Check, CircleAlert, CircleStop, LoaderCircle, Square } from 'lucide-react'
import type { ReactNode } from 'react'
import { plainText, withoutTokens } from '../../shared/plainText.ts'
import { type Document, type Operation, toOperations } from '../documents/document.ts'
import { blockOf, describeOperation } from '../documents/words.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { RelativeTime } from '../ui/figures.tsx'
import type { ChatAnswer, Exchange, RunProgress } from './exchange.ts'

type TurnActions = {
  /** For the names of changed blocks. */
  document: Document | undefined
  onReveal: (blockId: string) => void
  onOpen?: (versionId: string) => void
  onStop: (() => void) | undefined
  onSendAgain: (key: string) => void
  /** Sends a message; undefined without permission. */
  onSend: ((text: string) => void) | undefined
}

type TurnProps = { exchange: Exchange; actions: TurnActions; isLast: boolean; askedBy?: string | undefined }

export function Turn({ exchange, actions, isLast, askedBy }: TurnProps) {
  const { question, answer, run, failure } = exchange
  return (
    <li className="space-y-3">
      <div className="ms-10 rounded-xl rounded-se-sm bg-sunken px-3.5 py-2.5">
        {askedBy ? (
          <p className="mb-1 flex items-center gap-1.5 text-xs text-quiet">
            <Avatar name={askedBy} size={16} />
            {askedBy}
          </p>
        ) : (
          <span className="sr-only">Asked: </span>
        )}
        <p className="text-base break-words whitespace-pre-wrap">{question.text}</p>
      </div>
      {failure !== undefined ? (
        <Failure text={failure}>
          <Button size="sm" onClick={() => actions.onSendAgain(exchange.key)}>
            Send again
          </Button>
        </Failure>
      ) : answer ? (
        <Answered answer={answer} exchange={exchange} actions={actions} isLast={isLast} />
      ) : (
        <Live run={run} status={exchange.status} actions={actions} />
      )}
    </li>
  )
}

function Answered({ answer, exchange, actions, isLast }: TurnProps & { answer: ChatAnswer }) {
  const { outcome, text, createdAt, suggestions } = answer
  const { onSend } = actions
  if (outcome === 'failed')
    return (
      <Failure text={text || 'Something went wrong. The page was not changed.'}>
        {isLast && onSend && (
          <Button size="sm" onClick={() => onSend(exchange.question.text)}>
            Send again
          </Button>
        )}
      </Failure>
    )
  return (
    <div className="space-y-2.5">
      {text && <p className="break-words whitespace-pre-wrap">{withoutInternals(text)}</p>}
      <Operations operations={toOperations(answer.operations)} actions={actions} />
      {isLast && onSend && <Suggestions suggestions={suggestions} onSend={onSend} />}
      <p className="flex flex-wrap items-center gap-x-2 text-xs text-faint">
        {outcome === 'drafted' && exchange.result && (
          <Result result={exchange.result} onOpen={actions.onOpen} />
        )}
        {outcome === 'interrupted' && (
          <span className="inline-flex items-center gap-1 text-quiet">
            <CircleStop aria-hidden className="size-3.5" /> Stopped. The page was not changed.
          </span>
        )}
        {outcome === 'nothing_changed' && <span className="text-quiet">No changes made.</span>}
        <RelativeTime at={createdAt} />
      </p>
    </div>
  )
}

function Result({
  result: { label, versionId },
  onOpen,
}: {
  result: NonNullable<Exchange['result']>
  onOpen: TurnActions['onOpen']
}) {
  if (!versionId || !onOpen) return <span className="font-medium text-quiet">{label}</span>
  return (
    <button
      type="button"
      onClick={() => onOpen(versionId)}
      className="rounded-sm font-medium text-quiet underline decoration-edge underline-offset-2 hover:text-ink"
    >
      {label}
    </button>
  )
}

/**
 * Messages that the agent suggests, sent with one click. Only shown for the last answer, as older ones are about an
 * older page.
 */
function Suggestions({ suggestions, onSend }: { suggestions: string[]; onSend: (text: string) => void }) {
  if (suggestions.length === 0) return null
  return (
    <ul aria-label="Suggested messages" className="flex flex-col items-start gap-1.5">
      {suggestions.map((text) => (
        <li key={text} className="max-w-full">
          <button
            type="button"
            onClick={() => onSend(text)}
            className="rounded-lg border border-edge px-3 py-1.5 text-start text-sm break-words hover:bg-hover max-md:py-2.5"
          >
            {plainText(text)}
          </button>
        </li>
      ))}
    </ul>
  )
}

const waiting: Record<string, string> = {
  pending: 'Waiting for the previous message',
  queued: 'Starting…',
  processing: 'Working on it',
}

function Live({
  run,
  status,
  actions,
}: {
  run: RunProgress | undefined
  status: string | undefined
  actions: TurnActions
}) {
  const now = run?.status || status || ''
  const isRunning = now === 'processing' || now === 'queued'
  return (
    <div className="space-y-2.5">
      {run?.text && <p className="break-words whitespace-pre-wrap">{withoutInternals(run.text)}</p>}
      <Operations operations={run?.operations ?? []} actions={actions} />
      {run?.error && <Failure text={run.error} />}
      <div className="flex min-h-7 items-center gap-2 text-sm text-quiet">
        <LoaderCircle aria-hidden className="size-4 animate-spin text-accent motion-reduce:animate-none" />
        <span className="flex-1">{waiting[now] ?? 'Sending'}</span>
        {isRunning && actions.onStop && (
          <Button size="sm" icon={Square} keys="mod+." onClick={actions.onStop}>
            Stop
          </Button>
        )}
      </div>
    </div>
  )
}

/** Removes what only agents use: formatting tokens, and links to actions by id. */
function withoutInternals(text: string): string {
  return withoutTokens(text).replace(/`?\baction:[\w-]+`?/g, 'the action of the page')
}

const mostShown = 6

function Operations({ operations, actions }: { operations: Operation[]; actions: TurnActions }) {
  if (operations.length === 0) return null
  const hidden = operations.length - mostShown
  // Operations have no ids, and their order is fixed.
  const lines = operations.map((operation, place) => ({ key: `${place} ${operation.type}`, operation }))
  return (
    <ul className="space-y-px border-s border-line ps-1">
      {lines.slice(0, hidden > 1 ? mostShown : undefined).map(({ key, operation }) => (
        <OperationLine key={key} operation={operation} actions={actions} />
      ))}
      {hidden > 1 && <li className="ps-7 text-sm text-faint">and {hidden} more</li>}
    </ul>
  )
}

function OperationLine({
  operation,
  actions: { document, onReveal },
}: {
  operation: Operation
  actions: TurnActions
}) {
  const blockId = blockOf(operation)
  const look =
    'flex w-full animate-rise items-start gap-2 rounded-md px-1.5 py-1 text-start text-sm text-quiet'
  const inside = (
    <>
      <Check aria-hidden className="mt-0.75 size-3.5 shrink-0 text-good" strokeWidth={2.5} />
      <span>{describeOperation(operation, document)}</span>
    </>
  )
  return (
    <li>
      {blockId ? (
        <button
          type="button"
          className={cx(look, 'hover:bg-hover hover:text-ink')}
          title="Show on page"
          onClick={() => onReveal(blockId)}
        >
          {inside}
        </button>
      ) : (
        <div className={look}>{inside}</div>
      )}
    </li>
  )
}

function Failure({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div role="alert" className="flex gap-2.5 rounded-lg bg-danger-tint px-3 py-2.5 text-sm text-danger">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1 space-y-2">
        <p className="break-words whitespace-pre-wrap">{text}</p>
        {children}
      </div>
    </div>
  )
}
