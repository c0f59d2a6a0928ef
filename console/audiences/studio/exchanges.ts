import type { Exchange } from '../../chat/exchange.ts'
import type { OutgoingMessage } from './conversation.ts'
import type { AudienceVersion, Message } from './queries.ts'
import type { AgentRun, AgentRuns } from './runs.ts'
import { isUnderWay } from './standing.ts'

/** The turns of the chat, oldest first: each request with its answer, or with its running version. */
export function buildExchanges(
  newestFirst: Message[],
  outgoing: OutgoingMessage[],
  runs: AgentRuns,
  versions: AudienceVersion[],
): Exchange[] {
  const answers = new Map(
    newestFirst.filter(({ author }) => author === 'agent').map((answer) => [answer.versionId, answer]),
  )
  const about = (versionId: string | undefined): Pick<Exchange, 'answer' | 'run' | 'status' | 'result'> => {
    const version = versions.find((one) => one.versionId === versionId)
    const run: AgentRun | undefined = versionId === undefined ? undefined : runs.get(versionId)
    return {
      answer: versionId === undefined ? undefined : answers.get(versionId),
      run,
      // The stream may lose the end of a run; the version has its status.
      status: version && !isUnderWay(version.status) ? version.status : run?.status || version?.status,
      result: version && { label: `Version ${version.versionNumber}`, versionId: version.versionId },
    }
  }
  const questions = newestFirst.filter(({ author }) => author === 'user').toReversed()
  const known = new Set(questions.map(({ clientMessageId }) => clientMessageId))
  // Ids are sorted by time: messages older than the oldest loaded one are loaded with the earlier pages.
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
