import { toast } from 'sonner'
import { describe } from '../api/problem.ts'

type Options = {
  undo?: () => unknown
  detail?: string
  /** What one may want to do next. */
  action?: { label: string; run: () => void }
}

/** Notices that offer what one may want to do next. */
const offers = new Set<string | number>()

/** Takes away what offers a next step: on another screen it only covers something. */
export function dismissOffers(): void {
  for (const id of offers) toast.dismiss(id)
  offers.clear()
}

/** Says that something was done; with `undo` it can be taken back for ten seconds. */
export function notify(message: string, { undo, detail, action }: Options = {}): void {
  const id = toast(message, {
    ...(detail && { description: detail }),
    duration: undo || action ? 10_000 : 4_000,
    ...(action && { action: { label: action.label, onClick: action.run } }),
    ...(undo && {
      action: { label: 'Undo', onClick: () => void Promise.resolve(undo()).catch(notifyProblem) },
    }),
  })
  if (action) offers.add(id)
}

/** Says what went wrong and what to do. */
export function notifyProblem(error: unknown): void {
  const { title, detail, requestId } = describe(error)
  notifyFailure(title, requestId ? `${detail} (request ${requestId})` : detail)
}

export function notifyFailure(title: string, detail: string | undefined): void {
  toast.error(title, { description: detail, duration: 10_000 })
}
