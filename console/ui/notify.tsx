import { toast } from 'sonner'
import { describe } from '../api/problem.ts'

type Options = { undo?: () => unknown; detail?: string }

/** Says that something was done; with `undo` it can be taken back for ten seconds. */
export function notify(message: string, { undo, detail }: Options = {}): void {
  toast(message, {
    ...(detail && { description: detail }),
    duration: undo ? 10_000 : 4_000,
    ...(undo && {
      action: { label: 'Undo', onClick: () => void Promise.resolve(undo()).catch(notifyProblem) },
    }),
  })
}

/** Says what went wrong and what to do. */
export function notifyProblem(error: unknown): void {
  const { title, detail, requestId } = describe(error)
  toast.error(title, {
    description: requestId ? `${detail} (request ${requestId})` : detail,
    duration: 10_000,
  })
}
