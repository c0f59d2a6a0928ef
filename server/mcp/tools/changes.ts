import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { defineTool, Id, maybe, type ToolContext, type ToolResult, text } from '../tool.ts'

/** How long a tool waits for the agent by default: most clients time out after 60 seconds. */
const usualWaitSeconds = 45
const pollMs = 200

const Wait = Type.Optional(Type.Integer({ minimum: 0, maximum: 300, description: 'Seconds.' }))
const outcome = { status: text, answer: text, versionId: maybe, outcome: maybe }

const askForChange = defineTool('ask_for_change', 'write', {
  title: 'Ask for a change',
  description:
    'Asks Foyer’s agent to change an audience’s page in plain words, and waits for the draft. Without audienceId it changes the page itself, which a release brings to its audiences. Visitors see nothing of it before publishing.',
  input: {
    pageId: Id,
    audienceId: Type.Optional(Id),
    message: Type.String({ minLength: 1, maxLength: 50_000 }),
    waitSeconds: Wait,
  },
  output: outcome,
  async run({ pageId, audienceId, message, waitSeconds }, context) {
    if (audienceId === undefined) return await changePage(pageId, message, context)
    const path = { page_id: pageId, audience_id: audienceId }
    const { versionId } = await context.call<{ versionId: string }>('sendAudienceMessage', {
      path,
      body: { message },
    })
    return await waitForDraft({ ...path, version_id: versionId }, waitSeconds, context)
  },
})

const waitTool = defineTool('wait_for_draft', 'read', {
  title: 'Wait for a draft',
  description: 'Waits on for a version that ask_for_change left queued or processing.',
  input: { pageId: Id, audienceId: Id, versionId: Id, waitSeconds: Wait },
  output: outcome,
  run: ({ pageId, audienceId, versionId, waitSeconds }, context) =>
    waitForDraft(
      { page_id: pageId, audience_id: audienceId, version_id: versionId },
      waitSeconds,
      // A call that only waits for a change must not cancel it; only the call that requested it may.
      { ...context, isStopping: () => true },
    ),
})

type VersionPath = { page_id: string; audience_id: string; version_id: string }

async function waitForDraft(
  path: VersionPath,
  waitSeconds = usualWaitSeconds,
  context: ToolContext,
): Promise<ToolResult> {
  const { call, report, signal } = context
  const rounds = Math.ceil((waitSeconds * 1000) / pollMs)
  let shown = ''
  for (let round = 0; ; round++) {
    const { status } = await call<{ status: string }>('getAudienceVersion', { path })
    const isWorking = ['pending', 'queued', 'processing'].includes(status)
    if (!isWorking) return await readOutcome(path, status, context)
    if (signal.aborted && !context.isStopping()) return await interrupt(path, context)
    if (round >= rounds || signal.aborted) return stillWorking(path.version_id, status)
    const seconds = Math.floor((round * pollMs) / 1000)
    const message = status === 'processing' ? `Working, ${seconds} s` : 'Waiting for its turn'
    if (message !== shown) await report({ done: round, total: rounds, message })
    shown = message
    await sleep(pollMs, undefined, { signal }).catch(() => {})
  }
}

function stillWorking(versionId: string, status: string): ToolResult {
  const answer = 'The agent is still working. Call wait_for_draft.'
  return { result: { status, answer, versionId, outcome: null } }
}

type AgentMessage = { versionId: string; author: string; text: string; outcome: string | null }

async function readOutcome(path: VersionPath, status: string, { call }: ToolContext): Promise<ToolResult> {
  const { items } = await call<{ items: AgentMessage[] }>('listAudienceMessages', {
    path,
    query: { limit: 20 },
  })
  const versionId = path.version_id
  const answer = items.find((message) => message.author === 'agent' && message.versionId === versionId)
  return {
    result: { status, answer: answer?.text ?? '', versionId, outcome: answer?.outcome ?? null },
  }
}

/** The client cancelled the request, so the agent's run is cancelled too. */
async function interrupt(path: VersionPath, { call }: ToolContext): Promise<ToolResult> {
  const { success } = await call<{ success: boolean }>('interruptAudienceMessage', { path, body: {} })
  const answer = success ? 'The change was cancelled.' : 'The agent had finished already.'
  return { result: { status: 'cancelled', answer, versionId: path.version_id, outcome: null } }
}

type PageAnswer = { outcome: string; text: string; operations: object[]; hash: string }

/** The agent suggests operations for the page itself, which are saved as a new revision. */
async function changePage(pageId: string, message: string, { call }: ToolContext): Promise<ToolResult> {
  const path = { page_id: pageId }
  const { outcome, text, operations, hash } = await call<PageAnswer>('askForPageChanges', {
    path,
    body: { message },
  })
  if (outcome === 'changed')
    await call('changePageDocument', { path, body: { operations }, headers: { 'if-match': `"${hash}"` } })
  return { result: { status: 'saved', answer: text, versionId: null, outcome } }
}

export const changeTools = [askForChange, waitTool]
