import { useState } from 'react'
import { describe } from '../../api/problem.ts'
import type { Exchange } from '../../chat/Turn.tsx'
import type { Element } from '../../documents/stage.ts'
import { type Message, newClientId, type Sent, type Version } from './queries.ts'
import { isUnderWay, type Run, type Runs } from './runs.ts'

type Outgoing = { sent: Sent; versionId: string | undefined; failure: string | undefined }

/** What was written here and is not in the conversation yet. */
export function useOutbox(send: (sent: Sent) => Promise<{ versionId: string }>) {
  const [outgoing, setOutgoing] = useState<Outgoing[]>([])
  const put = (sent: Sent, change: Partial<Outgoing>) =>
    setOutgoing((all) =>
      all.map((one) => (one.sent.clientMessageId === sent.clientMessageId ? { ...one, ...change } : one)),
    )
  const attempt = async (sent: Sent) => {
    put(sent, { failure: undefined })
    try {
      const { versionId } = await send(sent)
      put(sent, { versionId })
    } catch (error) {
      const { title, detail } = describe(error)
      put(sent, { failure: detail || title })
    }
  }
  return {
    outgoing,
    /** Sends a message under an id of its own, so that sending it again can't make it two. */
    post: (message: string, element: Element | null) => {
      const sent = { message, clientMessageId: newClientId(), ...(element && { selectedElement: element }) }
      setOutgoing((all) => [...all, { sent, versionId: undefined, failure: undefined }])
      void attempt(sent)
    },
    postAgain: (clientMessageId: string) => {
      const found = outgoing.find(({ sent }) => sent.clientMessageId === clientMessageId)
      if (found) void attempt(found.sent)
    },
  }
}

/** The conversation as it is told, oldest first: each question with its answer, or with the run that makes one. */
export function tellConversation(
  newestFirst: Message[],
  outgoing: Outgoing[],
  runs: Runs,
  versions: Version[],
): Exchange[] {
  const answers = new Map(
    newestFirst.filter(({ author }) => author === 'agent').map((answer) => [answer.versionId, answer]),
  )
  const about = (versionId: string | undefined): Pick<Exchange, 'answer' | 'run' | 'status' | 'result'> => {
    const version = versions.find((one) => one.versionId === versionId)
    const run: Run | undefined = versionId === undefined ? undefined : runs.get(versionId)
    return {
      answer: versionId === undefined ? undefined : answers.get(versionId),
      run,
      // A stream may lose the word that a run ended; the version has it.
      status: version && !isUnderWay(version.status) ? version.status : run?.status || version?.status,
      result: version && { label: `Version ${version.versionNumber}`, versionId: version.versionId },
    }
  }
  const questions = newestFirst.filter(({ author }) => author === 'user').toReversed()
  const known = new Set(questions.map(({ clientMessageId }) => clientMessageId))
  return [
    ...questions.map(({ messageId, clientMessageId, text, createdAt, versionId }) => ({
      key: clientMessageId ?? messageId,
      question: { text, at: createdAt },
      failure: undefined,
      ...about(versionId),
    })),
    ...outgoing
      .filter(({ sent }) => !known.has(sent.clientMessageId))
      .map(({ sent, versionId, failure }) => ({
        key: sent.clientMessageId,
        question: { text: sent.message, at: undefined },
        failure,
        ...about(versionId),
      })),
  ]
}
