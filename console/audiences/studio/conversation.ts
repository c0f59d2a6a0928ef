import { useState } from 'react'
import { describe } from '../../api/problem.ts'
import type { Element } from '../../documents/stage.ts'
import { newClientId, type SentMessage } from './queries.ts'

export type OutgoingMessage = {
  sent: SentMessage
  versionId: string | undefined
  failure: string | undefined
}

/** Messages sent from this window that are not in the loaded conversation yet. */
export function useOutbox(send: (sent: SentMessage) => Promise<{ versionId: string }>) {
  const [outgoing, setOutgoing] = useState<OutgoingMessage[]>([])
  const put = (sent: SentMessage, change: Partial<OutgoingMessage>) =>
    setOutgoing((all) =>
      all.map((one) => (one.sent.clientMessageId === sent.clientMessageId ? { ...one, ...change } : one)),
    )
  const attempt = async (sent: SentMessage) => {
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
    /** Sends a message with a client id, so that a retry can't create a second one. */
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
