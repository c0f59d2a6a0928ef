import { toast } from 'sonner'
import { describe } from '../api/problem.ts'

type Options = {
  undo?: () => unknown
  detail?: string
  /** What one may want to do next. */
  action?: { label: string; run: () => void }
}

/** Says that something was done; with `undo` it can be taken back for ten seconds. */
export function notify(message: string, { undo, detail, action }: Options = {}): void {
  toast(message, {
    ...(detail && { description: detail }),
    duration: undo || action ? 10_000 : 4_000,
    ...(action && { action: { label: action.label, onClick: action.run } }),
    ...(undo && {
      action: { label: 'Undo', onClick: () => void Promise.resolve(undo()).catch(notifyProblem) },
    }),
  })
}

/** Says what went wrong and what to do. */
export function notifyProblem(error: unknown): void {
  const { title, detail, requestId } = describe(error)
  notifyFailure(title, requestId ? `${detail} (request ${requestId})` : detail)
}

export function notifyFailure(title: string, detail: string | undefined): void {
  toast.error(title, { description: detail, duration: 10_000 })
}
