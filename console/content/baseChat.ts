import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '../api/client.ts'
import { describe } from '../api/problem.ts'
import type { Exchange } from '../chat/exchange.ts'
import { type Change, type Operation, toOperations } from '../documents/document.ts'
import type { Element } from '../documents/stage.ts'
import { blockOf } from '../documents/words.ts'
import type { DocumentEditor } from './editor.ts'
import type { BaseTransport, PageAnswer, PageMessage } from './queries.ts'

/** A message to the agent about the page itself, and its answer. */
type BaseMessage = {
  key: string
  message: string
  element: Element | null
  at: string
  answer?: PageAnswer & { createdAt: string }
  /** The revision that the answer was saved as. */
  revision?: number
  /** Why the request failed. */
  failure?: string
  isStopped?: boolean
}

export type BaseChat = {
  exchanges: Exchange[]
  sentCount: number
  isBusy: boolean
  send: (message: string, element: Element | null) => void
  sendAgain: (key: string) => void
  stop: () => void
  /** Registers a callback for the blocks that an answer changed. */
  onChanged: (run: (blockIds: string[]) => void) => void
}

/** The number of previous turns that are sent to the agent. */
const mostTurns = 20
const mostKept = 30

/**
 * A conversation about the page's own document. An answer arrives as edits in the open editor: ⌘Z undoes it, and it
 * is saved as a separate revision with the message as its note. The conversation is kept in session storage, so it
 * ends with the tab.
 */
export function useBaseChat(pageId: string, editor: DocumentEditor, transport: BaseTransport): BaseChat {
  const [asked, setAsked] = useState<BaseMessage[]>(() => readKept(pageId))
  const [sentCount, setSentCount] = useState(0)
  const running = useRef<{ key: string; stop: AbortController }>(undefined)
  const changed = useRef<(blockIds: string[]) => void>(() => {})
  useEffect(() => keep(pageId, asked), [pageId, asked])
  useEffect(() => () => running.current?.stop.abort(), [])
  const put = (key: string, more: Partial<BaseMessage>) =>
    setAsked((all) => all.map((one) => (one.key === key ? { ...one, ...more } : one)))

  const run = async (one: BaseMessage, before: BaseMessage[]) => {
    const stop = new AbortController()
    running.current = { key: one.key, stop }
    try {
      if (!(await editor.saveAndWait()))
        return put(one.key, {
          failure: 'Your latest edits are not saved yet. Save them, then send it again.',
        })
      await transport.endRevision(one.message)
      const answer = await api.pages.askForChanges(pageId, toMessage(one, before), { signal: stop.signal })
      const createdAt = `+${Date.now()}`
      const changes = toOperations(answer.operations)
      if (changes.length > 0) {
        editor.change(changes.map(withoutHash))
        changed.current(changes.flatMap((change) => blockOf(change) ?? []))
        await editor.saveAndWait()
      }
      put(one.key, {
        answer: { ...answer, createdAt },
        ...(changes.length > 0 && { revision: editor.getState().revision }),
      })
    } catch (error) {
      if (stop.signal.aborted) return put(one.key, { isStopped: true })
      const { title, detail } = describe(error)
      put(one.key, { failure: detail || title })
    } finally {
      running.current = undefined
      // Later manual edits go into a new revision.
      await transport.endRevision().catch(() => {})
    }
  }
  const isBusy = asked.some((one) => isOpen(one))
  const sendAfter = (before: BaseMessage[], message: string, element: Element | null) => {
    if (running.current) return
    const one: BaseMessage = { key: newKey(), message, element, at: `+${Date.now()}` }
    setAsked([...before, one])
    setSentCount(sentCount + 1)
    void run(one, before)
  }
  return {
    exchanges: asked.map(toExchange),
    sentCount,
    isBusy,
    send: (message, element) => sendAfter(asked, message, element),
    sendAgain(key) {
      const again = asked.find((one) => one.key === key)
      const others = asked.filter((one) => one.key !== key)
      if (again) sendAfter(others, again.message, again.element)
    },
    stop: () => running.current?.stop.abort(),
    onChanged: useCallback((listener) => {
      changed.current = listener
    }, []),
  }
}

function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(2)).join('-')
}

function isOpen({ answer, failure, isStopped }: BaseMessage): boolean {
  return !answer && failure === undefined && !isStopped
}

function withoutHash({ documentHash: _, ...change }: Operation): Change {
  // The API describes the block in it as an arbitrary object.
  return change as Change
}

function toMessage({ message, element }: BaseMessage, before: BaseMessage[]): PageMessage {
  const conversation = before
    .filter(({ answer }) => answer)
    .slice(-mostTurns / 2)
    .flatMap((one) => [
      { author: 'user' as const, text: one.message },
      {
        author: 'agent' as const,
        text: one.answer?.text ?? '',
        operations: one.answer?.operations ?? [],
        ...(one.revision && { revision: one.revision }),
      },
    ])
  return { message, conversation, ...(element && { selectedElement: element }) }
}

const outcomes = { changed: 'drafted', nothing_changed: 'nothing_changed', failed: 'failed' } as const

function toExchange(one: BaseMessage): Exchange {
  const { key, message, at, answer, revision, failure, isStopped } = one
  const stopped = isStopped && {
    outcome: 'interrupted' as const,
    text: '',
    operations: [],
    suggestions: [],
    createdAt: at,
  }
  return {
    key,
    question: { text: message, at },
    answer: answer ? { ...answer, outcome: outcomes[answer.outcome] } : stopped || undefined,
    run: undefined,
    status: isOpen(one) ? 'processing' : undefined,
    result: revision === undefined ? undefined : { label: `Page version ${revision}` },
    failure,
  }
}

const storageName = (pageId: string) => `foyer.chat.${pageId}`

function keep(pageId: string, asked: BaseMessage[]) {
  try {
    const ended = asked.filter((one) => !isOpen(one)).slice(-mostKept)
    if (ended.length > 0) sessionStorage.setItem(storageName(pageId), JSON.stringify(ended))
  } catch {
    // The storage is full. The conversation is still in memory while the page is open.
  }
}

function readKept(pageId: string): BaseMessage[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageName(pageId)) ?? '[]')
    return Array.isArray(kept) ? (kept as BaseMessage[]) : []
  } catch {
    return []
  }
}
