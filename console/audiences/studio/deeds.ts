import type { RefObject } from 'react'
import { ProblemError } from '../../api/problem.ts'
import { textAt, withText } from '../../documents/document.ts'
import { notify, notifyProblem } from '../../ui/notify.tsx'
import type { PageHandle } from './PageView.tsx'
import type { useStudioDeeds } from './queries.ts'
import type { Shown } from './shown.ts'

type Calls = ReturnType<typeof useStudioDeeds>

/** Interrupts the current run; the text that the agent has written so far stays. */
export function stopRun({ interrupt }: Pick<Calls, 'interrupt'>, { running }: Shown): void {
  interrupt.mutate(running?.text ?? '', {
    onSuccess: ({ success }) => !success && notify('Nothing to stop. The run had already finished.'),
    onError: notifyProblem,
  })
}

type Edit = { blockId: string; path: string; text: string }

/** Saves an edited text as a draft; a rejected one is put back into its editor. Returns true if it was saved. */
export async function keepEdit(
  { save }: Pick<Calls, 'save'>,
  { stored: document }: Shown,
  view: RefObject<PageHandle | null>,
  { blockId, path, text }: Edit,
): Promise<boolean> {
  const block = document?.blocks.find(({ id }) => id === blockId)
  if (!document || !block || textAt(block, path) === text) return false
  try {
    const { versionNumber } = await save.mutateAsync(withText(document, blockId, path, text))
    notify(`Saved as draft version ${versionNumber}`)
    return true
  } catch (error) {
    const [wrong] = error instanceof ProblemError ? error.errors : []
    if (wrong) notify('Couldn’t save this text', { detail: `It ${wrong.message.replace('NOT', 'not')}.` })
    else notifyProblem(error)
    view.current?.edit({ blockId, path, text }, text)
    return false
  }
}
