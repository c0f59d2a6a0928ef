import { AlertDialog } from 'radix-ui'
import { buttonClass } from './Button.tsx'
import { createStore } from './store.ts'

type Confirmation = {
  title: string
  /** What will happen, and whether it can be undone. */
  body: string
  /** The label of the button: “Revoke key”. */
  action: string
  danger?: boolean
}
type OpenConfirmation = Confirmation & { answer: (confirmed: boolean) => void }

const asked = createStore<OpenConfirmation | undefined>(undefined)

function set(next: OpenConfirmation | undefined) {
  asked.get()?.answer(false)
  asked.set(next)
}

/** Asks before actions that can't be undone or that visitors would notice; other actions run at once and offer `undo`. */
export function confirm(question: Confirmation): Promise<boolean> {
  return new Promise((answer) => set({ ...question, answer }))
}

/** Renders the dialogs of `confirm`; the shell contains one. */
export function ConfirmDialog() {
  const question = asked.use()
  return (
    <AlertDialog.Root open={question !== undefined} onOpenChange={(isOpen) => !isOpen && set(undefined)}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-50 animate-fade bg-veil" />
        <AlertDialog.Content className="fixed inset-x-4 top-[20vh] z-50 mx-auto max-w-md animate-rise rounded-xl bg-raised p-5 shadow-float">
          <AlertDialog.Title className="text-lg font-semibold">{question?.title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-1.5 text-sm text-quiet">
            {question?.body}
          </AlertDialog.Description>
          <div className="mt-5 flex justify-end gap-2">
            <AlertDialog.Cancel className={buttonClass('plain')}>Cancel</AlertDialog.Cancel>
            <AlertDialog.Action
              className={buttonClass(question?.danger ? 'danger' : 'primary')}
              onClick={() => question?.answer(true)}
            >
              {question?.action}
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
