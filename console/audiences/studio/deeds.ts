import type { RefObject } from 'react'
import { ProblemError } from '../../api/problem.ts'
import { textAt, withText } from '../../documents/document.ts'
import type { Share } from '../../links/queries.ts'
import { notify, notifyProblem } from '../../ui/notify.tsx'
import type { PageHandle } from './PageView.tsx'
import type { useStudioDeeds, Version } from './queries.ts'
import type { Shown } from './shown.ts'

type Calls = ReturnType<typeof useStudioDeeds>

/** Makes a version public, and offers to take that back. */
export function publishVersion(
  { publish }: Pick<Calls, 'publish'>,
  version: Version,
  before: Version | undefined,
): void {
  const undo = before && {
    undo: async () => {
      await publish.mutateAsync(before.versionId)
      notify(`Version ${before.versionNumber} is live again`)
    },
  }
  publish.mutate(version.versionId, {
    onSuccess: (share) => {
      const word = version.status === 'archived' ? 'Rolled back' : 'Published'
      const hidden = share && whyHidden(share)
      if (hidden) notify(`${word} version ${version.versionNumber}`, { ...undo, detail: hidden })
      else notify(`${word}. Version ${version.versionNumber} is live.`, undo)
    },
    onError: notifyProblem,
  })
}

/** Why visitors can't see what was just published; undefined where they can. */
function whyHidden({ url, isLive }: Share): string | undefined {
  if (url === null) return 'No link leads to it yet. Add a link to the page so that visitors can open it.'
  return isLive ? undefined : 'Visitors see it once the page is published.'
}

/** Stops what is under way; what the agent had said is kept. */
export function stopRun({ interrupt }: Pick<Calls, 'interrupt'>, { running }: Shown): void {
  interrupt.mutate(running?.text ?? '', {
    onSuccess: ({ success }) => !success && notify('Nothing to stop. The run had already finished.'),
    onError: notifyProblem,
  })
}

type Edit = { blockId: string; path: string; text: string }

/** Keeps a text that was changed by hand as a draft; one that is refused is put back for mending. True when kept. */
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
