import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { workingAgentQuery } from '../agent/queries.ts'
import { api } from '../api/client.ts'
import { applyOperation, textAt, toOperations } from '../documents/document.ts'
import { pageDocumentQuery } from '../pages/queries.ts'
import { notifyProblem } from '../ui/notify.tsx'
import type { OpenConflict } from './queries.ts'

/**
 * Asks the language model for a text that combines both sides of a conflict. Nothing is saved; the user can edit the
 * text before using it. Not offered without a model, as the built-in agent doesn't write texts.
 */
export function useMix(pageId: string, conflict: OpenConflict, onText: (text: string) => void) {
  const client = useQueryClient()
  const agent = useQuery(workingAgentQuery())
  const { kind, base, audience } = conflict
  const { blockId = '', field = '', list, itemId } = conflict.place
  const path = `/${field}`
  const isOneText = kind === 'changed' && blockId !== '' && field !== '' && !list && !itemId
  const canMix =
    agent.data?.kind === 'model' && isOneText && typeof base === 'string' && typeof audience === 'string'
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const asked = {
        message: mixMessage(String(audience), String(base)),
        selectedElement: { blockId, path },
      }
      const [answer, page] = await Promise.all([
        api.pages.askForChanges(pageId, asked),
        client.fetchQuery(pageDocumentQuery(pageId)),
      ])
      const changed = toOperations(answer.operations).reduce(applyOperation, page)
      const block = changed.blocks.find(({ id }) => id === blockId)
      const text = block && textAt(block, path)
      if (!text || text === base) throw new Error(answer.text || 'The agent wrote no text.')
      return text
    },
    onSuccess: onText,
    onError: notifyProblem,
  })
  return { canMix, mix: () => mutate(), isMixing: isPending }
}

function mixMessage(theirs: string, base: string): string {
  return `Rewrite this text so that it says what both of these say, and is no longer than the longer one: “${theirs}” and “${base}”. Change nothing else.`
}
