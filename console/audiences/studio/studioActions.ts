import type { RefObject } from 'react'
import { errorSentence, ProblemError } from '../../api/problem.ts'
import { textAt, withText } from '../../documents/document.ts'
import { notify, notifyProblem } from '../../ui/notify.tsx'
import type { PageHandle } from './PageView.tsx'
import type { useStudioActions } from './queries.ts'
import type { ShownVersion } from './shown.ts'

type StudioActions = ReturnType<typeof useStudioActions>

/** Interrupts the current run; the text that the agent has written so far stays. */
export function stopRun({ interrupt }: Pick<StudioActions, 'interrupt'>, { running }: ShownVersion): void {
  interrupt.mutate(running?.text ?? '', {
    onSuccess: ({ success }) => !success && notify('Nothing to stop. The run had already finished.'),
    onError: notifyProblem,
  })
}

type TextEdit = { blockId: string; path: string; text: string }

/** Saves an edited text as a draft; a rejected one is put back into its editor. Returns true if it was saved. */
export async function keepEdit(
  { save }: Pick<StudioActions, 'save'>,
  { stored: document }: ShownVersion,
  view: RefObject<PageHandle | null>,
  { blockId, path, text }: TextEdit,
): Promise<boolean> {
  const block = document?.blocks.find(({ id }) => id === blockId)
  if (!document || !block || textAt(block, path) === text) return false
  try {
    const { versionNumber } = await save.mutateAsync(withText(document, blockId, path, text))
    notify(`Saved as draft version ${versionNumber}`)
    return true
  } catch (error) {
    const [wrong] = error instanceof ProblemError ? error.errors : []
    if (wrong) notify('Couldn’t save this text', { detail: errorSentence(wrong.message) })
    else notifyProblem(error)
    view.current?.edit({ blockId, path, text }, text)
    return false
  }
}
