import { toast } from 'sonner'
import { describe } from '../api/problem.ts'

type NoticeOptions = {
  undo?: () => unknown
  detail?: string
  /** A suggested next step. */
  action?: { label: string; run: () => void }
}

/** Open notices with a next step. */
const openSuggestions = new Set<string | number>()

/** Closes notices with a next step: on another screen they only cover content. */
export function dismissSuggestions(): void {
  for (const id of openSuggestions) toast.dismiss(id)
  openSuggestions.clear()
}

/** Says that an action is done; with `undo`, it can be undone for ten seconds. */
export function notify(message: string, { undo, detail, action }: NoticeOptions = {}): void {
  const id = toast(message, {
    ...(detail && { description: detail }),
    duration: undo || action ? 10_000 : 4_000,
    ...(action && { action: { label: action.label, onClick: action.run } }),
    ...(undo && {
      action: { label: 'Undo', onClick: () => void Promise.resolve(undo()).catch(notifyProblem) },
    }),
  })
  if (action) openSuggestions.add(id)
}

/** Shows an error and what to do about it. */
export function notifyProblem(error: unknown): void {
  const { title, detail, requestId } = describe(error)
  notifyFailure(title, requestId ? `${detail} (request ${requestId})` : detail)
}

export function notifyFailure(title: string, detail: string | undefined): void {
  toast.error(title, { id: title, description: detail, duration: 10_000 })
}

/** Closes the notice of a failure, once its cause is gone. */
export function dismissFailure(title: string): void {
  toast.dismiss(title)
}

type AttemptOptions = NoticeOptions & {
  /** Reverts what was shown before the work was done. */
  revert?: () => void
}

/** Runs an action, then shows that it is done, or its error. Returns whether it succeeded. */
export async function attempt(
  work: () => Promise<unknown>,
  done?: string,
  { revert, ...notice }: AttemptOptions = {},
): Promise<boolean> {
  try {
    await work()
    if (done) notify(done, notice)
    return true
  } catch (error) {
    revert?.()
    notifyProblem(error)
    return false
  }
}
