import type { Agent, AgentContext, AgentOutput } from './agent.ts'
import { check } from './check.ts'
import { cached } from './documentCache.ts'
import { focusOf, readFollowUp } from './followUp.ts'
import type { Node } from './nodes.ts'
import { nodeAt, type OpenPage, openPage } from './page.ts'
import { readCarefully } from './readCarefully.ts'
import { readMessage } from './readMessage.ts'
import { readSelection } from './selection.ts'

/**
 * The agent that needs no model. Two trained networks read a message: one finds the role of each word, the other the nodes
 * that phrases refer to. Recognisers read exceptions, links and other wishes with a vocabulary of their own. The result is
 * checked before it is sent. The same context always has the same result.
 */
export const builtinAgent: Agent = {
  model: undefined,
  run: (context, signal) => work(context, signal),
}

async function* work(given: AgentContext, signal: AbortSignal): AsyncGenerator<AgentOutput, void> {
  const context = { ...given, document: cached(given.document) }
  const { page: opened, isSelectionGone } = open(context)
  const followUp = await readFollowUp(opened)
  const page = followUp?.page ?? opened
  const messages = {
    given: context.message,
    meant: followUp?.message ?? context.message,
    wishes: followUp?.wishes,
  }
  const { draft, reply, suggestions } = await readCarefully(messages, page, opened)
  if (signal.aborted) return
  const checked = draft ? check(opened, draft) : undefined
  if (checked && 'operations' in checked)
    for (const operation of checked.operations) yield { type: 'operation', operation }
  else if (checked) {
    reply.done.length = 0
    reply.hints.length = 0
    reply.reasons.push(checked.reason)
  }
  if (reply.done.length > 0 && page.document !== opened.document)
    reply.hints.push('My last change before that is taken back.')
  if (isSelectionGone && reply.done.length === 0)
    reply.hints.push(
      'What you selected is no longer on this page. Select something else, or name what you mean.',
    )
  yield { type: 'text', text: reply.text(page) }
  const understood = await workingOf([...new Set(suggestions)].slice(0, 6), opened)
  if (understood.length > 0) yield { type: 'suggestions', suggestions: understood }
}

/** The messages that would change the page, at most three. */
async function workingOf(messages: string[], page: OpenPage): Promise<string[]> {
  const working: string[] = []
  for (const message of messages) {
    const { draft } = await readMessage(message, page)
    if (draft && 'operations' in check(page, draft)) working.push(message)
    if (working.length === 3) break
  }
  return working
}

/** Opens the page. If the selected block is gone, without a selection. */
function open(context: AgentContext): { page: OpenPage; isSelectionGone: boolean } {
  const page = openPage(context, context.document)
  const selection = readSelection(context.selectedElement, context.document)
  if (!selection) return { page: { ...page, focus: focusOf(page) }, isSelectionGone: false }
  const selected = page.document.blocks.find(({ id }) => id === selection.blockId)
  if (!selected) return { page: { ...page, focus: [] }, isSelectionGone: true }
  const node = nodeNear(page, selected.id, selection.path)
  return { page: { ...page, selected, focus: node ? [node] : [] }, isSelectionGone: false }
}

/** The node at a path, or its nearest ancestor that exists. */
function nodeNear(page: OpenPage, blockId: string, path = ''): Node | undefined {
  const found = nodeAt(page, blockId, path)
  return found || path === '' ? found : nodeNear(page, blockId, path.split('/').slice(0, -1).join('/'))
}
