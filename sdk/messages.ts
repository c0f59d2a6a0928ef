import type { Client } from './client.ts'
import { type RunEvent, watchEvents } from './events.ts'
import { bind, type CallOptions, type Noun } from './noun.ts'
import { messages as calls, type MessagesCalls, versions } from './nouns.ts'
import type { Shape } from './shapes.ts'

export type FinishedMessage = {
  /** The draft, or a cancelled version if nothing came of it. */
  version: Shape<'AudienceVersion'>
  /** The agent's reply with its outcome; undefined if the message was interrupted before it began. */
  answer: Shape<'Message'> | undefined
}

const unfinished = ['pending', 'queued', 'processing']

/** Sends a message and waits until the agent has finished it. `onEvent` receives the events meanwhile. */
async function sendAndWait(
  client: Client,
  pageId: string,
  audienceId: string,
  input: Shape<'MessageInput'> | string,
  options: CallOptions & { onEvent?: (event: RunEvent) => void } = {},
): Promise<FinishedMessage> {
  const { onEvent, ...sending } = options
  const api = { messages: bind(client, calls), versions: bind(client, versions) }
  const message = typeof input === 'string' ? { message: input } : input
  const { versionId } = await api.messages.send(pageId, audienceId, message, sending)
  const getVersion = () => api.versions.get(pageId, audienceId, versionId, sending)
  const finish = async (version: Shape<'AudienceVersion'>) => {
    for await (const answer of api.messages.list(pageId, audienceId, {}, sending))
      if (answer.versionId === versionId)
        return { version, answer: answer.author === 'agent' ? answer : undefined }
    return { version, answer: undefined }
  }
  for (;;) {
    const version = await waitForEnd(client, { pageId, audienceId, versionId }, options, getVersion)
    if (!unfinished.includes(version.status)) return await finish(version)
  }
}

type RunIds = { pageId: string; audienceId: string; versionId: string }

/** Follows the events of a run. A run that ends before the stream is open sends none, so its version is read then. */
async function waitForEnd(
  client: Client,
  { pageId, audienceId, versionId }: RunIds,
  { onEvent, signal }: CallOptions & { onEvent?: (event: RunEvent) => void },
  getVersion: () => Promise<Shape<'AudienceVersion'>>,
): Promise<Shape<'AudienceVersion'>> {
  const ended = new AbortController()
  const signals = AbortSignal.any([ended.signal, ...(signal ? [signal] : [])])
  const onOpen = () =>
    void getVersion().then(
      (version) => unfinished.includes(version.status) || ended.abort(),
      // The stream reports the same failure, or survives it.
      () => {},
    )
  try {
    for await (const event of watchEvents(client, pageId, audienceId, { signal: signals, onOpen })) {
      if (event.versionId !== versionId) continue
      onEvent?.(event)
      if (event.type === 'status' && !unfinished.includes(event.status)) break
    }
  } catch (error) {
    if (!ended.signal.aborted) throw error
  }
  return await getVersion()
}

export const messages: Noun<MessagesCalls> & { sendAndWait: typeof sendAndWait; watch: typeof watchEvents } =
  { ...calls, sendAndWait, watch: watchEvents }
