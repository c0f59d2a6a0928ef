import { Dialog } from 'radix-ui'
import { useEffect, useState } from 'react'
import { confirmWith } from '../api/confirmation.ts'
import { callConsole } from '../api/own.ts'
import { ProblemError } from '../api/problem.ts'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/Form.tsx'
import { TextField } from '../ui/fields.tsx'

/** Asks whoever is signed in to prove that it is them, once in ten minutes; what was begun then goes on. */
export function ConfirmIdentity() {
  const [answer, setAnswer] = useState<{ give: (confirmed: boolean) => void }>()
  useEffect(() => {
    confirmWith(() => new Promise((give) => setAnswer({ give })))
    return () => confirmWith(undefined)
  }, [])
  const end = (confirmed: boolean) => {
    answer?.give(confirmed)
    setAnswer(undefined)
  }
  return (
    <Dialog.Root open={answer !== undefined} onOpenChange={(isOpen) => !isOpen && end(false)}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 animate-fade bg-veil" />
        <Dialog.Content className="fixed inset-x-4 top-[20vh] z-50 mx-auto max-w-sm animate-rise rounded-xl bg-raised p-6 shadow-float">
          <Dialog.Title className="text-lg font-semibold">Confirm it’s you</Dialog.Title>
          <Dialog.Description className="mt-1.5 text-sm text-quiet">
            You signed in a while ago. This asks again, and then not for 10 minutes.
          </Dialog.Description>
          <ByPassword onDone={() => end(true)} onCancel={() => end(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function ByPassword({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const [password, setPassword] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const isWrong = error instanceof ProblemError && error.status === 401
  const submit = async () => {
    setIsBusy(true)
    try {
      await callConsole('POST', '/confirm', { password })
      onDone()
    } catch (caught) {
      setError(caught)
      setIsBusy(false)
    }
  }
  return (
    <Form className="mt-4" onSubmit={() => void submit()} error={isWrong ? undefined : error}>
      <TextField
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
        autoFocus
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={isWrong ? 'The password is wrong.' : undefined}
      />
      <div className="mt-5 flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" busy={isBusy}>
          Confirm
        </Button>
      </div>
    </Form>
  )
}
