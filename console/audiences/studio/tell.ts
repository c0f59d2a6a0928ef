import type { Exchange } from '../../chat/exchange.ts'
import type { Outgoing } from './conversation.ts'
import type { Message, Version } from './queries.ts'
import type { Run, Runs } from './runs.ts'
import { isUnderWay } from './standing.ts'

/** Messages of the chat, oldest first: each request with its answer, or with its running version. */
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
  // Ids are in the order of time: what was sent before the oldest message in sight is loaded with the earlier ones.
  const [oldest] = questions
  const isEarlier = (versionId: string | undefined) =>
    versionId !== undefined && oldest !== undefined && versionId < oldest.versionId
  return [
    ...questions.map(({ messageId, clientMessageId, text, createdAt, versionId }) => ({
      key: clientMessageId ?? messageId,
      question: { text, at: createdAt },
      failure: undefined,
      ...about(versionId),
    })),
    ...outgoing
      .filter(({ sent, versionId }) => !known.has(sent.clientMessageId) && !isEarlier(versionId))
      .map(({ sent, versionId, failure }) => ({
        key: sent.clientMessageId,
        question: { text: sent.message, at: undefined },
        failure,
        ...about(versionId),
      })),
  ]
}
